public import Domain
import Storage
import Synchronization

/// A repository that answers from memory, and keeps that memory up to date behind whoever asks.
///
/// It promises what `Repository` does, but for one thing: what it reads may be as old as the last refresh, so a change
/// that somebody else made is seen a moment later. Each answer begins a refresh, unless one is under way. What was
/// changed through it is read back at once.
///
/// - With nothing in memory, a reader waits for the wrapped repository, together with all others who do.
/// - A change is handed to the wrapped repository first, one after the other, and shows in memory once it is
///   acknowledged. A change that fails shows nowhere; what became of it is found out by the next refresh.
/// - What was read before a change was acknowledged never takes its place in memory.
/// - A refresh behind a reader that fails leaves what is there. Those who observe hear what went wrong.
///
/// It is no part of a unit of work, which reads what is true at that moment and goes to the library itself.
public final class CachedRepository<Entity: LibraryEntity>: Repository {
    private struct State {
        /// Nil before anything was read.
        var entities: [Entity.ID: Entity]?
        /// Counts the changes that were acknowledged: what began to be read while it stood lower is of no use any more.
        var changes = 0
        /// Counts the readings that began.
        var readings = 0
        /// Which of the readings memory is from.
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

    /// There is but one thing to ask for.
    private enum Subject { case all }

    public init(_ wrapped: any Repository<Entity>) {
        self.wrapped = wrapped
    }

    public func all() async throws(LibraryError) -> [Entity] {
        if let present = state.withLock({ $0.inOrder }) {
            refreshBehind()
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
        // Inside the lock, so that no change is missed, and none heard of twice.
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

    /// Reads anew whenever somebody else may have changed something, as long as anyone observes. What the wrapped
    /// repository tells is a hint and no more: it may be older than a change that was acknowledged since.
    private func follow() async {
        do {
            // Not shared: a reading that is under way may have begun before what is hinted at.
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

    /// How many wait for a reading.
    var waiting: Int { requests.waiting(for: .all) }

    private func refreshBehind() {
        // What goes wrong is no business of whoever has an answer already.
        Task { _ = try? await refresh() }
    }

    /// What the wrapped repository holds, and memory with it. Those who want that at the same time share one reading.
    private func refresh() async throws(LibraryError) -> [Entity] {
        let outcome = await requests.outcome(of: .all) { () throws(LibraryError) in try await self.read() }
        guard let outcome else { throw .store(.unreachable(location: "the library", reason: "cancelled")) }
        return try outcome.get()
    }

    /// Reads until no change was acknowledged meanwhile.
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

    /// Takes `entities` into memory, unless a reading that began later is there already. Gives what is in memory then;
    /// nil where the reading is of no use.
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
        // Inside the lock, so that everybody hears of changes in their order.
        observers.notify(&state)
    }
}
