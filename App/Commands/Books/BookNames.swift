import Data
import Domain

extension LibraryNames {
    static let books = titles { _ in true }
    static let lentBooks = titles { $0.lentTo != nil }
    static let booksAtHome = titles { $0.lentTo == nil }

    /// The names that books have in that field; `end` follows each of them.
    static func names(of field: BookField, end: String = "") -> LibraryNames {
        names(in: field, of: Book.self, end: end)
    }

    /// Those of the books that `list` finds. A book is named by its title, or by its identifier if the text finds
    /// another of the same title.
    private static func titles(_ isWanted: @escaping @Sendable (BookListing) -> Bool) -> LibraryNames {
        LibraryNames { text, library throws(LibraryError) in
            let query = BookQuery(text: text) { $0.acceptsSummaries = true }
            let rows = try await library.page(query, folding: .caseAndAccents).rows
            let counts = Dictionary(rows.map { (TextFolding.caseAndAccents($0.draft.title), 1) }, uniquingKeysWith: +)
            return rows.filter(isWanted).map { row in
                let (title, authors) = (row.draft.title, row.draft.authors.joined(separator: ", "))
                return counts[TextFolding.caseAndAccents(title)] == 1
                    ? .init(text: title, explanation: authors)
                    : .init(text: "\(row.id)", explanation: "\(title), \(authors)")
            }
        }
    }
}
