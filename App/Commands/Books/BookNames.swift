import Data
import Domain

extension LibraryNames {
    static let books = titles { _ in true }
    static let lentBooks = titles { $0.lentTo != nil }
    static let booksAtHome = titles { $0.lentTo == nil }
    static let authors = containing { library throws(LibraryError) in try await library.books.all().flatMap(\.authors) }
    static let shelves = containing { library throws(LibraryError) in try await library.books.all().flatMap(\.shelves) }
    static let details = containing(detailNames)
    static let detailsToSet = containing(end: "=", detailNames)

    /// Those of the books that `list` finds. A book is named by its title, or by its identifier if the text finds
    /// another of the same title.
    private static func titles(_ isWanted: @escaping @Sendable (BookListing) -> Bool) -> LibraryNames {
        LibraryNames { text, library throws(LibraryError) in
            let rows = try await library.page(BookQuery(text: text), folding: .caseAndAccents).rows
            let counts = Dictionary(rows.map { (TextFolding.caseAndAccents($0.book.title), 1) }, uniquingKeysWith: +)
            return rows.filter(isWanted).map(\.book).map { book in
                let authors = book.authors.joined(separator: ", ")
                return counts[TextFolding.caseAndAccents(book.title)] == 1
                    ? .init(text: book.title, explanation: authors)
                    : .init(text: "\(book.id)", explanation: "\(book.title), \(authors)")
            }
        }
    }

    private static func detailNames(_ library: any Library) async throws(LibraryError) -> [String] {
        try await library.books.all().flatMap { $0.details.all.map { "\($0.name)" } }
    }
}
