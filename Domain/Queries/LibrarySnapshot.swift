/// Everything a library holds at one moment.
public struct LibrarySnapshot: Equatable, Sendable {
    /// The arrays of entities, by their type; none is empty.
    private var parts: [ObjectIdentifier: any Hashable & Sendable] = [:]

    public init() {}

    /// Ordered by identifier.
    public func entities<Entity: LibraryEntity>(of type: Entity.Type) -> [Entity] {
        parts[ObjectIdentifier(type)] as? [Entity] ?? []
    }

    /// Replaces all entities of their type by these, which must be ordered by identifier, each once.
    public mutating func set<Entity: LibraryEntity>(_ entities: [Entity]) {
        parts[ObjectIdentifier(Entity.self)] = entities.isEmpty ? nil : entities
    }

    public static func == (left: Self, right: Self) -> Bool {
        left.parts.count == right.parts.count
            && left.parts.allSatisfy { type, part in
                right.parts[type].map { AnyHashable(part) == AnyHashable($0) } ?? false
            }
    }
}

extension LibrarySnapshot {
    public var books: [Book] { entities(of: Book.self) }
    public var borrowers: [Borrower] { entities(of: Borrower.self) }
    public var loans: [Loan] { entities(of: Loan.self) }

    public init(books: [Book] = [], borrowers: [Borrower] = [], loans: [Loan] = []) {
        self.init()
        set(books)
        set(borrowers)
        set(loans)
    }
}

extension LibrarySnapshot {
    /// The book of that identifier, as lists show it, or nil.
    public func listing(of id: Book.ID) -> BookListing? {
        listings(of: books.filter { $0.id == id }).first
    }

    /// The books, each with its open loan.
    func listings(of books: some Collection<Book>) -> [BookListing] {
        guard !loans.isEmpty else { return books.map { BookListing(book: $0) } }
        let names = borrowerNames
        let openLoans = self.openLoans
        return books.map { book in
            let loan = openLoans[book.id]
            return BookListing(book: book, lentTo: loan.map { names[$0.borrower] ?? "\($0.borrower)" }, due: loan?.due)
        }
    }

    /// The loans whose book or borrower is missing. A repaired library may have some.
    public var incompleteLoans: [Loan] {
        let books = Set(books.map(\.id))
        let borrowers = Set(borrowers.map(\.id))
        return loans.filter { !books.contains($0.book) || !borrowers.contains($0.borrower) }
    }

    var openLoans: [Book.ID: Loan] {
        Dictionary(loans.lazy.filter(\.isOpen).map { ($0.book, $0) }) { first, _ in first }
    }

    var borrowerNames: [Borrower.ID: String] {
        Dictionary(borrowers.lazy.map { ($0.id, $0.name) }) { first, _ in first }
    }
}

/// A book; while it is lent, also the borrower's name and the day it is due.
public struct BookListing: Hashable, Identifiable, Sendable {
    public let book: Book
    public let lentTo: String?
    public let due: Day?

    public init(book: Book, lentTo: String? = nil, due: Day? = nil) {
        self.book = book
        self.lentTo = lentTo
        self.due = due
    }

    public var id: Book.ID { book.id }
}
