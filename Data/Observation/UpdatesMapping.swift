import Domain

extension Updates {
    /// What `transform` makes of each value; a result equal to the one before is left out.
    func map<Part: Equatable & Sendable>(
        _ transform: @escaping @Sendable (Value) throws(LibraryError) -> Part
    ) -> Updates<Part> {
        let (stream, continuation) = AsyncStream.makeStream(of: Result<Part, LibraryError>.self)
        let reading = Task {
            var latest: Part?
            do throws(LibraryError) {
                for try await value in self {
                    let part = try transform(value)
                    if part != latest { continuation.yield(.success(part)) }
                    latest = part
                }
            } catch {
                continuation.yield(.failure(error))
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in reading.cancel() }
        return Updates<Part>(stream)
    }
}
