import Data
import Domain
import Presentation
import TestSupport
import TestTraits
import Testing

@MainActor
@Suite(.endsIfItHangs)
struct BookDetailViewModelTests {
    private let library: StoredLibrary
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
    }

    private func model(of book: Int) -> BookDetailViewModel {
        BookDetailViewModel(books[book].id, context: context(library))
    }

    @Test func showsTheBookAndItsLoansTheLatestFirst() async {
        let model = model(of: 0)
        #expect(model.listing == nil)
        await model.content.load()
        #expect(model.listing == BookListing(book: books[0], holder: BookHolder(name: "Ana", due: day("2024-05-09"))))
        #expect(model.loans.map(\.borrower) == ["Ana", "Ben"])
        #expect(model.loans.map(\.title) == ["Cold Sea", "Cold Sea"])
        #expect(model.loans.map(\.isOverdue) == [true, false])
        #expect(!model.content.isLoading)
    }

    @Test func observingFollowsTheBook() async throws {
        let model = model(of: 0)
        try await during(model.content.observe) {
            await until { model.listing != nil }
            let renamed = try book(1, "Warm Sea")
            try await library.books.save(renamed)
            await until { model.listing?.book == renamed }
            try await library.loans.delete(Loan.ID(bits: 1))
            await until { model.loans.count == 1 }
            #expect(model.listing?.lentTo == nil)
        }
    }

    @Test func observingShowsThatTheBookIsGone() async throws {
        let model = model(of: 1)
        try await during(model.content.observe) {
            await until { model.listing != nil }
            try await library.books.delete(books[1].id)
            await until { model.listing == nil }
            #expect(model.content.observeError == nil)
        }
    }
}
