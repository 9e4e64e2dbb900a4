import Data
import Domain
import Synchronization
import TestSupport
import Testing

struct LookUpBookTests {
    private let isbn: ISBN
    private let catalog: CountingCatalog

    init() throws {
        isbn = try ISBN("9780441172719")
        catalog = CountingCatalog([isbn: CatalogEntry(title: "Dune", authors: ["Frank Herbert"])])
    }

    private func lookUp(
        _ draft: BookDraft, in library: StoredLibrary = StoredLibrary.inMemory(), of other: CountingCatalog? = nil
    ) async throws -> BookDraft {
        try await LookUpBook(context(library), catalog: other ?? catalog)(draft)
    }

    @Test func fillsInMissingFields() async throws {
        let draft = BookDraft(title: " ", authors: [""], isbn: isbn) {
            $0.status = .read
            $0.shelves = ["Sea"]
        }
        let expected = BookDraft(title: "Dune", authors: ["Frank Herbert"], isbn: isbn) {
            $0.status = .read
            $0.shelves = ["Sea"]
        }
        #expect(try await lookUp(draft) == expected)
    }

    @Test func keepsFieldsThatAreFilledIn() async throws {
        #expect(try await lookUp(BookDraft(title: "Der Wüstenplanet", isbn: isbn)).title == "Der Wüstenplanet")
        #expect(try await lookUp(BookDraft(title: "Der Wüstenplanet", isbn: isbn)).authors == ["Frank Herbert"])
        #expect(try await lookUp(BookDraft(authors: ["F. H."], isbn: isbn)).authors == ["F. H."])
        #expect(try await lookUp(BookDraft(authors: ["F. H."], isbn: isbn)).title == "Dune")
    }

    @Test func doesNotAskWithoutNeedOrWithoutAnISBN() async throws {
        let complete = BookDraft(title: "Emma", authors: ["Jane Austen"], isbn: isbn)
        #expect(try await lookUp(complete) == complete)
        #expect(try await lookUp(BookDraft(title: "Emma")) == BookDraft(title: "Emma"))
        #expect(catalog.asked == 0)
    }

    @Test func refusesAnISBNInTheLibraryWithoutAsking() async throws {
        let old = try Book(
            id: Book.ID(bits: 1), draft: BookDraft(title: "Dune", authors: ["X"], isbn: isbn), added: today)
        let library = StoredLibrary.inMemory(LibrarySnapshot(books: [old]))
        await #expect(throws: LibraryError.book(.sameISBN(isbn, old))) {
            try await lookUp(BookDraft(isbn: isbn), in: library)
        }
        #expect(catalog.asked == 0)
    }

    @Test func refusesABookMissingFromTheCatalogue() async throws {
        let unknown = try ISBN("9780306406157")
        await #expect(throws: LibraryError.catalog(.noSuchBook(unknown))) {
            try await lookUp(BookDraft(isbn: unknown))
        }
        let anonymous = CountingCatalog([unknown: CatalogEntry(title: "Beowulf", authors: [" "])])
        await #expect(throws: LibraryError.catalog(.noAuthor(unknown, title: "Beowulf"))) {
            try await lookUp(BookDraft(isbn: unknown), of: anonymous)
        }
        let draft = BookDraft(authors: ["Anonymous"], isbn: unknown)
        #expect(try await lookUp(draft, of: anonymous).title == "Beowulf")
    }

    @Test func anEntryHasATitle() {
        #expect(CatalogEntry(title: " \n", authors: ["X"]) == nil)
        #expect(CatalogEntry(title: " A  B ", authors: [" X  Y", ""])?.title == "A B")
        #expect(CatalogEntry(title: "A", authors: [" X  Y", ""])?.authors == ["X Y"])
    }
}

/// Counts its lookups.
private final class CountingCatalog: BookCatalog {
    private let entries: [ISBN: CatalogEntry]
    private let count = Mutex(0)

    init(_ entries: [ISBN: CatalogEntry?]) { self.entries = entries.compactMapValues { $0 } }

    var asked: Int { count.withLock { $0 } }

    func entry(for isbn: ISBN) -> CatalogEntry? {
        count.withLock { $0 += 1 }
        return entries[isbn]
    }
}
