import Domain
import Observation
import Presentation

/// Prints the list of books whenever it changes.
struct Watch: LibraryCommand {
    var list = List()

    static var syntax: Syntax<Watch> {
        Syntax(
            summary: "Prints what \"list\" prints, and prints it again after each change, until interrupted.",
            examples: ["watch", "watch --lent", "watch --status reading --json"],
            operands: [.words("text", \.list.query.text, isRequired: false)],
            options: List.syntax.options.map { $0.within(\.list) },
            exclusive: List.syntax.exclusive,
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

    func run(_ context: UseCaseContext, in session: Session) async throws(LibraryError) -> ExitStatus {
        let model = list.model(context, session.environment.preferences)
        try await session.load(model.content)
        let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let observing = Task { await model.observe() }
        let waiting = Task {
            await session.environment.interruption()
            change.finish()
        }
        let console = session.console
        var isResized = false
        let resizing = Task { @MainActor in
            for await size in session.environment.windowSizes() {
                guard console.resize(to: size) else { continue }
                isResized = console.appearance.canClear
                change.yield()
            }
        }
        defer {
            observing.cancel()
            waiting.cancel()
            resizing.cancel()
        }
        // Lets the tasks begin, so that an interruption after the first list is not missed.
        await Task.yield()
        var shown: BookPage?
        var next = changes.makeAsyncIterator()
        repeat {
            let (page, error) = withObservationTracking {
                (model.content.value?.page, model.content.loadError ?? model.content.observeError)
            } onChange: {
                // Called before the change; by the time this is read, it has been made.
                change.yield()
            }
            if let error { throw error }
            if page != shown || isResized, !show(model, in: session) { break }
            shown = page
            isResized = false
        } while await next.next() != nil
        return .done
    }

    /// Prints the list. Returns whether it could be written.
    @MainActor
    private func show(_ model: BookListViewModel, in session: Session) -> Bool {
        let isRedrawn = !session.console.appearance.isJSON && session.console.clear()
        // Lines for the titles of the columns, a message and the cursor.
        let limit = isRedrawn ? session.console.appearance.height.map { max(1, $0 - 3) } : nil
        list.show(model, in: session, limit: limit ?? .max)
        if !session.console.appearance.isJSON, !isRedrawn { session.console.print() }
        return session.console.flush() == nil
    }
}
