import Domain
import Synchronization

/// A repository whose test holds up each read, after it has read, and each change, before it is made.
final class ControlledRepository<Entity: LibraryEntity>: Repository {
    let base: any Repository<Entity>
    /// The reads and changes that are held up, in order.
    let held: AsyncStream<Gate>
    private let hold: AsyncStream<Gate>.Continuation
    private let isHolding = Mutex(true)
    private let count = Mutex(0)
    private let saves = Mutex((now: 0, most: 0))

    init(_ base: any Repository<Entity>) {
        self.base = base
        (held, hold) = AsyncStream.makeStream()
    }

    var reads: Int { count.withLock { $0 } }

    /// The largest number of saves under way at once.
    var mostSaves: Int { saves.withLock(\.most) }

    /// Holds up no further call.
    func letGo() { isHolding.withLock { $0 = false } }

    private func pass() async throws(LibraryError) {
        guard isHolding.withLock({ $0 }) else { return }
        let gate = Gate()
        hold.yield(gate)
        try await gate.pass()
    }

    func all() async throws(LibraryError) -> [Entity] {
        count.withLock { $0 += 1 }
        let entities = try await base.all()
        try await pass()
        return entities
    }

    func find(_ id: Entity.ID) async throws(LibraryError) -> Entity? { try await base.find(id) }

    func matching(_ key: Entity.LookupKey) async throws(LibraryError) -> [Entity] { try await base.matching(key) }

    func save(_ entities: [Entity]) async throws(LibraryError) {
        saves.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        defer { saves.withLock { $0.now -= 1 } }
        try await pass()
        try await base.save(entities)
    }

    func delete(_ ids: [Entity.ID]) async throws(LibraryError) {
        try await pass()
        try await base.delete(ids)
    }

    func observe() -> Updates<[Entity]> { base.observe() }
}

/// Holds up a call until the test lets it continue or fail.
struct Gate: Sendable {
    private let passing: AsyncStream<LibraryError?>
    private let pass: AsyncStream<LibraryError?>.Continuation

    init() { (passing, pass) = AsyncStream.makeStream() }

    func open(_ error: LibraryError? = nil) { pass.yield(error) }

    func pass() async throws(LibraryError) {
        for await error in passing {
            if let error { throw error }
            return
        }
    }
}
