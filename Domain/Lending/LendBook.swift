/// Lends books to a person, registering them as a borrower if they are new.
public struct LendBook: Sendable {
    private let context: UseCaseContext
    private let preferences: any PreferencesRepository

    public init(_ context: UseCaseContext, preferences: any PreferencesRepository) {
        (self.context, self.preferences) = (context, preferences)
    }

    /// Returns the loans, in the order of `books`: one or more, each once. On an error, none is lent, and nobody is
    /// registered. Recognises a known borrower by name, ignoring case and accents. Without a term, a loan lasts the
    /// preferred period.
    ///
    /// Throws `BookError.noSuchBook`, `LendingError.alreadyLent`, `.noName`, `.dueBeforeLent`, and
    /// `LibraryError.store`.
    public func callAsFunction(
        _ books: [Book.ID], to name: String, for term: LoanTerm? = nil
    ) async throws(LibraryError) -> [LoanListing] {
        let lent = context.today()
        let term = if let term { term } else { LoanTerm.days(try await preferences.preferences().loanPeriod) }
        let due = term.end(from: lent, today: lent)
        let newBorrower = try mapError(LibraryError.lending, Borrower(id: context.newID(), name: name))
        let new = books.map { (book: $0, id: context.newID() as Loan.ID) }

        return try await context.library.perform { unit throws(LibraryError) in
            let wanted = context.folding(newBorrower.name)
            let known = try await unit.borrowers.all().first { context.folding($0.name) == wanted }
            let borrower = known ?? newBorrower
            if known == nil { try await unit.borrowers.save(borrower) }
            var loans: [LoanListing] = []
            for (id, loanID) in new {
                let book = try await unit.require(id)
                let loan = try mapError(
                    LibraryError.lending, Loan(id: loanID, book: id, borrower: borrower.id, lent: lent, due: due))
                try await unit.loans.save(loan)
                loans.append(LoanListing(loan: loan, title: book.title, borrower: borrower.name, isOverdue: false))
            }
            return loans
        }
    }
}

/// How long a book is lent.
public enum LoanTerm: Hashable, Sendable {
    case days(LoanPeriod)
    case until(ChosenDay)

    /// The day it is due. Days are counted from `start`.
    func end(from start: Day, today: Day) -> Day {
        switch self {
        case .days(let period): start + period.days
        case .until(let day): day.day(ifToday: today)
        }
    }
}
