import Testing

@testable import Storage

/// An observer with a time limit, so that a missing change fails the test within seconds, not when the suite's time is
/// up.
final class Observation<Value: Sendable> {
    private enum Event: Sendable {
        case value(Value)
        case end
        case tooLate
    }

    private var events: AsyncStream<Event>.Iterator
    private let continuation: AsyncStream<Event>.Continuation
    private let forwarding: Task<Void, Never>

    /// Much longer than any store needs.
    private let patience = Duration.seconds(10)

    init(_ values: AsyncStream<Value>) {
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        self.events = events.makeAsyncIterator()
        self.continuation = continuation
        forwarding = Task {
            for await value in values { continuation.yield(.value(value)) }
            continuation.yield(.end)
        }
    }

    deinit {
        forwarding.cancel()
    }

    /// The next value; nil at the end. Throws if none comes in time.
    func next() async throws -> Value? {
        // Only the clock shows that nothing happens. Many short sleeps take longer when other tests keep the process
        // busy, just as the store does.
        let alarm = Task { [continuation, patience] in
            for _ in 0..<100 { try await Task.sleep(for: patience / 100) }
            continuation.yield(.tooLate)
        }
        defer { alarm.cancel() }
        switch await events.next(isolation: #isolation) {
        case .value(let value): return value
        case .end, nil: return nil
        case .tooLate: throw NoUpdate(patience: patience)
        }
    }
}

/// No update came in time.
struct NoUpdate: Error {
    let patience: Duration
}

/// An observer of a record store, with all records according to its updates.
final class RecordObservation {
    private let observation: Observation<Result<RecordNews, StorageError>>
    private let kinds: [RecordKind]
    private var replica = Replica()

    init(_ store: any RecordStore, _ kinds: RecordKind...) {
        self.kinds = kinds
        observation = Observation(store.observe(kinds))
    }

    /// The records after the next update.
    func next(sourceLocation: SourceLocation = #_sourceLocation) async throws -> [Sample] {
        let news = try #require(try await observation.next(), "the updates ended", sourceLocation: sourceLocation)
        replica.apply(try news.get(), of: kinds, at: sourceLocation)
        return replica.samples
    }

    /// The records once the condition holds.
    func next(where isAwaited: ([Sample]) -> Bool) async throws -> [Sample] {
        while true {
            let samples = try await next()
            if isAwaited(samples) { return samples }
        }
    }

    /// The failure that ends the updates. Skips the updates before it.
    func failure(sourceLocation: SourceLocation = #_sourceLocation) async throws -> StorageError? {
        var failure: StorageError?
        while let update = try await observation.next() {
            #expect(failure == nil, "a failure is the last element", sourceLocation: sourceLocation)
            if case .failure(let error) = update { failure = error }
        }
        return failure
    }
}
