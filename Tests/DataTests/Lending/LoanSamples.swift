import Domain

func borrowerID(_ number: Int) -> Borrower.ID { Borrower.ID(bits: UInt64(number)) }

func borrower(_ number: Int, _ name: String = "Ana") throws(LibraryError) -> Borrower {
    do throws(LendingError) {
        return try Borrower(id: borrowerID(number), name: name)
    } catch {
        throw .lending(error)
    }
}

func loan(_ number: Int, of book: Int, to borrower: Int = 1) throws(LibraryError) -> Loan {
    do throws(LendingError) {
        return try Loan(
            id: Loan.ID(bits: UInt64(number)), book: bookID(book), borrower: borrowerID(borrower), lent: someDay,
            due: someDay + 28)
    } catch {
        throw .lending(error)
    }
}
