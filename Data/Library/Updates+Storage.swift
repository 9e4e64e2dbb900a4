import Domain
import Storage

extension Updates where Value: Equatable {
    /// What `transform` makes of each element of `stream`, without values equal to the one before. `state` is what it
    /// keeps from one element to the next.
    init<State: Sendable, Element: Sendable>(
        _ stream: AsyncStream<Result<Element, StorageError>>, state: State,
        _ transform: @escaping @Sendable (inout State, Element) throws(LibraryError) -> Value
    ) {
        let (values, continuation) = AsyncStream.makeStream(of: Result<Value, LibraryError>.self)
        let following = Task {
            var state = state
            var latest: Value?
            for await element in stream {
                do throws(LibraryError) {
                    let value = try transform(&state, try element.mapError { LibraryError.store(StoreError($0)) }.get())
                    if value != latest { continuation.yield(.success(value)) }
                    latest = value
                } catch {
                    continuation.yield(.failure(error))
                    break
                }
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in following.cancel() }
        self.init(values)
    }
}
