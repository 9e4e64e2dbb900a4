import Domain
import Presentation

/// Prints the list of items whenever it changes.
struct WatchItemsCommand: LibraryCommand {
    var list = ListItemsCommand()

    static var syntax: Syntax<WatchItemsCommand> {
        Syntax(
            summary: "Prints what \"list\" prints, and prints it again after each change, until interrupted.",
            examples: [ItemCommands.line("watch"), ItemCommands.line("watch --json")],
            operands: [.words("text", \.list.query.text, isRequired: false)],
            options: ListItemsCommand.syntax.options.map { $0.within(\.list) },
            exclusive: ListItemsCommand.syntax.exclusive,
            rows: Item.self)
    }

    func check() throws(UsageError.Reason) { try list.check() }

    func run(_ context: UseCaseContext, in session: Session) async throws(LibraryError) -> ExitStatus {
        let model = list.model(context)
        try await session.load(model.content)
        let observing = Task {
            try await session.call(EntityListViewModel<Item>.self, await model.content.observe(), "observe")
        }
        defer { observing.cancel() }
        try await session.console.watch(session.environment.terminalEvents) { () throws(LibraryError) in
            if let error = model.content.loadError ?? model.content.observeError { throw error }
            return model.content.value
        } print: { _, lines in
            // Lines for the titles of the columns, a message and the cursor.
            list.show(model, in: session, limit: lines.map { max(1, $0 - 3) } ?? .max)
        }
        return .done
    }
}
