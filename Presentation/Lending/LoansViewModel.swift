public import Domain
public import Observation

/// The loans: which book is out, to whom and until when. Lends books and takes them back.
@MainActor
@Observable
public final class LoansViewModel: Acting {
    /// Which loans to show. Once loaded or observed, the rows follow each change of it.
    public var query: LoanQuery {
        didSet { if query != oldValue { content.show(Self.rows(query, context)) } }
    }
    public let content: LibraryContent<[LoanListing]>
    public var actionError: LibraryError?

    private let context: UseCaseContext

    public init(context: UseCaseContext, query: LoanQuery = .open) {
        self.context = context
        self.query = query
        content = LibraryContent(of: context.library, make: Self.rows(query, context))
    }

    /// The earliest due first; in the history of a book, the latest lent first.
    public var rows: [LoanListing] { content.value ?? [] }

    /// Lends the book; without a term, for the preferred loan period. Returns the loan; nil on failure.
    public func lend(_ book: Book.ID, to person: String, for term: LoanTerm? = nil) async -> LoanListing? {
        await attempt { [context] () throws(LibraryError) in try await LendBook(context)(book, to: person, for: term) }
    }

    /// Takes the book back. Returns the ended loan; nil on failure.
    public func takeBack(_ book: Book.ID) async -> LoanListing? {
        await attempt { [context] () throws(LibraryError) in try await ReturnBook(context)(book) }
    }

    private static func rows(
        _ query: LoanQuery, _ context: UseCaseContext
    ) -> @Sendable (LibrarySnapshot) -> [LoanListing] {
        { query.rows(of: $0, today: context.today()) }
    }
}
