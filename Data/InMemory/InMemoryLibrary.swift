public import Domain
import Synchronization

/// A library that lives as long as the program: for tests, previews and the demo.
///
/// Its units of work are optimistic, as a cluster's are: they run beside each other, and the one that finds at its
/// end that another was faster runs again.
public final class InMemoryLibrary: SourcedLibrary {
    private struct State {
        var tables: LibraryTables
        var version = 0
    }

    private let state: Mutex<State>
    private let subscribers = Subscribers<LibrarySnapshot>()

    /// A library that holds what `snapshot` does.
    public init(_ snapshot: LibrarySnapshot = LibrarySnapshot()) {
        let tables = LibraryTables(
            books: InMemoryTable(snapshot.books), borrowers: InMemoryTable(snapshot.borrowers),
            loans: InMemoryTable(snapshot.loans))
        state = Mutex(State(tables: tables))
    }

    public var batchSize: Int { .max }

    public func perform<Value: Sendable>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        while true {
            let before = state.withLock { $0 }
            let staging = Staging(over: before.tables.sources)
            let value = try await work(staging.unit)
            if keep(staging.changes, ifStillAt: before.version) { return value }
        }
    }

    private func keep(_ changes: LibraryChanges, ifStillAt version: Int) -> Bool {
        // What was only read was of one moment, so there is nothing to repeat.
        if changes.isEmpty { return true }
        return state.withLock { state in
            guard state.version == version else { return false }
            state.tables.apply(changes)
            state.version += 1
            // Inside the lock, so that every subscriber hears of changes in their order.
            subscribers.send(.success(state.tables.snapshot))
            return true
        }
    }

    func sources() -> LibrarySources {
        state.withLock { $0.tables.sources }
    }

    public func observe() -> Updates<LibrarySnapshot> {
        state.withLock { subscribers.subscribe(present: .success($0.tables.snapshot)) }
    }
}
