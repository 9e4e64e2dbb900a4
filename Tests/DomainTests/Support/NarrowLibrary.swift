import Data
import Domain

/// A library whose units of work are small, as a cluster's are.
struct NarrowLibrary: Library {
    let base: any Library
    let batchSize: Int

    var books: any Repository<Book> { base.books }
    var borrowers: any Repository<Borrower> { base.borrowers }
    var loans: any Repository<Loan> { base.loans }

    func snapshot() async throws(LibraryError) -> LibrarySnapshot {
        try await base.snapshot()
    }

    func observe() -> Updates<LibrarySnapshot> {
        base.observe()
    }

    func perform<Value: Sendable>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        try await base.perform(work)
    }
}
