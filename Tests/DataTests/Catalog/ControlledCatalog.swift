import Domain
import Synchronization

/// A catalogue whose test decides on each answer, and when to give it.
final class ControlledCatalog: BookCatalog {
    struct Question: Sendable {
        let isbn: ISBN
        private let continuation: AsyncStream<Result<CatalogEntry?, LibraryError>>.Continuation

        init(isbn: ISBN, continuation: AsyncStream<Result<CatalogEntry?, LibraryError>>.Continuation) {
            self.isbn = isbn
            self.continuation = continuation
        }

        func answer(_ result: Result<CatalogEntry?, LibraryError>) { continuation.yield(result) }

        /// Returns once the caller is cancelled.
        func waitUntilCancelled() async {
            let (ended, end) = AsyncStream.makeStream(of: Void.self)
            continuation.onTermination = { _ in end.finish() }
            for await _ in ended {}
        }
    }

    /// The lookups, in order.
    let questions: AsyncStream<Question>
    private let asked: AsyncStream<Question>.Continuation
    private let number = Mutex(0)

    init() {
        (questions, asked) = AsyncStream.makeStream()
    }

    var count: Int { number.withLock { $0 } }

    func entry(for isbn: ISBN) async throws(LibraryError) -> CatalogEntry? {
        number.withLock { $0 += 1 }
        let (answers, answer) = AsyncStream.makeStream(of: Result<CatalogEntry?, LibraryError>.self)
        asked.yield(Question(isbn: isbn, continuation: answer))
        for await result in answers { return try result.get() }
        throw .catalog(.unreachable(host: "here", reason: "cancelled"))
    }
}
