public import Domain
public import Observation

/// The loans: which book is out, to whom and until when. Lends books, extends loans and takes books back.
@MainActor
@Observable
public final class LoansViewModel: Acting {
    public let content: LibraryContent<[LoanListing]>
    public var actionError: LibraryError?

    private let context: UseCaseContext
    private let preferences: any PreferencesRepository

    /// Shows the loans that `query` finds.
    public init(context: UseCaseContext, preferences: any PreferencesRepository, query: LoanQuery = .open) {
        self.context = context
        self.preferences = preferences
        content = LibraryContent(of: context.library, for: LoanQuery.books, context.folding) {
            query.rows(of: $0.others, $0.page.rows, today: context.today())
        }
    }

    /// The earliest due first; in the history of a book, the latest lent first.
    public var rows: [LoanListing] { content.value ?? [] }

    /// Lends the book; without a term, for the preferred loan period. Returns the loan; nil on failure.
    public func lend(_ book: Book.ID, to person: String, for term: LoanTerm? = nil) async -> LoanListing? {
        await attempt { [context, preferences] () throws(LibraryError) in
            try await LendBook(context, preferences: preferences)(book, to: person, for: term)
        }
    }

    /// Lets the borrower keep the book for the preferred loan period longer. Returns the loan; nil on failure.
    public func extend(_ book: Book.ID) async -> LoanListing? {
        await attempt { [context, preferences] () throws(LibraryError) in
            try await ExtendLoan(context, preferences: preferences)(book)
        }
    }

    /// Takes the book back. Returns the ended loan; nil on failure.
    public func takeBack(_ book: Book.ID) async -> LoanListing? {
        await attempt { [context] () throws(LibraryError) in try await ReturnBook(context)(book) }
    }
}
