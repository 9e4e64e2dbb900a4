import Domain
import TestSupport
import Testing

struct LentBookQueryTests {
    private let library: LibrarySnapshot

    init() throws {
        let books = try BookQueryTests.books()
        let ben = try borrower(1, "Ben")
        library = LibrarySnapshot(
            books: books, borrowers: [ben],
            loans: [loan(1, of: books[2], to: ben), loan(2, of: books[3], to: ben, returned: "2024-05-03")])
    }

    private func found(_ query: BookQuery) -> [UInt64] {
        let page = query.page(of: library, folding: folding)
        #expect(SearchedEntities<Book>(library, folding: folding).page(query) == page)
        return page.rows.map(\.id.bits)
    }

    @Test func filtersByTheLoan() {
        #expect(found(BookQuery { $0.due = [.within(from: day("2024-05-01"), through: nil)] }) == [3])
        #expect(found(BookQuery { $0.due = [.within(from: nil, through: day("2024-05-01"))] }).isEmpty)
        #expect(found(BookQuery { $0.due = [.missing] }) == [2, 4, 1])
        #expect(found(BookQuery { $0.holders = ["BÉN"] }) == [3])
        #expect(found(BookQuery { $0.holders = ["ben", "ana"] }).isEmpty)
    }

    @Test func filtersLentBooksAndNamesTheirBorrowers() {
        #expect(found(BookQuery { $0.lentOnly = true }) == [3])
        let ben = BookHolder(name: "Ben", due: day("2024-05-29"))
        let page = BookQuery { $0.lentOnly = true }.page(of: library, folding: folding)
        #expect(Array(page.rows) == [Row(library.books[2], derived: ben)])
        #expect(found(BookQuery { $0.due = [.within(from: day("2024-05-29"), through: day("2024-05-29"))] }) == [3])
        #expect(found(BookQuery { $0.due = [.within(from: day("2024-05-30"), through: day("2024-05-31"))] }) == [])
        #expect(
            BookQuery { $0.ids = [Book.ID(bits: 3)] }.page(of: library, folding: folding).rows.first == page.rows[0])
        #expect(
            BookQuery { $0.ids = [Book.ID(bits: 4)] }.page(of: library, folding: folding).rows.first
                == Row(library.books[3]))
        #expect(BookQuery { $0.ids = [Book.ID(bits: 9)] }.page(of: library, folding: folding).rows.first == nil)
    }

    @Test func findsTheBooksThatSomebodyHas() {
        let query = BookQuery(text: "BEN") { $0.derivedFields = [.lentTo] }
        let page = query.page(of: library, folding: folding)
        #expect(page.rows.map(\.id.bits) == [4, 3, 1])
        #expect(page.rows.map { !$0.hits.isEmpty } == [false, true, false])
        #expect(SearchedEntities<Book>(library, folding: folding).page(query) == page)
        #expect(found(BookQuery(text: "ben")) == [4, 1])
    }
}
