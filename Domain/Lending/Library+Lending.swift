extension Repositories {
    public var borrowers: any Repository<Borrower> { repository(of: Borrower.self) }
    public var loans: any Repository<Loan> { repository(of: Loan.self) }
}

extension LibrarySnapshot {
    public var borrowers: [Borrower] { entities(of: Borrower.self) }
    public var loans: [Loan] { entities(of: Loan.self) }

    public init(books: [Book] = [], borrowers: [Borrower] = [], loans: [Loan] = []) {
        self.init(books: books)
        set(borrowers)
        set(loans)
    }

    /// The loans whose book or borrower is missing. A repaired library may have some.
    public var incompleteLoans: [Loan] {
        let books = Set(books.map(\.id))
        let borrowers = Set(borrowers.map(\.id))
        return loans.filter { !books.contains($0.book) || !borrowers.contains($0.borrower) }
    }

    var borrowerNames: [Borrower.ID: String] {
        Dictionary(borrowers.lazy.map { ($0.id, $0.name) }) { first, _ in first }
    }
}

extension Loan: Deriving {
    /// Who has each book that is lent. A borrower who is missing is named by the identifier.
    public static func derived(in library: LibrarySnapshot) -> [Book.ID: BookHolder] {
        let names = library.borrowerNames
        return Dictionary(
            library.loans.lazy.filter(\.isOpen).map { loan in
                (loan.book, BookHolder(name: names[loan.borrower] ?? "\(loan.borrower)", due: loan.due))
            }
        ) { first, _ in first }
    }
}
