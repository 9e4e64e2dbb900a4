import Testing

@testable import Storage

/// Someone who observes a store, and doesn't wait for ever: a change that isn't told is found within seconds, not when
/// the time of the suite is up.
final class Observation<Value: Sendable> {
    private enum Event: Sendable {
        case value(Value)
        case end
        case tooLate
    }

    private var events: AsyncStream<Event>.Iterator
    private let continuation: AsyncStream<Event>.Continuation
    private let forwarding: Task<Void, Never>

    /// Far more than any store needs.
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

    /// The next value; nil at the end. Throws if nothing comes.
    func next() async throws -> Value? {
        // That nothing happens can only be told by the clock. In many short naps: where other tests keep the process busy,
        // each of them takes longer, as the store does.
        let alarm = Task { [continuation, patience] in
            for _ in 0..<100 { try await Task.sleep(for: patience / 100) }
            continuation.yield(.tooLate)
        }
        defer { alarm.cancel() }
        switch await events.next(isolation: #isolation) {
        case .value(let value): return value
        case .end, nil: return nil
        case .tooLate: throw NothingCame(patience: patience)
        }
    }
}

/// An observer was told nothing.
struct NothingCame: Error {
    let patience: Duration
}

/// An observer of a record store, and all records as it was told of them.
final class RecordObservation {
    private let observation: Observation<Result<RecordNews, StorageError>>
    private let kinds: [RecordKind]
    private var replica = Replica()

    init(_ store: any RecordStore, _ kinds: RecordKind...) {
        self.kinds = kinds
        observation = Observation(store.observe(kinds))
    }

    /// The records after the next news.
    func next(sourceLocation: SourceLocation = #_sourceLocation) async throws -> [Sample] {
        let news = try #require(try await observation.next(), "the updates ended", sourceLocation: sourceLocation)
        replica.take(try news.get(), of: kinds, at: sourceLocation)
        return replica.samples
    }

    /// The records as soon as the condition holds.
    func next(where isAwaited: ([Sample]) -> Bool) async throws -> [Sample] {
        while true {
            let samples = try await next()
            if isAwaited(samples) { return samples }
        }
    }

    /// The failure that ends the updates, whatever comes before it.
    func failure(sourceLocation: SourceLocation = #_sourceLocation) async throws -> StorageError? {
        var failure: StorageError?
        while let update = try await observation.next() {
            #expect(failure == nil, "a failure is the last element", sourceLocation: sourceLocation)
            if case .failure(let error) = update { failure = error }
        }
        return failure
    }
}
