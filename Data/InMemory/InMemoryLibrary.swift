public import Domain
import Synchronization

/// A library that lives as long as the program: for tests, previews and the demo.
///
/// Its units of work are optimistic, as a cluster's are: they run beside each other, and the one that finds at its
/// end that another was faster runs again.
public final class InMemoryLibrary: SourcedLibrary {
    private struct State {
        var books: InMemoryTable<Book>
        var borrowers: InMemoryTable<Borrower>
        var loans: InMemoryTable<Loan>
        var version = 0

        var sources: LibrarySources {
            LibrarySources(books: books, borrowers: borrowers, loans: loans)
        }

        var snapshot: LibrarySnapshot {
            LibrarySnapshot(books: books.entities, borrowers: borrowers.entities, loans: loans.entities)
        }
    }

    private let state: Mutex<State>
    private let subscribers = Subscribers<LibrarySnapshot>()

    /// A library that holds what `snapshot` does.
    public init(_ snapshot: LibrarySnapshot = LibrarySnapshot()) {
        state = Mutex(
            State(
                books: InMemoryTable(snapshot.books), borrowers: InMemoryTable(snapshot.borrowers),
                loans: InMemoryTable(snapshot.loans)))
    }

    public var batchSize: Int { .max }

    public func perform<Value: Sendable>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        while true {
            let before = state.withLock { $0 }
            let staging = Staging(over: before.sources)
            let value = try await work(staging.unit)
            if keep(staging.changes, ifStillAt: before.version) { return value }
        }
    }

    private func keep(_ changes: LibraryChanges, ifStillAt version: Int) -> Bool {
        // What was only read was of one moment, so there is nothing to repeat.
        if changes.isEmpty { return true }
        return state.withLock { state in
            guard state.version == version else { return false }
            state.books.apply(changes.books)
            state.borrowers.apply(changes.borrowers)
            state.loans.apply(changes.loans)
            state.version += 1
            // Inside the lock, so that every subscriber hears of changes in their order.
            subscribers.send(.success(state.snapshot))
            return true
        }
    }

    func sources() -> LibrarySources {
        state.withLock { $0.sources }
    }

    func observe<Part: Equatable & Sendable>(
        _ part: @escaping @Sendable (LibrarySnapshot) -> Part
    ) -> Updates<Part> {
        state.withLock { state in
            let (updates, receive) = subscribers.subscribe(to: part)
            receive(.success(state.snapshot))
            return updates
        }
    }
}
