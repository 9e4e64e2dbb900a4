import Data
import Domain
import Foundation
import TestSupport
import Testing

/// Each case of the table on the page "The same book", in any order of the rows and any size of a unit of work.
struct TheSameBookTests {
    /// A row of the table.
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let library: [Entry]
        let list: [Entry]
        /// What the library has after the list was imported: without and with `--update`.
        let results: [Result]
    }

    struct Result {
        let books: Set<Entry>
        let warns: Bool
        let rejects: Bool
    }

    /// A book as the table shows it: `Emma by Jane Austen, goodreads 1, 9780141439587, was 9780439023481`.
    struct Entry: Hashable {
        let text: String

        init(_ text: some StringProtocol) { self.text = String(text).tidied }

        init(_ draft: BookDraft) throws {
            let earlier = draft.details.all.filter { "\($0.name)".hasPrefix("isbn (earlier)") }.map { "was \($0.text)" }
            let sources = draft.sources.all.map { "\($0.program) \($0.id)" }
            let name = "\(draft.title) by \(draft.authors.joined(separator: " and "))"
            text = ([name] + sources + (draft.isbn.map { ["\($0)"] } ?? []) + earlier).joined(separator: ", ")
        }

        func draft() throws -> BookDraft {
            let parts = text.components(separatedBy: ", ")
            let name = parts[0].components(separatedBy: " by ")
            try #require(name.count == 2)
            var draft = BookDraft(title: name[0], authors: name[1].components(separatedBy: " and "))
            for part in parts.dropFirst() {
                if let isbn = try? ISBN(part) {
                    draft.isbn = isbn
                } else {
                    draft.sources.add(try #require(BookSource(part.replacing(" ", with: ":", maxReplacements: 1))))
                }
            }
            return draft
        }
    }

    private static let cases: [Case] = {
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
        let page = try? String(contentsOf: root.appending(path: "App/App.docc/TheSameBook.md"), encoding: .utf8)
        let rows = (page ?? "").split(separator: "\n").filter { $0.hasPrefix("| ") }
        return rows.compactMap { row in
            let cells = row.split(separator: "|", omittingEmptySubsequences: false).map { String($0).tidied }
            guard cells.count == 7, !["case", "---"].contains(cells[1]) else { return nil }
            let library = entries(cells[2])
            return Case(
                testDescription: cells[1], library: library, list: entries(cells[3]),
                results: cells[4...5].map { cell in
                    let parts = cell.components(separatedBy: "; ")
                    let books = parts[0] == "unchanged" ? library : entries(parts[0])
                    return Result(
                        books: Set(books), warns: parts.contains("warns"), rejects: parts.contains("rejects"))
                })
        }
    }()

    private static func entries(_ cell: String) -> [Entry] {
        cell == "nothing" ? [] : cell.components(separatedBy: " / ").map { Entry($0) }
    }

    @Test func thePageHasTheCases() {
        #expect(Self.cases.count >= 20)
    }

    @Test(arguments: cases) func theTableIsRight(_ example: Case) async throws {
        for (updates, result) in zip([false, true], example.results) {
            for (rows, batchSize) in zip([example.list, example.list.reversed()], [.max, 1]) {
                let books = try example.library.enumerated().map { try book(UInt64($0.offset + 1), $0.element.draft()) }
                let library = StoredLibrary.inMemory(LibrarySnapshot(books: books))
                let importBooks = ImportBooks(context(NarrowLibrary(base: library, batchSize: batchSize)))
                let list = try rows.enumerated().map { index, entry in
                    let book = ImportedBook(try entry.draft(), assumed: [.status, .favorite])
                    return ImportRow(line: index + 2, bytes: Array(entry.text.utf8)[...], content: .book(book))
                }
                let foretold = try await importBooks(list, updates: updates, dryRun: true)
                let report = try await importBooks(list, updates: updates)
                #expect(report.rows == foretold.rows)
                let after = try await library.books.all()
                let mode: Comment = "updates: \(updates), first \(rows[0].text)"
                #expect(Set(try after.map { try Entry($0.draft) }) == result.books, mode)
                #expect(after.count == result.books.count, mode)
                #expect(!report.warnings.isEmpty == result.warns, mode)
                #expect((report.rejected > 0) == result.rejects, mode)
                // Importing the list again changes nothing.
                let again = try await importBooks(list, updates: updates)
                #expect(again.added == 0 && again.updated == 0, mode)
                #expect(try await library.books.all() == after, mode)
            }
        }
    }
}
