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
    private let library: any Library
    private let preferences: any PreferencesRepository
    private let context: UseCaseContext

    public init(
        library: any Library, preferences: any PreferencesRepository, context: UseCaseContext, query: LoanQuery = .open
    ) {
        self.library = library
        self.preferences = preferences
        self.context = context
        self.query = query
    }

    /// Shows the current loans.
    public func load() async {
        await load({ [library] () throws(LibraryError) in try await library.snapshot() }, show: show)
    }

    /// Keeps the rows up to date until the task is cancelled.
    public func observe() async {
        await follow(library.observe(), show: show)
    }

    /// Lends the book that `reference` names, as `FindBook` reads it; without a term, for the preferred loan period.
    /// Returns the loan; or nil, and then `error` says why.
    public func lend(_ reference: String, to person: String, for term: LoanTerm? = nil) async -> LoanListing? {
        await attempt { [library, preferences, context] () throws(LibraryError) in
            let book = try await FindBook(library: library, context: context)(reference)
            let lend = LendBook(library: library, preferences: preferences, context: context)
            return try await lend(book.id, to: person, for: term)
        }
    }

    /// Takes back the book that `reference` names. Returns the ended loan; or nil, and then `error` says why.
    public func takeBack(_ reference: String) async -> LoanListing? {
        await attempt { [library, context] () throws(LibraryError) in
            let book = try await FindBook(library: library, context: context)(reference)
            return try await ReturnBook(library: library, context: context)(book.id)
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
