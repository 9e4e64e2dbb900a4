import Domain

struct Return: LibraryCommand {
    var book = ""

    static var syntax: Syntax<Return> {
        Syntax(
            summary: "Takes back a book that was lent.", examples: ["return pride", "return k3jd"],
            operands: [.words("book", \.book, .library(.lentBooks))],
            rows: LoanListing.self, notes: [Book.words.naming])
    }

    func run(_ context: UseCaseContext, in session: AppSession) async throws(LibraryError) -> ExitStatus {
        let book = try await session.call(FindEntity<Book>.self, try await FindEntity<Book>(context)(book))
        let loan = try await session.call(ReturnBook.self, try await ReturnBook(context)([book.id])[0])
        session.console.say("\(loan.borrower) has returned \"\(loan.title)\".")
        session.console.print(loan)
        return .done
    }
}
