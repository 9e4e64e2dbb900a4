/// A loan as a list of books describes it.
public struct ImportedHolder: Hashable, Sendable {
    public var borrower: String
    public var lent, due, returned: Day?

    public init(to borrower: String, lent: Day? = nil, due: Day? = nil, returned: Day? = nil) {
        (self.borrower, self.lent, self.due, self.returned) = (borrower, lent, due, returned)
    }
}

extension BookImportReport {
    public struct Held: Hashable, Sendable {
        public let book: Book.ID
        public let loan: ImportedHolder
        let line: Int
    }
}

/// Adds the loans of a list of books, and the people who have them.
public struct ImportHolders: Sendable {
    private let context: UseCaseContext

    public init(_ context: UseCaseContext) { self.context = context }

    /// Returns how many loans were added, and how many were ended. A loan without a day began today, or on the day on which it
    /// was due or returned if that is earlier, and is due after `period`. One that the library has is ended if the list says
    /// when; otherwise it is left out, and so is one of a book that is lent.
    ///
    /// Throws `LibraryError.store`, and what a rule of loans refuses; then none is added.
    public func callAsFunction(_ loans: [BookImportReport.Held], period: LoanPeriod)
        async throws(LibraryError) -> (added: Int, ended: Int)
    {
        let today = context.today()
        // People are called as in the first row that names them.
        let new = loans.sorted { $0.line < $1.line }.map {
            (lent: $0, loan: context.newID() as Loan.ID, borrower: context.newID() as Borrower.ID)
        }
        return try await context.library.perform { unit throws(LibraryError) in
            var people: [String: Borrower] = [:]
            for person in try await unit.borrowers.all() { people[context.folding(person.name)] = person }
            var known = Dictionary(grouping: try await unit.loans.all(), by: \.book)
            var (added, ended): ([Loan], [Loan]) = ([], [])
            for (lent, id, newID) in new {
                guard let name = try? Borrower(id: newID, name: lent.loan.borrower) else { continue }
                let person = people[context.folding(name.name)] ?? name
                let start = lent.loan.lent ?? lent.loan.returned ?? min(today, lent.loan.due ?? today)
                let due = max(start, lent.loan.due ?? start + period.days)
                let returned = lent.loan.returned.map { max($0, start) }
                let index = known[lent.book]?.firstIndex { loan in
                    loan.isOpen && returned == nil
                        || loan.borrower == person.id && (lent.loan.lent == nil || loan.lent == start)
                }
                if let index {
                    guard let loan = known[lent.book]?[index], loan.isOpen, let returned, returned >= loan.lent else {
                        continue
                    }
                    known[lent.book]?[index] = loan.returned(on: returned)
                    ended.append(loan.returned(on: returned))
                    continue
                }
                let loan = try mapError(
                    LibraryError.lending,
                    Loan(id: id, book: lent.book, borrower: person.id, lent: start, due: due, returned: returned))
                if people.updateValue(person, forKey: context.folding(person.name)) == nil {
                    try await unit.borrowers.save(person)
                }
                known[lent.book, default: []].append(loan)
                added.append(loan)
            }
            if !(added + ended).isEmpty { try await unit.loans.save(added + ended) }
            return (added.count, ended.count)
        }
    }
}
