import Domain

struct AddItemCommand: LibraryCommand {
    var name = ""
    var options = FieldOptions<Item>()

    static var syntax: Syntax<AddItemCommand> {
        Syntax(
            summary: "Adds an item.",
            examples: [ItemCommands.line("add Sample" + FieldOptions<Item>.example(besides: [.sampleName]))],
            operands: [.words("name", \.name)],
            options: FieldOptions<Item>.setting(besides: [.sampleName]).map { $0.within(\.options) },
            rows: Item.self,
            notes: [FieldOptions<Item>.dayNote])
    }

    func run(_ context: UseCaseContext, in session: Session) async throws(LibraryError) -> ExitStatus {
        var draft = ItemDraft()
        draft.sampleName = name
        try await options.resolved(in: context).write(
            to: &draft, today: context.today(), folding: context.folding)
        let item = try await session.call(AddEntity<Item>.self, try await AddEntity<Item>(context)(draft, chosen: options.chosen))
        session.console.say("Added \(item.quoted) (\(item.id)).")
        session.console.print(item)
        return .done
    }
}
