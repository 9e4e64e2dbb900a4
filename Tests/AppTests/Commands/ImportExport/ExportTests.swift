import Data
import Domain
import TestSupport
import Testing

@testable import App

struct ExportTests {
    @Test func jsonHasOneBookPerLine() throws {
        let book = try Book(id: Book.ID(bits: 1), draft: fullDraft(), added: today)
        let emma = try Book(
            id: Book.ID(bits: 2), draft: BookDraft(title: "Em\"ma", authors: ["Jane Austen"]), added: today)
        let rows = [Row(book, derived: BookHolder(name: "Bo; \"B\"", due: day("2024-02-29"))), Row(emma)]
        let bytes = Console.json(rows)
        #expect(
            String(decoding: bytes, as: UTF8.self) == #"""
                [
                {"id":"000000000001","title":"Emma","authors":["Jane Austen","Ben"],"isbn":"9780141439587",\#
                "status":"abandoned","rating":4,"favorite":true,"shelves":["Sea","Attic"],"added":"2024-01-01",\#
                "started":"2024-01-02","finished":"2024-01-03","notes":"Salt\nand wind",\#
                "details":{"Publisher":"Penguin"},"sources":{"goodreads":["6969","5107"],"calibre":["9fc1"]},\#
                "lentTo":"Bo; \"B\"","due":"2024-02-29"},
                {"id":"000000000002","title":"Em\"ma","authors":["Jane Austen"],"status":"to-read","favorite":false,\#
                "shelves":[],"added":"2024-05-10"}
                ]

                """#)
        let list = try BookListReader().read(bytes, from: "export")
        let drafts = list.rows.compactMap { row in if case .book(let book) = row.content { book.draft } else { nil } }
        #expect(drafts == [book.draft, emma.draft])
        #expect(Console.json([Row<Book>]()) == Array("[]\n".utf8))
    }
}
