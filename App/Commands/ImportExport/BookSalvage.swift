import Data
import Domain
import Presentation

/// Books in lost lines go to a file in JSON. Loans of lost books are kept.
enum BookSalvage: Salvage {
    static let incompleteName: StaticString = "incompleteLoans"

    static func row(of book: Book) -> Row<Book> { Row(book) }

    static func name(of book: Book) -> String { book.named }

    static func file(of rows: [Row<Book>]) -> [UInt8] { Console.json(rows) }

    static func incomplete(in library: LibrarySnapshot) -> [(id: String, message: String)] {
        library.incompleteLoans.map { loan in
            let parts = "the book \(loan.book) and the person \(loan.borrower)"
            return ("\(loan.id)", "the loan \(loan.id) names \(parts), but the library lacks one or both")
        }
    }
}
