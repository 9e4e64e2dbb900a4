import Domain

/// The options of `add` and `edit` for a book's details, without its title.
struct BookDetails: Sendable {
    var authors: [String] = []
    var isbn: ISBN?
    var status: ReadingStatus?
    var shelves: [String] = []
    var rating: Rating?
    var isFavorite: Bool?

    static var syntax: [OptionSyntax<BookDetails>] {
        [
            .values("author", .text("<name>"), \.authors, "an author"),
            .value("isbn", .isbn, \.isbn, "the ISBN, of 10 or 13 digits"),
            .value("status", .status, \.status, ReadingStatus.allCases.map(\.rawValue).alternatives),
            .values("shelf", .name("<name>"), \.shelves, "a shelf to put the book on"),
            .value("rating", .rating, \.rating, "your rating, in stars"),
            .flag("favorite", true, \.isFavorite, "mark the book as a favourite"),
        ]
    }

    /// Writes what was given into `draft`.
    func write(to draft: inout BookDraft, folding: TextFolding) {
        if !authors.isEmpty { draft.authors = authors }
        if let isbn { draft.isbn = isbn }
        if let status { draft.status = status }
        if let rating { draft.rating = rating }
        if let isFavorite { draft.isFavorite = isFavorite }
        for shelf in shelves { draft.addShelf(shelf, folding: folding) }
    }
}
