import Data
import Domain
import Testing

extension StoreContractTests {
    /// A store may answer a query without reading every book. Whatever it passes over must not be missed.
    @Test(arguments: StoreUnderTest.allCases, PageOfBooks.all)
    func answersQueries(store: StoreUnderTest, page: PageOfBooks) async throws {
        let place = try await store.makePlace()
        let library = try await place.open()
        try await library.books.save(PageOfBooks.books())
        try await library.borrowers.save(borrower(1, "Emma"))
        try await library.loans.save(loan(1, of: 5))
        // Asked of a store that has read nothing yet, where there can be one, and of one that has read everything.
        for library in [try await place.open(), library] {
            #expect(try await library.page(page.query, folding: PageOfBooks.folding).rows.map(\.id.bits) == page.found)
            _ = try await library.snapshot()
            #expect(try await library.page(page.query, folding: PageOfBooks.folding).rows.map(\.id.bits) == page.found)
        }
    }
}

/// A query, and the numbers of the books it finds, in order.
struct PageOfBooks: Sendable, CustomTestStringConvertible {
    let query: BookQuery
    let found: [UInt64]

    var testDescription: String { "\"\(query.text)\" finds \(found)" }

    static let all = [
        PageOfBooks(query: BookQuery(), found: [4, 1, 5, 3, 6, 2]),
        PageOfBooks(query: BookQuery(text: "emma"), found: [1]),
        PageOfBooks(query: BookQuery(text: "EMMA aus"), found: [1]),
        PageOfBooks(query: BookQuery(text: "anos"), found: [4]),
        PageOfBooks(query: BookQuery(text: "AÑOS garcia"), found: [4]),
        PageOfBooks(query: BookQuery(text: "\"quoted\""), found: [5]),
        PageOfBooks(query: BookQuery(text: "back\\slash"), found: [5]),
        PageOfBooks(query: BookQuery(text: "classics"), found: [1, 3]),
        PageOfBooks(query: BookQuery(text: "猫"), found: [2]),
        PageOfBooks(query: BookQuery(text: "x"), found: [6]),
        PageOfBooks(query: BookQuery(text: "emma 猫"), found: []),
        // Words of the stored form, which are no words of a book.
        PageOfBooks(query: BookQuery(text: "title"), found: []),
        PageOfBooks(query: BookQuery(text: "to-read"), found: []),
        PageOfBooks(query: BookQuery(text: "classics", isReversed: true, offset: 1, limit: 1), found: [1]),
        PageOfBooks(query: BookQuery(text: "s", lentOnly: true), found: [5]),
    ]

    /// Enough for these texts.
    static let folding = TextFolding { text in
        text.lowercased().replacing("ñ", with: "n").replacing("í", with: "i").replacing("á", with: "a")
    }

    static func books() throws -> [Book] {
        [
            try made(1, "Emma", "Jane Austen", shelf: "Classics"),
            try made(2, "吾輩は猫である", "夏目漱石"),
            try made(3, "Persuasion", "Jane Austen", shelf: "Classics"),
            try made(4, "Cien años de soledad", "Gabriel García Márquez"),
            try made(5, "Of \"quoted\" and back\\slashes", "Anonymous"),
            try made(6, "X", "Y"),
        ]
    }

    private static func made(_ number: Int, _ title: String, _ author: String, shelf: String? = nil) throws -> Book {
        try book(number, title) { draft in
            draft.authors = [author]
            draft.shelves = shelf.map { [$0] } ?? []
        }
    }
}
