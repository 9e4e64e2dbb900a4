import Domain
import TestSupport
import Testing

struct ShelvesTests {
    @Test func namesThatDifferInCaseAndAccentsAreOneShelf() throws {
        let books = try [["Café", "Attic"], ["CAFE", "attic", "Sea"], ["cafe", "Café"], []].enumerated().map {
            number, shelves in
            try book(UInt64(number + 1), BookDraft(title: "A", authors: ["Ana"]) { $0.shelves = shelves })
        }
        let shelves = LibrarySnapshot(books: books).books.map { Row($0) }.shelves(folding)
        #expect(shelves.map(\.name) == ["Attic", "Café", "Sea"])
        #expect(shelves.map(\.books) == [2, 3, 1])
        #expect(LibrarySnapshot().books.map { Row($0) }.shelves(folding).isEmpty)
    }
}
