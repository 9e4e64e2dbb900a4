import Domain
import TestSupport
import Testing

@testable import Data

/// Books in the lists that every entity has.
struct BookEntityListTests {
    /// But not its details, which only backups have.
    @Test func aBookIsWrittenAndReadAgain() throws {
        var draft = try fullDraft()
        draft.details = BookDetails()
        let emma = try Book(id: Book.ID(bits: 1), draft: draft)
        let list = EntityList.csv([Row(emma)])
        let read = try EntityList<Book>.read(list, from: "list.csv", today: today, folding: folding)
        #expect(try read.map { try Book(id: emma.id, draft: $0.get().draft) } == [emma])
    }

    @Test func aSourceNamesItsProgram() throws {
        let list = Array("title,authors,sources\nEmma,Jane Austen,6969\n".utf8)
        let read = try EntityList<Book>.read(list, from: "list.csv", today: today, folding: folding)
        let error = LibraryError.value(.notOneOf(["<program>:<identifier>"]))
        #expect(throws: ImportReport.Rejection(line: 2, field: "sources", error: error)) { try read.first?.get() }
    }
}
