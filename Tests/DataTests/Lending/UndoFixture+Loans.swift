import Domain

@testable import Data

func loanID(_ number: Int) -> Loan.ID { Loan.ID(bits: UInt64(number)) }

extension LibraryLocation {
    /// Books, people and loans that another program may have written.
    func fillWithLoans() async throws {
        try await fill()
        try await store().save(
            (
                .borrowers, "00000000000b", #"{"id":"00000000000b","phone":{ "home":"none"},"name":"Ana"}"#
            ))
        try await save(borrower(12, "Ben"))
        try await save([loan(21, of: 2, to: 11), try loan(22, of: 3, to: 12).returned(on: someDay)])
    }
}
