import Data
import Domain
import TestSupport
import Testing

/// Lists of books, as the kernel imports them.
struct BookListTests {
    private let library = StoredLibrary.inMemory()

    private func read(_ fields: [BookField], change: (inout BookDraft) -> Void = { _ in }) async throws -> ImportReport
    {
        let draft = BookDraft(title: "Emma", authors: ["Jane Austen"], change)
        let row = ImportedEntity<Book>(line: 1, id: nil, draft: draft, fields: [.title, .authors] + fields)
        return try await ImportEntities<Book>(context(library))([row], updates: true)
    }

    /// As for a book that is added: today, and what a day says of the status.
    @Test func whatTheListLacksFollows() async throws {
        let report = try await read([.finished]) { $0.finished = day("2024-05-01") }
        #expect(report.added == 1 && report.rejected.isEmpty)
        let books = try await library.books.all()
        #expect(books.map(\.added) == [context(library).today()])
        #expect(books.map(\.status) == [.read])
    }

    @Test func aStatusInTheListStays() async throws {
        let report = try await read([.status, .finished]) { $0.finished = day("2024-05-01") }
        #expect(report.added == 1)
        #expect(try await library.books.all().map(\.status) == [.toRead])
    }

    @Test func aBookThatIsThereKeepsItsDay() async throws {
        let emma = BookDraft(title: "Emma", authors: ["Jane Austen"])
        try await library.books.save(book(7, emma, added: day("2020-02-03")))
        let report = try await read([.notes]) { $0.notes = "A gift" }
        #expect(report.updated == 1)
        let books = try await library.books.all()
        #expect(books.map(\.added) == [day("2020-02-03")])
        #expect(books.map(\.notes) == ["A gift"])
    }
}
