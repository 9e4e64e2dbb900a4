public import Domain
public import Observation

/// One book, who has it, and who had it before.
@MainActor
@Observable
public final class BookDetailViewModel: Loading {
    /// The open book; nil before one is opened, and after it was removed.
    public private(set) var listing: BookListing?
    /// Every loan of the book, the latest first.
    public private(set) var loans: [LoanListing] = []
    public internal(set) var isLoading = false
    public internal(set) var error: LibraryError?

    @ObservationIgnored var turn = 0
    @ObservationIgnored private var id: Book.ID?
    private let context: UseCaseContext

    public init(context: UseCaseContext) {
        self.context = context
    }

    /// Opens the book that `reference` names, as `FindBook` reads it. If that fails, the open book stays open.
    public func open(_ reference: String) async {
        await load { [context] () throws(LibraryError) in
            let book = try await FindBook(context)(reference)
            return (id: book.id, snapshot: try await context.library.snapshot())
        } show: {
            id = $0.id
            show($0.snapshot)
        }
    }

    /// Keeps the open book up to date, whichever it is, until the task is cancelled.
    public func observe() async {
        await follow(context.library.observe(), show: show)
    }

    /// Removes the open book. Returns it; or nil, and then `error` says why, if a book was open.
    public func remove() async -> Book? {
        guard let id else { return nil }
        let removed = await attempt { [context] () throws(LibraryError) in
            try await RemoveBooks(context)([id])
        }
        guard let book = removed?.first else { return nil }
        self.id = nil
        listing = nil
        loans = []
        return book
    }

    private func show(_ snapshot: LibrarySnapshot) {
        guard let id else { return }
        listing = snapshot.listing(of: id)
        let ofBook = LibrarySnapshot(
            books: snapshot.books.filter { $0.id == id }, borrowers: snapshot.borrowers,
            loans: snapshot.loans.filter { $0.book == id })
        loans = LoanQuery.all.rows(of: ofBook, today: context.today())
            .sorted { ($0.loan.lent, $0.id) > ($1.loan.lent, $1.id) }
    }
}
