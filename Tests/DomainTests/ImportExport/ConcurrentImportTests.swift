import Data
import Domain
import TestSupport
import Testing

/// Others change the library between two units of work of an import.
struct ConcurrentImportTests {
    private let library: StoredLibrary
    private let rows: [ImportRow]

    init() throws {
        library = .inMemory(LibrarySnapshot(books: [try book(7, "C")]))
        rows = ["A", "B", "C", "D"].enumerated().map { index, title in
            ImportRow(line: index + 2, content: .book(ImportedBook(BookDraft(title: title, authors: ["Ana"]))))
        }
    }

    /// Imports two rows at a time, and makes the change after the first unit, when A and B are in the library.
    private func report(
        hasIncrementalNews: Bool, isDryRun: Bool = false, change: Change
    ) async throws -> BookImportReport {
        let importBooks = ImportBooks(
            context(NarrowLibrary(base: library, batchSize: 2, hasIncrementalNews: hasIncrementalNews)))
        return try await importBooks(rows, dryRun: isDryRun) { done in
            guard done == 2 else { return }
            do {
                try await change.make(library)
            } catch {
                Issue.record(error)
            }
        }
    }

    @Test(arguments: Change.all, [true, false])
    func addsTheBooksMissingAtThatMoment(_ change: Change, hasIncrementalNews: Bool) async throws {
        let report = try await report(hasIncrementalNews: hasIncrementalNews, change: change)
        #expect(report.added == change.added)
        #expect(report.skipped == rows.count - change.added)
        #expect(try await library.books.all().map(\.title).sorted() == change.titles)
    }

    @Test(arguments: [true, false])
    func aDryRunRemembersTheBooksItWouldAdd(hasIncrementalNews: Bool) async throws {
        for change in [Change.nothing, .removal] {
            let report = try await report(hasIncrementalNews: hasIncrementalNews, isDryRun: true, change: change)
            #expect(report.added == change.added)
        }
        #expect(try await library.books.all().isEmpty)
    }
}

/// A change by others, the number of rows that the import then adds, and the titles in the library afterwards.
struct Change: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let added: Int
    let titles: [String]
    let make: @Sendable (any Library) async throws -> Void

    static let nothing = Change(testDescription: "nothing", added: 3, titles: ["A", "B", "C", "D"]) { _ in }

    static let removal = Change(testDescription: "remove C", added: 4, titles: ["A", "B", "C", "D"]) {
        try await $0.books.delete(Book.ID(bits: 7))
    }

    static let all = [
        nothing, removal,
        Change(testDescription: "add D", added: 2, titles: ["A", "B", "C", "D"]) {
            try await $0.books.save(try book(8, "D"))
        },
        Change(testDescription: "remove A, which was imported", added: 3, titles: ["B", "C", "D"]) {
            try await $0.books.delete(try await $0.imported("A"))
        },
        Change(testDescription: "rename C", added: 4, titles: ["A", "B", "C", "D", "Z"]) {
            try await $0.books.save(try book(7, "Z"))
        },
        Change(testDescription: "rename C to D", added: 3, titles: ["A", "B", "C", "D"]) {
            try await $0.books.save(try book(7, "D"))
        },
        Change(testDescription: "rename A, which was imported", added: 3, titles: ["B", "C", "D", "Z"]) {
            try await $0.books.save(try book($0.imported("A").bits, "Z"))
        },
        Change(testDescription: "note the ISBN of C", added: 3, titles: ["A", "B", "C", "D"]) {
            try await $0.books.save(try book(7, "C", isbn: isbnA))
        },
    ]
}

extension Library {
    fileprivate func imported(_ title: String) async throws -> Book.ID {
        try #require(try await books.all().first { $0.title == title }).id
    }
}
