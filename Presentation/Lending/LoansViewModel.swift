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
        (self.context, self.preferences) = (context, preferences)
        content = LibraryContent(of: context.library, for: LoanQuery.books, context.folding) {
            query.rows(of: $0.others, $0.page.rows, today: context.today())
        }
    }

    /// The earliest due first; in the history of a book, the latest lent first.
    public var rows: [LoanListing] { content.value ?? [] }

    /// Lends the books; without a term, for the preferred loan period. Returns the loans; nil on failure.
    public func lend(_ books: [Book.ID], to person: String, for term: LoanTerm? = nil) async -> [LoanListing]? {
        await attempt { [context, preferences] () throws(LibraryError) in
            try await LendBook(context, preferences: preferences)(books, to: person, for: term)
        }
    }

    /// Lets borrowers keep the books for the preferred loan period longer. Returns the loans; nil on failure.
    public func extend(_ books: [Book.ID]) async -> [LoanListing]? {
        await attempt { [context, preferences] () throws(LibraryError) in
            try await ExtendLoan(context, preferences: preferences)(books)
        }
    }

    /// Takes the books back. Returns the ended loans; nil on failure.
    public func takeBack(_ books: [Book.ID]) async -> [LoanListing]? {
        await attempt { [context] () throws(LibraryError) in try await ReturnBook(context)(books) }
    }
}
