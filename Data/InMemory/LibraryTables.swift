import Domain

/// A whole library in memory.
struct LibraryTables: Sendable {
    var books = InMemoryTable<Book>()
    var borrowers = InMemoryTable<Borrower>()
    var loans = InMemoryTable<Loan>()

    var sources: LibrarySources {
        LibrarySources(books: books, borrowers: borrowers, loans: loans)
    }

    var snapshot: LibrarySnapshot {
        LibrarySnapshot(books: books.entities, borrowers: borrowers.entities, loans: loans.entities)
    }

    mutating func apply(_ changes: LibraryChanges) {
        books.apply(changes.books)
        borrowers.apply(changes.borrowers)
        loans.apply(changes.loans)
    }
}
