import Domain
import Storage

extension Updates where Value: Equatable {
    /// The result of `transform` for each element of `stream`, without values that equal the one before. `state` is
    /// passed from one element to the next.
    init<State: Sendable, Element: Sendable>(
        _ stream: AsyncStream<Result<Element, StorageError>>, state: State,
        _ transform: @escaping @Sendable (inout State, Element) throws(LibraryError) -> Value
    ) {
        self.init { send throws(LibraryError) in
            var state = state
            var latest: Value?
            for await element in stream {
                let value = try transform(&state, try await reading(element.get()))
                if value != latest { send(value) }
                latest = value
            }
        }
    }
}
