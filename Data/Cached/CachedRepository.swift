public import Domain
import Storage
import Synchronization

/// A repository that answers from memory, and refreshes its memory in the background.
///
/// It keeps the promises of `Repository` with one exception: a read may be as old as the last refresh, so that changes
/// by others appear a moment later. Each read starts a refresh unless one is under way. Changes made through this
/// repository are visible at once.
///
/// - While memory is empty, readers wait for the wrapped repository and share one read.
/// - Changes reach the wrapped repository one at a time, and appear in memory once it acknowledges them. A change that
///   fails doesn't appear; the next refresh shows its outcome.
/// - A read that began before a change was acknowledged never replaces that change in memory.
/// - A failed background refresh leaves memory as it is. Observers receive the errors of the wrapped repository's
///   updates, and of the reads that these cause.
///
/// Units of work don't use it: they need the present state and read the library itself. This program doesn't run it:
/// the decision "The program puts no cache over its library" says why, and which programs would.
public final class CachedRepository<Entity: LibraryEntity>: Repository {
    private struct State {
        /// Nil before the first read.
        var entities: [Entity.ID: Entity]?
        /// The number of acknowledged changes. A read that began before the latest of them is discarded.
        var changes = 0
        /// The number of reads that have begun.
        var readings = 0
        /// The number of the read that memory is from.
        var shown = 0

        var inOrder: [Entity]? {
            entities.map { $0.values.sorted { $0.id < $1.id } }
        }
    }

    private let wrapped: any Repository<Entity>
    private let state = Mutex(State())
    private let requests = SharedRequests<Subject, [Entity], LibraryError>()
    private let changing = Turnstile()
    private let observers = Observers<State, LibraryError>()

    /// The key of shared requests: every read is of all entities.
    private enum Subject { case all }

    public init(_ wrapped: any Repository<Entity>) {
        self.wrapped = wrapped
    }

    public func all() async throws(LibraryError) -> [Entity] {
        if let present = state.withLock({ $0.inOrder }) {
            refreshInBackground()
            return present
        }
        return try await refresh()
    }

    public func find(_ id: Entity.ID) async throws(LibraryError) -> Entity? {
        try await all().first { $0.id == id }
    }

    public func matching(_ key: Entity.LookupKey) async throws(LibraryError) -> [Entity] {
        try await all().filter { $0.lookupKeys.contains(key) }
    }

    public func save(_ entities: [Entity]) async throws(LibraryError) {
        try await change { () throws(LibraryError) in
            try await self.wrapped.save(entities)
        } then: { known in
            for entity in entities { known[entity.id] = entity }
        }
    }

    public func delete(_ ids: [Entity.ID]) async throws(LibraryError) {
        try await change { () throws(LibraryError) in
            try await self.wrapped.delete(ids)
        } then: { known in
            for id in ids { known[id] = nil }
        }
    }

    public func observe() -> Updates<[Entity]> {
        Updates { send throws(LibraryError) in
            _ = try await self.all()
            for try await entities in self.subscribe() { send(entities) }
        }
    }

    private func subscribe() -> Updates<[Entity]> {
        let latest = Mutex<[Entity]?>(nil)
        // Inside the lock, so that the observer misses no change and receives none twice.
        return state.withLock { state in
            Updates(
                observers.add(to: &state, watch: { await self.follow() }) { state in
                    let present = state.inOrder ?? []
                    return latest.withLock { latest in
                        defer { latest = present }
                        return latest == present ? nil : present
                    }
                })
        }
    }

    /// While there are observers, reads again after each update of the wrapped repository. Ignores the update's value,
    /// which may be older than a change acknowledged since.
    private func follow() async {
        do {
            // Not shared: a read under way may have begun before the update.
            for try await _ in wrapped.observe() { _ = try await read() }
        } catch {
            if !Task.isCancelled { observers.fail(error) }
        }
    }

    private func change(
        _ work: () async throws(LibraryError) -> Void, then show: (inout [Entity.ID: Entity]) -> Void
    ) async throws(LibraryError) {
        await changing.enter()
        defer { changing.leave() }
        try await work()
        state.withLock { state in
            state.changes += 1
            guard var entities = state.entities else { return }
            show(&entities)
            set(entities, in: &state)
        }
    }

    /// How many callers wait for a shared read.
    var waiting: Int { requests.waiting(for: .all) }

    private func refreshInBackground() {
        // The reader has its answer already, so an error is dropped.
        Task { _ = try? await refresh() }
    }

    /// Reads the wrapped repository into memory. Simultaneous callers share one read.
    private func refresh() async throws(LibraryError) -> [Entity] {
        let outcome = await requests.outcome(of: .all) { () throws(LibraryError) in try await self.read() }
        guard let outcome else { throw .store(.unreachable(location: "the library", reason: "cancelled")) }
        return try outcome.get()
    }

    /// Reads into memory, and again if a change was acknowledged meanwhile.
    private func read() async throws(LibraryError) -> [Entity] {
        while true {
            let (number, changes) = state.withLock { state in
                state.readings += 1
                return (state.readings, state.changes)
            }
            let entities = try await wrapped.all()
            if let present = keep(entities, ofReading: number, ifStillAt: changes) { return present }
        }
    }

    /// Puts `entities` into memory, unless memory is already from a later read, and returns the entities in memory.
    /// Returns nil if a change was acknowledged during the read.
    private func keep(_ entities: [Entity], ofReading number: Int, ifStillAt changes: Int) -> [Entity]? {
        state.withLock { state in
            guard state.changes == changes else { return nil }
            if number > state.shown {
                state.shown = number
                set(Dictionary(entities.map { ($0.id, $0) }) { _, later in later }, in: &state)
            }
            return state.inOrder
        }
    }

    private func set(_ entities: [Entity.ID: Entity], in state: inout State) {
        state.entities = entities
        // Inside the lock, so that observers receive changes in order.
        observers.notify(&state)
    }
}
