import Domain

struct EditItemCommand: LibraryCommand {
    var item = ""
    var options = FieldOptions<Item>()

    static var syntax: Syntax<EditItemCommand> {
        Syntax(
            summary: "Changes the given fields of an item.",
            examples: [ItemCommands.line("edit sample --\(ItemField.sampleName.option) Example")],
            operands: [.words("item", \.item, .library(.names(of: Item.self)))],
            options: (FieldOptions<Item>.setting() + FieldOptions<Item>.removing).map { $0.within(\.options) },
            exclusive: FieldOptions<Item>.exclusive,
            rows: Item.self,
            notes: [FieldOptions<Item>.dayNote] + [ShowItemCommand.itemNote])
    }

    func run(_ context: UseCaseContext, in session: Session) async throws(LibraryError) -> ExitStatus {
        let before = try await FindEntity<Item>(context)(item)
        let options = try await options.resolved(in: context)
        let after = try await session.call(
            EditEntity<Item>.self,
            try await EditEntity<Item>(context)(before.id, chosen: options.chosen) { draft throws(LibraryError) in
                try options.write(to: &draft, today: context.today(), folding: context.folding)
            })
        session.console.say(after == before ? "\(after.quoted) stays as it was." : "Changed \(after.quoted).")
        session.console.print(after)
        return .done
    }
}
