/// A home library: three repositories, and units of work that span them.
public protocol Library: Sendable {
    var books: any Repository<Book> { get }
    var borrowers: any Repository<Borrower> { get }
    var loans: any Repository<Loan> { get }

    /// How many entities one unit of work can change in this store. Whoever changes more does it in several units.
    var batchSize: Int { get }

    /// Everything at one moment: no other writer's change is seen half.
    func snapshot() async throws(LibraryError) -> LibrarySnapshot

    /// The page that `query` describes of all the library holds at one moment: what `BookQuery.page` makes of
    /// `snapshot`. A store that need not read every book for it does not.
    func page(_ query: BookQuery, folding: TextFolding) async throws(LibraryError) -> BookPage

    /// What `snapshot` gives: the present value first, then each later one in order, as `Repository.observe` does.
    func observe() -> Updates<LibrarySnapshot>

    /// Carries out a unit of work: what `work` changes in the repositories it is given is kept together when it
    /// returns, and not at all when it throws. No other writer gets between its reads and its writes, and it reads
    /// what it has written.
    ///
    /// `work` may run more than once, when another writer was faster. So it has no effect but on the repositories it
    /// is given, and it never uses the library itself, which might wait for this very unit to end.
    ///
    /// Throws what `work` throws, and `LibraryError.store`.
    func perform<Value: Sendable>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value
}

extension Library {
    public func page(_ query: BookQuery, folding: TextFolding) async throws(LibraryError) -> BookPage {
        query.page(of: try await snapshot(), folding: folding)
    }
}

/// The repositories as a unit of work sees them. They are of no use once the unit has ended.
public struct UnitOfWork: Sendable {
    public let books: any Repository<Book>
    public let borrowers: any Repository<Borrower>
    public let loans: any Repository<Loan>

    public init(
        books: any Repository<Book>, borrowers: any Repository<Borrower>, loans: any Repository<Loan>
    ) {
        self.books = books
        self.borrowers = borrowers
        self.loans = loans
    }
}
