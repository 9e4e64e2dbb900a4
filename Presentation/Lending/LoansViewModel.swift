public import Domain
public import Observation

/// The loans: which book is out, to whom and until when. Lends books and takes them back.
@MainActor
@Observable
public final class LoansViewModel: Loading {
    /// Which loans to show. Once loaded, the rows follow at once.
    public var query: LoanQuery {
        didSet { if query != oldValue { showRows() } }
    }
    /// The earliest due first.
    public private(set) var rows: [LoanListing] = []
    public internal(set) var isLoading = false
    public internal(set) var error: LibraryError?

    @ObservationIgnored var turn = 0
    @ObservationIgnored private var snapshot: LibrarySnapshot?
    private let context: UseCaseContext

    public init(
        context: UseCaseContext, query: LoanQuery = .open
    ) {
        self.context = context
        self.query = query
    }

    /// Shows the current loans.
    public func load() async {
        await load({ [context] () throws(LibraryError) in try await context.library.snapshot() }, show: show)
    }

    /// Keeps the rows up to date until the task is cancelled.
    public func observe() async {
        await follow(context.library.observe(), show: show)
    }

    /// Lends the book that `reference` names, as `FindBook` reads it; without a term, for the preferred loan period.
    /// Returns the loan; or nil, and then `error` says why.
    public func lend(_ reference: String, to person: String, for term: LoanTerm? = nil) async -> LoanListing? {
        await attempt { [context] () throws(LibraryError) in
            let book = try await FindBook(context)(reference)
            let lend = LendBook(context)
            return try await lend(book.id, to: person, for: term)
        }
    }

    /// Takes back the book that `reference` names. Returns the ended loan; or nil, and then `error` says why.
    public func takeBack(_ reference: String) async -> LoanListing? {
        await attempt { [context] () throws(LibraryError) in
            let book = try await FindBook(context)(reference)
            return try await ReturnBook(context)(book.id)
        }
    }

    private func show(_ snapshot: LibrarySnapshot) {
        self.snapshot = snapshot
        showRows()
    }

    private func showRows() {
        guard let snapshot else { return }
        rows = query.rows(of: snapshot, today: context.today())
    }
}
