import Domain
import Presentation

/// Prints a list whenever it changes.
struct WatchCommand<Entity: ListedEntity>: Command {
    var list = ListCommand<Entity>()

    static var syntax: Syntax<WatchCommand> {
        Syntax(
            summary: Entity.words.watch.summary,
            examples: Entity.words.examples(Entity.words.watch),
            operands: [.words("text", \.list.query.text, isRequired: false)],
            options: ListCommand<Entity>.options.map { $0.within(\.list) },
            rows: Row<Entity>.self,
            notes: Entity.words.list.notes + [
                """
                A terminal shows as much of the latest list as fits its window. In a pipe or file, and if TERM is dumb,
                the lists are printed one after the other, each followed by an empty line; with --json, each list is one
                array on a line of its own.
                The command ends with status 0 when it is interrupted, for example by Control-C, or when its output is
                closed.
                """
            ])
    }

    func run(in session: AppSession) async throws(CommandError) -> ExitStatus {
        let model = try await list.model(session)
        try await list.load(model, for: "watch", in: session)
        let observing = Task { try await session.call(ListViewModel<Entity>.self, await model.observe(), "observe") }
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
