/// A loan as a list of books describes it.
public struct ImportedHolder: Hashable, Sendable {
    public var borrower: String
    public var lent: Day?
    public var due: Day?
    public var returned: Day?

    public init(to borrower: String, lent: Day? = nil, due: Day? = nil, returned: Day? = nil) {
        (self.borrower, self.lent, self.due, self.returned) = (borrower, lent, due, returned)
    }
}

/// Adds the loans of a list of books, and the people who have them.
public struct ImportHolders: Sendable {
    private let context: UseCaseContext

    public init(_ context: UseCaseContext) { self.context = context }

    /// Returns the number of added loans. A loan without a day began today, and is due after `period`. Leaves out one that
    /// the library has, ended or not, and one of a book that is lent.
    ///
    /// Throws `LibraryError.store`, and what a rule of loans refuses; then none is added.
    public func callAsFunction(
        _ loans: [BookImportReport.Held], period: LoanPeriod
    ) async throws(LibraryError) -> Int {
        let today = context.today()
        let new = loans.map { (lent: $0, loan: context.newID() as Loan.ID, borrower: context.newID() as Borrower.ID) }
        return try await context.library.perform { unit throws(LibraryError) in
            var people: [String: Borrower] = [:]
            for person in try await unit.borrowers.all() { people[context.folding(person.name)] = person }
            var known = Dictionary(grouping: try await unit.loans.all(), by: \.book)
            var added: [Loan] = []
            for (lent, id, newID) in new {
                guard let name = try? Borrower(id: newID, name: lent.loan.borrower) else { continue }
                let person = people[context.folding(name.name)] ?? name
                let start = lent.loan.lent ?? lent.loan.returned ?? today
                let isKnown = (known[lent.book] ?? []).contains { loan in
                    loan.isOpen && lent.loan.returned == nil
                        || loan.borrower == person.id && (lent.loan.lent == nil || loan.lent == start)
                }
                if isKnown { continue }
                let due = max(start, lent.loan.due ?? start + period.days)
                let loan = try mapError(
                    LibraryError.lending,
                    Loan(
                        id: id, book: lent.book, borrower: person.id, lent: start, due: due,
                        returned: lent.loan.returned.map { max($0, start) }))
                if people.updateValue(person, forKey: context.folding(person.name)) == nil {
                    try await unit.borrowers.save(person)
                }
                known[lent.book, default: []].append(loan)
                added.append(loan)
            }
            if !added.isEmpty { try await unit.loans.save(added) }
            return added.count
        }
    }
}
