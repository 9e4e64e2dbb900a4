/// A value as it changes: the present one first, then each later one in order. Ends when its reader is cancelled, or
/// with the error that keeps it from going on.
public struct Updates<Value: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Value
    public typealias Failure = LibraryError

    private let stream: AsyncStream<Result<Value, LibraryError>>

    /// Values that are put into the continuation's stream. A failure is the last of them.
    public init(_ stream: AsyncStream<Result<Value, LibraryError>>) {
        self.stream = stream
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(base: stream.makeAsyncIterator())
    }

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var base: AsyncStream<Result<Value, LibraryError>>.Iterator

        public mutating func next() async throws(LibraryError) -> Value? {
            try await next(isolation: nil)
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(LibraryError) -> Value? {
            try await base.next(isolation: actor)?.get()
        }
    }
}
