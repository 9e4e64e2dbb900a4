import Domain

struct ShowItemCommand: LibraryCommand {
    var item = ""

    static var syntax: Syntax<ShowItemCommand> {
        Syntax(
            summary: "Shows all fields of an item.",
            examples: [ItemCommands.line("show sample"), ItemCommands.line("show k3jd --json")],
            operands: [.words("item", \.item, .library(.names(of: Item.self)))],
            notes: [itemNote])
    }

    /// How to name an item, for the help of every command that takes one.
    static let itemNote = """
        An item is named by its identifier or its beginning (four characters or more), its name, or words of the name.
        If several match, they are listed and nothing is done.
        """

    func run(_ context: UseCaseContext, in session: Session) async throws(LibraryError) -> ExitStatus {
        let item = try await FindEntity<Item>(context)(item)
        // Programs get identifiers.
        let isForPeople = session.console.appearance.showsTables
        session.console.printFields(
            item, names: isForPeople ? try await context.library.names(referredToBy: item) : [:])
        return .done
    }
}
