import Testing

@testable import Storage

/// An observer of anything.
final class Observation<Value: Sendable> {
    private var values: AsyncStream<Value>.Iterator

    init(_ values: AsyncStream<Value>) {
        self.values = values.makeAsyncIterator()
    }

    /// The next value; nil at the end. Throws if the test hangs and is cancelled.
    func next() async throws -> Value? {
        let value = await values.next(isolation: #isolation)
        try Task.checkCancellation()
        return value
    }
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
