import Domain
import Synchronization

/// A catalogue whose answers a test gives, when it wants and in the order it wants.
final class ControlledCatalog: BookCatalog {
    struct Question: Sendable {
        let isbn: ISBN
        private let continuation: AsyncStream<Result<CatalogEntry?, LibraryError>>.Continuation

        init(isbn: ISBN, continuation: AsyncStream<Result<CatalogEntry?, LibraryError>>.Continuation) {
            self.isbn = isbn
            self.continuation = continuation
        }

        func answer(_ result: Result<CatalogEntry?, LibraryError>) { continuation.yield(result) }

        /// Returns once whoever asked is not interested any more.
        func waitUntilCancelled() async {
            let (ended, end) = AsyncStream.makeStream(of: Void.self)
            continuation.onTermination = { _ in end.finish() }
            for await _ in ended {}
        }
    }

    /// What is asked, in order.
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
