/// A value as it changes: the present one first, then each later one in order. Ends when its reader is cancelled, or
/// with the error that prevents further values; inside a unit of work, after the present value.
public struct Updates<Value: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Value
    public typealias Failure = LibraryError

    /// The values, as results. A failure is the last of them.
    public let stream: AsyncStream<Result<Value, LibraryError>>

    /// The values of `stream`.
    public init(_ stream: AsyncStream<Result<Value, LibraryError>>) { self.stream = stream }

    /// The values that `produce` sends until it returns or throws. It is cancelled with the reader.
    public init(_ produce: @escaping @Sendable (_ send: (Value) -> Void) async throws(LibraryError) -> Void) {
        stream = AsyncStream { continuation in
            let producing = Task {
                do throws(LibraryError) {
                    try await produce { continuation.yield(.success($0)) }
                } catch {
                    continuation.yield(.failure(error))
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in producing.cancel() }
        }
    }

    public func makeAsyncIterator() -> Iterator { Iterator(base: stream.makeAsyncIterator()) }

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var base: AsyncStream<Result<Value, LibraryError>>.Iterator

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(LibraryError) -> Value? {
            try await base.next(isolation: actor)?.get()
        }
    }
}
