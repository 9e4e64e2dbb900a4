import Data
import Domain
import Presentation
import TestSupport
import TestTraits
import Testing

@MainActor
@Suite(.endsIfItHangs)
struct LentBookDetailViewModelTests {
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

    private func model(of book: Int) -> DetailViewModel<Book> {
        DetailViewModel<Book>(books[book].id, context: context(library))
    }

    @Test func showsTheBookAndItsLoansTheLatestFirst() async {
        let model = model(of: 0)
        #expect(model.row == nil)
        await model.content.load()
        #expect(model.row == Row(books[0], derived: BookHolder(name: "Ana", due: day("2024-05-09"))))
        #expect(model.loans(today: today).map(\.borrower) == ["Ana", "Ben"])
        #expect(model.loans(today: today).map(\.title) == ["Cold Sea", "Cold Sea"])
        #expect(model.loans(today: today).map(\.isOverdue) == [true, false])
        #expect(!model.content.isLoading)
    }

    @Test func observingFollowsTheLoans() async throws {
        let model = model(of: 0)
        try await during(model.content.observe) {
            await until { model.row?.lentTo != nil }
            try await library.loans.delete(Loan.ID(bits: 1))
            await until { model.loans(today: today).count == 1 }
            #expect(model.row?.lentTo == nil)
        }
    }
}
