import Domain
import Presentation
import Testing

@testable import App

/// The rows of the program's lists; see `OutputTests` for what is true of all.
struct RowTests {
    private static let day = Day(daysSince1970: 20_788)

    @Test func theNamesOfTheColumnsAreThoseOfTheDescription() {
        let derived = Book.Derived.Field.allCases.map(\.rawValue)
        #expect(
            Row<Book>.fieldNames
                == ["id", "title", "authors", "isbn", "status", "rating", "favorite", "shelves", "added", "finished"]
                + derived)
        // The names that no detail can have.
        #expect(
            Set(Row<Book>.allFieldNames) == Set(BookField.allCases.map(\.rawValue) + Row<Book>.ownFieldNames))
        #expect(BookImportReport.Row.fieldNames == ["line", "outcome", "reason"])
    }

    @MainActor
    @Test(arguments: 1...120)
    func aTableFitsAnyWidthAndTearsNoTitle(width: Int) throws {
        let book = try book(1, "The Left Hand of Darkness", by: "Ursula K. Le Guin", added: Self.day) {
            $0.status = .abandoned
            $0.rating = Rating(5)
        }
        expectFit(Row(book), width: width)
        if width == 40 {
            #expect(
                printed(Console.Appearance(isTerminal: true, width: width)) { $0.print([Row(book)]) } == """
                    id            title              authors
                    000000000001  The Left Hand of…  Ursula…

                    """)
        }
    }

    @MainActor
    @Test func peopleSeeSomeFieldsOfABook() throws {
        let book = try book(1, "Good Omens", by: "T. P.", "N. G.", added: Self.day) {
            $0.status = .read
            $0.rating = Rating(3)
        }
        let appearance = Console.Appearance(isTerminal: true, width: 100)
        #expect(
            printed(appearance) { $0.print([Row(book)]) } == """
                id            title       authors       status  rating
                000000000001  Good Omens  T. P., N. G.  read    ★★★

                """)
    }
}
