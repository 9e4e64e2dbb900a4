import Domain

/// A program that keeps books in its own folder: ours, or an alternative.
protocol BookKeeper {
    var name: String { get }
    /// What `bookshelf` does and this program doesn't, for the report.
    var doesLess: String? { get }

    /// Stores the books, without measuring.
    func fill(with books: [Book]) async throws

    /// The program to start.
    func invocation(for errand: Errand) throws -> Invocation

    /// The titles in its output, to check that all programs print the same rows.
    func titles(in output: String, of errand: Errand) throws -> [String]
}

/// A request to a keeper.
enum Errand {
    /// List all books with all their values, by title, then identifier.
    case list
    /// List the books with the word in their title, authors or shelves.
    case search(String)
    /// List all books as JSON, in the same order.
    case json
    /// Add this book.
    case add(Book)
}
