/// Adds a book to the library; the same ISBN is not added twice.
public struct AddBook: Sendable {
    private let library: any Library
    private let today: @Sendable () -> Day
    private let randomBits: @Sendable () -> UInt64

    public init(
        library: any Library, today: @escaping @Sendable () -> Day, randomBits: @escaping @Sendable () -> UInt64
    ) {
        self.library = library
        self.today = today
        self.randomBits = randomBits
    }

    /// The book as it was added. Throws what `Book.init` throws, `BookError.sameISBN`, `.sameIdentifier`, and
    /// `LibraryError.store`.
    public func callAsFunction(_ draft: BookDraft) async throws(LibraryError) -> Book {
        let book: Book
        do {
            book = try Book(id: Book.ID(bits: randomBits()), draft: draft, added: today())
        } catch {
            throw .book(error)
        }
        try await library.perform { unit throws(LibraryError) in
            guard try await unit.books.find(book.id) == nil else { throw .book(.sameIdentifier(book.id)) }
            try await unit.requireNoOther(withISBNOf: book)
            try await unit.books.save(book)
        }
        return book
    }
}

extension UnitOfWork {
    /// Throws `BookError.sameISBN` where another book has the ISBN of `book`.
    func requireNoOther(withISBNOf book: Book) async throws(LibraryError) {
        guard let isbn = book.isbn else { return }
        let others = try await books.matching(.isbn(isbn)).filter { $0.id != book.id }
        if let other = others.first { throw .book(.sameISBN(isbn, other)) }
    }

    /// Throws `BookError.noSuchBook` where the library has no book of that identifier.
    func requireBook(_ id: Book.ID) async throws(LibraryError) -> Book {
        guard let book = try await books.find(id) else { throw .book(.noSuchBook("\(id)")) }
        return book
    }

    /// The loan by which a book is out, with the name of who has it, or nil.
    func openLoan(of book: Book.ID) async throws(LibraryError) -> (loan: Loan, name: String)? {
        guard let loan = try await loans.matching(.open(book)).first else { return nil }
        let borrower = try await borrowers.find(loan.borrower)
        return (loan, borrower?.name ?? "")
    }
}
