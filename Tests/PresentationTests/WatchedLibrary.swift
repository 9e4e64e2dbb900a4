import Domain
import Synchronization

/// A library that lets a test count, hold up and break its reads.
final class WatchedLibrary: Library {
    private let base: any Library
    private let updates: Updates<LibrarySnapshot>?
    private let afterReading: @Sendable (_ number: Int) async throws(LibraryError) -> Void
    private let beforeWork: @Sendable () async -> Void
    private let count = Mutex(0)

    /// `afterReading` runs between the moment of a snapshot and its arrival, `beforeWork` ahead of each unit of work;
    /// `updates` are observed instead of those of `base`.
    init(
        _ base: any Library, updates: Updates<LibrarySnapshot>? = nil,
        afterReading: @escaping @Sendable (_ number: Int) async throws(LibraryError) -> Void = { _ in },
        beforeWork: @escaping @Sendable () async -> Void = {}
    ) {
        self.base = base
        self.updates = updates
        self.afterReading = afterReading
        self.beforeWork = beforeWork
    }

    var snapshots: Int { count.withLock { $0 } }

    var batchSize: Int { 2 }

    func repository<Entity: LibraryEntity>(of type: Entity.Type) -> any Repository<Entity> {
        base.repository(of: type)
    }

    func snapshot() async throws(LibraryError) -> LibrarySnapshot {
        let snapshot = try await base.snapshot()
        let number = count.withLock { count in
            count += 1
            return count
        }
        try await afterReading(number)
        return snapshot
    }

    func observe() -> Updates<LibrarySnapshot> {
        updates ?? base.observe()
    }

    func perform<Value: Sendable>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        await beforeWork()
        return try await base.perform(work)
    }
}

/// Something that happens, and can be waited for. It is not lost when nobody waits yet.
struct Signal: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    func send() {
        continuation.yield()
    }

    /// Returns once it was sent, for each time it was sent once. For one waiter at a time.
    func wait() async {
        for await _ in stream { break }
    }
}

let brokenStore = LibraryError.store(.failed(operation: "read the library", location: "here", reason: "broken"))
let otherFailure = LibraryError.store(.unreachable(location: "there", reason: "broken"))

/// Preferences that can be read, and not observed.
struct BrokenPreferences: PreferencesRepository {
    func preferences() -> Preferences { Preferences() }

    func observe() -> Updates<Preferences> {
        Updates(
            AsyncStream { continuation in
                continuation.yield(.failure(brokenStore))
                continuation.finish()
            })
    }
}
