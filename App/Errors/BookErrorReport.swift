import Domain

extension ErrorReport {
    init(_ error: BookError) {
        switch error {
        case .noTitle:
            self.init(message: "a book needs a title", status: .refused)
        case .noAuthor:
            self.init(message: "a book needs at least one author", status: .refused)
        case .noSuchBook(let reference):
            self.init(
                message: "there is no book \"\(reference)\"; \"\(Bookshelf.name) list\" shows all", status: .refused)
        case .ambiguous(let reference, let books):
            self.init(
                message: "\"\(reference)\" fits \(books.count) books; name one by its identifier:",
                details: Self.candidates(books), status: .refused)
        case .sameISBN(let isbn, let book):
            self.init(
                message: "the library has ISBN \(isbn) already: \(book.quoted) (\(book.id))", status: .refused)
        case .sameIdentifier(let id):
            self.init(message: "the library has a book of identifier \(id) already", status: .refused)
        case .isLent(let book, let name, let due):
            self.init(
                message: "\(book.quoted) is lent to \(name) until \(due); see \"\(Bookshelf.name) help return\"",
                status: .refused)
        }
    }

    /// As many as a person looks through.
    private static func candidates(_ books: [Book]) -> [String] {
        let shown = books.prefix(20).map { "\($0.id)  \($0.title), \($0.authors.joined(separator: ", "))" }
        return books.count > shown.count ? shown + ["and \(books.count - shown.count) more"] : shown
    }
}

extension Book {
    /// The title between quotes, for sentences.
    var quoted: String { "\"\(title)\"" }
}
