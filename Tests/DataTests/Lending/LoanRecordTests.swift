import Domain
import Storage
import Testing

@testable import Data

struct LoanRecordTests {
    @Test func theNamesOfTheIndicesAreFixed() throws {
        let loan = try Loan(
            id: Loan.ID(bits: 1), book: Book.ID(bits: 2), borrower: Borrower.ID(bits: 3), lent: someDay, due: someDay)
        #expect(
            loan.storedKeys == [
                LookupKey("of", "000000000002", hasAll: false), LookupKey("by", "000000000003", hasAll: false),
                LookupKey("open", "000000000002"), LookupKey("openTo", "000000000003"),
            ])
    }

    @Test func aRecordThatBreaksARuleIsRefused() throws {
        let nameless = #"{"id":"000000000001","name":"\t"}"#
        #expect(throws: RecordError(member: "name", reason: .missing)) { try BorrowerRecord(nameless).entity() }
        let loan = """
            {"id":"000000000001","book":"000000000002","borrower":"000000000003","lent":"2024-10-04","due":"2024-10-03"}
            """
        #expect(throws: RecordError(member: "due", reason: .wrongValue("2024-10-03"))) {
            try LoanRecord(loan).entity()
        }
    }

    @Test func everyFieldOfABorrowerAndALoanIsInItsRecord() throws {
        let borrower = try Borrower(id: Borrower.ID(bits: 3), name: "Ana")
        #expect(BorrowerRecord(borrower).written == #"{"id":"000000000003","name":"Ana"}"#)
        #expect(try BorrowerRecord(#"{"id":"000000000003","name":"Ana"}"#).entity() == borrower)
        let day = try #require(Day("2024-10-04"))
        let loan = try Loan(
            id: Loan.ID(bits: 1), book: Book.ID(bits: 2), borrower: borrower.id, lent: day, due: day + 28,
            returned: day + 3)
        let text = """
            {"id":"000000000001","book":"000000000002","borrower":"000000000003","lent":"2024-10-04",\
            "due":"2024-11-01","returned":"2024-10-07"}
            """
        #expect(LoanRecord(loan).written == text)
        #expect(try LoanRecord(text).entity() == loan)
    }
}
