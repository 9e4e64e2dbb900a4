import Data
import Domain
import TestSupport
import Testing

/// Books that may be the same one. A dry run of an update warns of them.
struct LikelyDoublesTests {
    private func warnings(
        _ list: [BookDraft], library books: [Book], updates: Bool = true, dryRun: Bool = true
    ) async throws -> [BookImportReport.Warning] {
        let library = StoredLibrary.inMemory(LibrarySnapshot(books: books))
        let rows = list.enumerated().map { ImportRow(line: $0 + 2, content: .book(ImportedBook($1))) }
        let report = try await ImportBooks(context(library))(rows, updates: updates, dryRun: dryRun)
        return report.warnings
    }

    @Test(arguments: [
        "Emma (Austen, #4)", "EMMA", "The Emma", "Emma: A Novel", "Emma - A Novel (Penguin)", "An Emma (Série)",
    ])
    func aNewBookOfAKnownTitleMayBeADouble(title: String) async throws {
        let emma = try book(7, "Emma", by: "Jane Austen", isbn: isbnA)
        let other = BookDraft(title: title, authors: ["Ben", "JANE Austen"])
        let found = try await warnings([other], library: [emma])
        #expect(found.map(\.warning) == [.likelyDouble(nil, of: emma)])
        #expect(found.map(\.line) == [2])
        #expect(try await warnings([other], library: [emma], updates: false).isEmpty)
        #expect(try await warnings([other], library: [emma], dryRun: false).isEmpty)
    }

    @Test(
        arguments: [
            ("Emma (Austen, #4)", "Charlotte Lucas", nil), ("Emma Brown", "Jane Austen", nil),
            ("Emma: A Novel", "Jane Austen", isbnB), ("(Emma)", "Jane Austen", nil),
        ] as [(String, String, String?)])
    func anotherAuthorTitleOrISBNIsAnotherBook(title: String, author: String, isbn: String?) async throws {
        let draft = BookDraft(title: title, authors: [author], isbn: try isbn.map { try ISBN($0) })
        let emma = try book(7, "Emma", by: "Jane Austen", isbn: isbnA)
        #expect(try await warnings([draft], library: [emma]).isEmpty)
    }

    @Test func volumesWithSubtitlesOfTheirOwnAreDifferent() async throws {
        let towers = try book(7, "The Lord of the Rings: The Two Towers")
        let king = BookDraft(title: "The Lord of the Rings: The Return of the King", authors: ["Ana"])
        #expect(try await warnings([king], library: [towers]).isEmpty)
    }

    @Test func aPairOfTheLibraryIsNamedOnceWithBothIdentifiers() async throws {
        let (emma, novel) = (try book(7, "Emma"), try book(8, "Emma: A Novel"))
        let found = try await warnings([emma.draft, novel.draft], library: [emma, novel])
        #expect(found.map(\.warning) == [.likelyDouble(emma.id, of: novel)])
    }
}
