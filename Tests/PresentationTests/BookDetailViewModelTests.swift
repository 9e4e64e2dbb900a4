import Data
import Domain
import Presentation
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct BookDetailViewModelTests {
    private let library: StoredLibrary
    private let model: BookDetailViewModel
    private let books: [Book]

    init() throws {
        books = [try book(1, "Cold Sea"), try book(2, "Cold Day")]
        let (ana, ben) = (try borrower(1, "Ana"), try borrower(2, "Ben"))
        library = StoredLibrary.inMemory(
            LibrarySnapshot(
                books: books, borrowers: [ana, ben],
                loans: [
                    loan(1, of: books[0], to: ana, lent: "2024-05-01", due: "2024-05-09"),
                    loan(2, of: books[0], to: ben, lent: "2024-01-01", due: "2024-06-01", returned: "2024-02-01"),
                    loan(3, of: books[1], to: ben, returned: "2024-05-03"),
                ]))
        model = BookDetailViewModel(context: context(library))
    }

    @Test func opensABookWithItsLoansTheLatestFirst() async {
        await model.open("sea")
        #expect(model.listing == BookListing(book: books[0], lentTo: "Ana", due: day("2024-05-09")))
        #expect(model.loans.map(\.borrower) == ["Ana", "Ben"])
        #expect(model.loans.map(\.title) == ["Cold Sea", "Cold Sea"])
        #expect(model.loans.map(\.isOverdue) == [true, false])
        #expect(!model.isLoading)
    }

    @Test func whatNamesNoBookIsAnErrorAndWhatWasOpenStays() async {
        await model.open("sea")
        await model.open("cold")
        #expect(model.error == .book(.ambiguous("cold", books)))
        #expect(model.listing?.book == books[0])
        await model.open("day")
        #expect(model.error == nil)
        #expect(model.listing?.book == books[1])
        #expect(model.loans.map(\.id.bits) == [3])
    }

    @Test func observingFollowsTheOpenBook() async throws {
        await model.open("day")
        try await during(model.observe) {
            let renamed = try book(2, "Warm Day")
            try await library.books.save(renamed)
            await until { model.listing?.book == renamed }
            #expect(model.listing?.book.title == "Warm Day")
            await model.open("sea")
            #expect(model.listing?.book == books[0])
            try await library.loans.delete(Loan.ID(bits: 1))
            await until { model.loans.count == 1 }
            #expect(model.listing?.lentTo == nil)
        }
    }

    @Test func observingShowsThatTheBookIsGone() async throws {
        await model.open("day")
        try await during(model.observe) {
            try await library.books.delete(books[1].id)
            await until { model.listing == nil }
            #expect(model.error == nil)
        }
    }

    @Test func removesTheOpenBook() async throws {
        #expect(await model.remove() == nil)
        await model.open("day")
        #expect(await model.remove() == books[1])
        #expect(model.listing == nil)
        #expect(model.loans.isEmpty)
        #expect(try await library.books.all() == [books[0]])
    }

    @Test func aLentBookStays() async {
        await model.open("sea")
        #expect(await model.remove() == nil)
        #expect(model.error == .book(.isLent(books[0], to: "Ana", due: day("2024-05-09"))))
        #expect(model.listing?.book == books[0])
    }
}
