import Domain
import TestSupport

extension PlainLibrary {
    func openLoan(of book: Book.ID) -> (id: Loan.ID, name: String, due: Day)? {
        loans.filter { $0.value.book == book && $0.value.returned == nil }.min { $0.key < $1.key }.map { id, loan in
            (id, people[loan.person] ?? "", loan.due)
        }
    }

    func requireOpenLoan(of id: Book.ID) throws(Refusal) -> (id: Loan.ID, name: String, due: Day) {
        _ = try book(id)
        guard let loan = openLoan(of: id) else { throw Refusal("notLent", "\(id)") }
        return loan
    }

    func person(_ name: String, besides other: Borrower.ID? = nil) -> Borrower.ID? {
        people.filter { $0.key != other && folding($0.value) == folding(name.tidy) }.keys.min()
    }

    func requirePerson(_ name: String) throws(Refusal) -> Borrower.ID {
        guard let person = person(name) else { throw Refusal("noSuchBorrower", name) }
        return person
    }

    mutating func lend(
        _ id: Book.ID, to name: String, _ term: LoanTerm?, on today: Day, number: UInt64
    ) throws(Refusal) {
        if name.tidy == "" { throw Refusal("noName") }
        _ = try book(id)
        let due = due(term, from: today)
        if due < today { throw Refusal("dueBeforeLent", "\(due)", "\(today)") }
        // Rules about the rest of the library are checked at the end.
        if let loan = openLoan(of: id) { throw Refusal("alreadyLent", "\(id)", loan.name, "\(loan.due)") }
        let borrower = person(name) ?? Borrower.ID(bits: number)
        people[borrower] = people[borrower] ?? name.tidy
        loans[Loan.ID(bits: number + 1)] = PlainLoan(book: id, person: borrower, lent: today, due: due)
    }

    mutating func extend(_ id: Book.ID, _ term: LoanTerm?, on today: Day) throws(Refusal) {
        let loan = try requireOpenLoan(of: id).id
        guard let (lent, old) = loans[loan].map({ ($0.lent, $0.due) }) else { return }
        let due = due(term, from: max(old, today))
        if due < lent { throw Refusal("dueBeforeLent", "\(due)", "\(lent)") }
        loans[loan]?.due = due
    }

    func due(_ term: LoanTerm?, from day: Day) -> Day {
        switch term {
        case .days(let period): day + period.days
        case .until(let due): due.day(ifToday: day)
        case nil: day + 28
        }
    }

    mutating func rename(_ name: String, to newName: String) throws(Refusal) {
        let id = try requirePerson(name)
        if newName.tidy == "" { throw Refusal("noName") }
        if let other = person(newName, besides: id) { throw Refusal("nameTaken", people[other] ?? "") }
        people[id] = newName.tidy
    }

    mutating func removePerson(_ name: String) throws(Refusal) {
        let id = try requirePerson(name)
        let count = loans.values.count { $0.person == id && $0.returned == nil }
        if count > 0 { throw Refusal("hasBooks", "\(id)", "count: \(count)") }
        people[id] = nil
        loans = loans.filter { $0.value.person != id }
    }

    /// Whether each lent book is there once, and each loan has its book and its person.
    var hasAllowedLoans: Bool {
        let lent = loans.values.filter { $0.returned == nil }.map(\.book)
        return Set(lent).count == lent.count
            && loans.values.allSatisfy { books[$0.book] != nil && people[$0.person] != nil }
    }

    func requireReturned(_ ids: [Book.ID]) throws(Refusal) {
        // Rules about the rest of the library are checked at the end, in the order of the identifiers.
        for id in ids.sorted() {
            if let loan = openLoan(of: id) { throw Refusal("isLent", "\(id)", loan.name, "\(loan.due)") }
        }
    }

    mutating func moveLoans(of books: [Book.ID], to id: Book.ID) {
        for (number, loan) in loans where books.contains(loan.book) { loans[number]?.book = id }
    }
}

struct PlainLoan: Equatable {
    var book: Book.ID
    var person: Borrower.ID
    let lent: Day
    var due: Day
    var returned: Day?
}

extension PlainLoan {
    init(_ loan: Loan) {
        (book, person, lent) = (loan.book, loan.borrower, loan.lent)
        (due, returned) = (loan.due, loan.returned)
    }
}
