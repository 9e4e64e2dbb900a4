import Domain

/// A program that keeps books in a folder of its own: ours, or what people would use instead.
protocol BookKeeper {
    var name: String { get }
    /// What it leaves out of what `bookshelf` does, for the reader of the report.
    var doesLess: String? { get }

    /// Puts the books in place, unmeasured.
    func fill(with books: [Book]) async throws

    /// The program to start, or nil where it can't do that.
    func invocation(for errand: Errand) throws -> Invocation?

    /// The titles in what it printed, so that all are known to have given the same rows.
    func titles(in output: String, of errand: Errand) throws -> [String]
}

/// What a keeper is sent for.
enum Errand {
    /// All books by title, then identifier, all that is known of each.
    case list
    /// The same of the books that have the word in title, authors or shelves.
    case search(String)
    /// All books, in the same order, as JSON.
    case json
    /// Add this book, and keep all others.
    case add(Book)
}
