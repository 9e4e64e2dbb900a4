import Domain
import Presentation

/// Prints the list of books whenever it changes.
struct Watch: Command {
    var list = List()

    static var syntax: Syntax<Watch> {
        Syntax(
            summary: "Prints what \"list\" prints, and prints it again after each change, until interrupted.",
            examples: ["watch", "watch --lent", "watch --status reading --json"],
            operands: [.words("text", \.list.query.text, isRequired: false)],
            options: List.syntax.options.map { $0.within(\.list) },
            rows: BookListing.self,
            notes: [
                List.queryNote,
                """
                A terminal shows as much of the latest list as fits its window. In a pipe or file, and if TERM is dumb,
                the lists are printed one after the other, each followed by an empty line; with --json, each list is one
                array on a line of its own.
                The command ends with status 0 when it is interrupted, for example by Control-C, or when its output is
                closed.
                """,
            ])
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        let model = list.model(session.environment.context, session.environment.preferences)
        try await list.load(model, for: "watch", in: session)
        let observing = Task { try await session.call(BookListViewModel.self, await model.observe(), "observe") }
        defer { observing.cancel() }
        do throws(LibraryError) {
            try await session.console.watch(session.environment.terminalEvents) { () throws(LibraryError) in
                if let error = model.content.loadError ?? model.content.observeError { throw error }
                return model.content.value?.page
            } print: { _, lines in
                // Lines for the titles of the columns, a message and the cursor.
                list.show(model, in: session, limit: lines.map { max(1, $0 - 3) } ?? .max)
            }
        } catch {
            throw .library(error)
        }
        return .done
    }
}
