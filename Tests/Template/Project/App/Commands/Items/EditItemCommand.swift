import Domain

struct EditItemCommand: LibraryCommand {
    var item = ""
    var options = EntityOptions<Item>()

    static var syntax: Syntax<EditItemCommand> {
        Syntax(
            summary: "Changes the given fields of an item.",
            examples: [ItemCommands.line("edit sample --\(ItemField.sampleName.option) Example")],
            operands: [.words("item", \.item, .library(.names(of: Item.self)))],
            options: (EntityOptions<Item>.setting() + EntityOptions<Item>.removing).map { $0.within(\.options) },
            exclusive: EntityOptions<Item>.exclusive,
            rows: Item.self,
            notes: EntityOptions<Item>.notes + [ShowItemCommand.itemNote])
    }

    func run(_ context: UseCaseContext, in session: Session) async throws(LibraryError) -> ExitStatus {
        let before = try await Item.named(item, in: context.library, folding: context.folding)
        let options = try await options.resolved(in: context)
        let after = try await session.call(
            EditItem.self,
            try await EditItem(context)(before.id) { draft throws(LibraryError) in
                try options.write(to: &draft, today: context.today(), folding: context.folding)
            })
        session.console.say(after == before ? "\(after.quoted) stays as it was." : "Changed \(after.quoted).")
        session.console.print(after)
        return .done
    }
}
