import Data
import Domain
import Foundation
import TestSupport
import Testing

/// The cases of the page "Surnames".
struct SurnameTests {
    /// Each author of the table, with the name turned round, in the order of the page.
    private static let cases: [(author: String, sorted: String)] = {
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
        let page = try? String(contentsOf: root.appending(path: "App/App.docc/Surnames.md"), encoding: .utf8)
        let table = (page ?? "").split(separator: "## Titles").first ?? ""
        return table.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2).map { row in
            let cells = row.components(separatedBy: " | ").map { $0.trimmingCharacters(in: ["|", " "]) }
            return (cells[0], cells[1])
        }
    }()

    @Test func thePageHasTheCases() { #expect(Self.cases.count >= 30) }

    @Test(arguments: cases) func aNameIsTurnedRound(_ author: String, _ sorted: String) {
        #expect("\(AuthorName(author))" == sorted)
    }

    /// A name that was turned round stays like that.
    @Test(arguments: cases.map(\.sorted).filter { $0.contains(",") }) func turningRoundIsDoneOnce(_ name: String) {
        #expect("\(AuthorName(name))" == name)
    }

    @Test func thePageIsInOrder() throws {
        let books = try Self.cases.enumerated().map { index, name in
            // The last ones have the lowest identifiers, so that only the names can order them. Equal names tie by title.
            try book(UInt64(Self.cases.count - index), String(format: "%03d", index), by: name.author)
        }
        let library = LibrarySnapshot(books: books.reversed())
        let page = BookQuery { $0.sort = BookSort.surname.order }.page(of: library, folding: .caseAndAccents)
        #expect(page.rows.map { $0.draft.authors[0] } == Self.cases.map(\.author))
        let reversed = BookQuery {
            $0.sort = BookSort.surname.order
            $0.isReversed = true
        }.page(of: library, folding: .caseAndAccents)
        #expect(reversed.rows.first?.draft.authors == ["村上 春樹"])
    }

    /// A shorter name comes first, and then books of several authors after those of the first alone.
    @Test func oneAuthorComesBeforeSeveral() throws {
        let authors = [
            ["Stephen King", "Peter Straub"], ["Stephen King"], ["Dick King Smith"], ["King"], ["A. Kingsley"],
        ]
        let books = try authors.enumerated().map { index, names in
            try book(UInt64(index), BookDraft(title: "X", authors: names))
        }
        let page = BookQuery { $0.sort = BookSort.surname.order }.page(
            of: LibrarySnapshot(books: books), folding: folding)
        #expect(page.rows.map(\.id.bits) == [3, 1, 0, 4, 2])
    }
}
