import Domain
import Synchronization

/// A library whose reads a test can count, delay and make fail.
final class DelayedLibrary: Library {
    private let base: any Library
    private let updates: Updates<LibrarySnapshot>?
    private let firstFailure: LibraryError?
    private let afterReading: @Sendable (_ number: Int) async throws(LibraryError) -> Void
    private let beforeWork: @Sendable () async -> Void
    private let count = Mutex(0)
    private let observations = Mutex(0)

    /// `afterReading` runs after a snapshot is taken and before it is returned, `beforeWork` before each unit of work.
    /// `updates` replaces the updates of `base`; the first observation ends with `firstFailure`, if there is one.
    init(
        _ base: any Library, updates: Updates<LibrarySnapshot>? = nil, firstFailure: LibraryError? = nil,
        afterReading: @escaping @Sendable (_ number: Int) async throws(LibraryError) -> Void = { _ in },
        beforeWork: @escaping @Sendable () async -> Void = {}
    ) {
        self.base = base
        self.updates = updates
        self.firstFailure = firstFailure
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
        let isFirst = observations.withLock { number in
            number += 1
            return number == 1
        }
        if isFirst, let firstFailure { return Updates { _ throws(LibraryError) in throw firstFailure } }
        return updates ?? base.observe()
    }

    func rehearse<Value: Sendable>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        try await base.rehearse(work)
    }

    func perform<Value: Sendable>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        await beforeWork()
        return try await base.perform(work)
    }
}

/// An event to wait for. It isn't lost if it is sent before anyone waits.
struct Signal: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    func send() {
        continuation.yield()
    }

    /// Returns once per event that was sent. For one waiter at a time.
    func wait() async {
        for await _ in stream { break }
    }
}

let brokenReading = LibraryError.store(.failed(operation: "read the library", location: "here", reason: "broken"))
let otherFailure = LibraryError.store(.unreachable(location: "there", reason: "broken"))

/// Preferences that can be read but not observed.
struct BrokenPreferences: PreferencesRepository {
    func preferences() -> Preferences { Preferences() }

    func observe() -> Updates<Preferences> {
        Updates(
            AsyncStream { continuation in
                continuation.yield(.failure(brokenReading))
                continuation.finish()
            })
    }
}
