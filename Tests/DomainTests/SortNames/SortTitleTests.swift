import Data
import Domain
import Foundation
import TestSupport
import Testing

/// The cases of the page "Surnames" about titles, and what imports say of a title or an author.
struct SortTitleTests {
    /// Each title of the table with its language, and what it is sorted by, in the order of the page.
    private static let cases: [(title: String, language: String, sorted: String)] = {
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
        let page = try? String(contentsOf: root.appending(path: "App/App.docc/Surnames.md"), encoding: .utf8)
        let table = (page ?? "").split(separator: "## Titles").last ?? ""
        return table.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2).map { row in
            let cells = row.components(separatedBy: " | ").map { $0.trimmingCharacters(in: ["|", " "]) }
            return (cells[0], cells[1], cells[2])
        }
    }()

    @Test func thePageHasTheCases() { #expect(Self.cases.count >= 12) }

    @Test(arguments: cases) func theArticleOfTheLanguageIsLeftOut(
        _ title: String, _ language: String, _ sorted: String
    ) {
        var details = BookDetails()
        if let name = DetailName("Languages") { details[name] = language }
        #expect("\(SortTitle(title, details: details))" == sorted)
    }

    @Test func thePageIsInOrder() throws {
        let books = try Self.cases.enumerated().map { index, title in
            try listed(UInt64(Self.cases.count - index), title.title, "language", title.language)
        }
        #expect(sorted(books, by: .sortTitle).map(\.title) == Self.cases.map(\.title))
    }

    /// What an import has brought counts as long as it has only words of the title or of the name.
    @Test func whatAListSaysCounts() throws {
        let titles = [
            try listed(1, "La La Land", "title_sort", "Land, La La"), try listed(2, "Moor", "title_sort", "Moor"),
            try listed(3, "A is for Alibi", "title_sort", "Zebra"),
        ]
        #expect(sorted(titles, by: .sortTitle).map(\.title) == ["A is for Alibi", "La La Land", "Moor"])
        let authors = [
            try listed(1, "Solitude", by: "Gabriel García Márquez", "author_sort", "García Márquez, Gabriel"),
            try listed(2, "Ficciones", by: "Jorge Luis Borges", "author_sort", "Zola, Émile"),
            try listed(3, "Kim", by: "Rudyard Kipling", "author_sort", "Kipling, Rudyard"),
        ]
        #expect(sorted(authors, by: .surname).map(\.title) == ["Ficciones", "Solitude", "Kim"])
    }

    private func listed(
        _ number: UInt64, _ title: String, by author: String = "X", _ detail: String, _ text: String
    ) throws -> Book {
        let draft = BookDraft(title: title, authors: [author]) {
            if let name = DetailName(detail) { $0.details[name] = text }
        }
        return try book(number, draft)
    }

    private func sorted(_ books: [Book], by sort: BookSort) -> [BookDraft] {
        let query = BookQuery {
            $0.sort = sort.order
            $0.shown = [.title]
        }
        return query.page(of: LibrarySnapshot(books: books.sorted { $0.id < $1.id }), folding: .caseAndAccents)
            .rows.map(\.draft)
    }
}
