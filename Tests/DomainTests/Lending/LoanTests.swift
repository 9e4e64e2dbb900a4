import Domain
import TestSupport
import Testing

struct LoanTests {
    @Test func isOverdueFromTheDayAfterItsDueDay() throws {
        let loan = loan(1, of: try book(1, "A"), to: try borrower(1, "Ben"), due: "2024-05-09")
        #expect(!loan.isOverdue(on: day("2024-05-08")))
        #expect(!loan.isOverdue(on: day("2024-05-09")))
        #expect(loan.isOverdue(on: day("2024-05-10")))
        #expect(!loan.returned(on: day("2024-05-12")).isOverdue(on: day("2024-06-10")))
    }

    @Test func isNotDueBeforeItIsLent() throws {
        let (id, book, ben) = (Loan.ID(bits: 1), Book.ID(bits: 1), Borrower.ID(bits: 1))
        let yesterday = today + -1
        #expect(throws: LendingError.dueBeforeLent(due: yesterday, lent: today)) {
            try Loan(id: id, book: book, borrower: ben, lent: today, due: yesterday)
        }
        #expect(try Loan(id: id, book: book, borrower: ben, lent: today, due: today).due == today)
    }

    @Test func isLookedUpByBookAndBorrower() throws {
        let (book, ben) = (try book(1, "A"), try borrower(2, "Ben"))
        let open = loan(1, of: book, to: ben)
        #expect(open.lookupKeys == [.of(book.id), .by(ben.id), .open(book.id), .openTo(ben.id)])
        #expect(open.returned(on: today).lookupKeys == [.of(book.id), .by(ben.id)])
        #expect(open.returned(on: today) == loan(1, of: book, to: ben, returned: "2024-05-10"))
    }

    @Test func aBorrowerHasATidyName() throws {
        #expect(try borrower(1, "  Ben  Berg ").name == "Ben Berg")
        #expect(throws: LendingError.noName) { try borrower(1, " ") }
    }
}
