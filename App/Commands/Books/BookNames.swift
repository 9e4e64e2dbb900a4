import Data
import Domain

extension LibraryNames {
    static let books = titles { _ in true }
    static let lentBooks = titles { $0.lentTo != nil }
    static let booksAtHome = titles { $0.lentTo == nil }

    /// The names that books have in that field; `end` follows each of them.
    static func names(of field: BookField, end: String = "") -> LibraryNames {
        containing(end: end) { library throws(LibraryError) in
            try await library.books.all().flatMap { book -> [String] in
                switch book.draft[field] {
                case .requiredNames(let names), .names(let names): names
                case .namedTexts(let details): details.all.map { "\($0.name)" }
                default: []
                }
            }
        }
    }

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
}
