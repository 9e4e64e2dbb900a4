public import Domain
public import Observation

/// A list of books, a page at a time.
@MainActor
@Observable
public final class BookListViewModel: Loading {
    /// Which books to show. Its sort counts only while `usesPreferredSort` is false. Observed rows follow at once;
    /// otherwise the next `load` applies it.
    public var query: BookQuery {
        didSet { if query != oldValue { showPage() } }
    }
    /// Whether the preferred sort counts, rather than that of the query.
    public var usesPreferredSort: Bool {
        didSet { if usesPreferredSort != oldValue { showPage() } }
    }
    public private(set) var rows: [BookListing] = []
    /// How many books the query finds, on this page and all others.
    public private(set) var total = 0
    public internal(set) var isLoading = false
    public internal(set) var error: LibraryError?

    @ObservationIgnored var turn = 0
    @ObservationIgnored private var snapshot: LibrarySnapshot?
    private var preferredSort = Preferences().sort
    private let context: UseCaseContext

    public init(
        context: UseCaseContext,
        query: BookQuery = BookQuery(), usesPreferredSort: Bool = true
    ) {
        self.context = context
        self.query = query
        self.usesPreferredSort = usesPreferredSort
    }

    /// The sort in effect: the preferred one until another is set.
    public var sort: BookSort {
        get { usesPreferredSort ? preferredSort : query.sort }
        set {
            query.sort = newValue
            usesPreferredSort = false
        }
    }

    /// Shows the books that the query finds now.
    public func load() async {
        let (query, usesPreferredSort) = (query, usesPreferredSort)
        await load { [context] () throws(LibraryError) in
            let preferredSort = try await context.preferences.preferences().sort
            var query = query
            if usesPreferredSort { query.sort = preferredSort }
            return (sort: preferredSort, page: try await context.library.page(query, folding: context.folding))
        } show: {
            preferredSort = $0.sort
            show($0.page)
        }
    }

    /// Keeps the rows up to date with the library, the query and the preferred sort, until the task is cancelled or
    /// reading fails.
    public func observe() async {
        isLoading = true
        // Read before the first rows are shown, so that they don't change their order at once.
        let preferred = await attempt { [context] () throws(LibraryError) in
            try await context.preferences.preferences()
        }
        guard let preferred else {
            isLoading = false
            return
        }
        preferredSort = preferred.sort
        await withTaskGroup { group in
            group.addTask { await self.followPreferredSort() }
            group.addTask { await self.followLibrary() }
            // One ends when it fails, both when they are cancelled.
            await group.next()
            group.cancelAll()
        }
    }

    /// Shows the books in which all the words of `text` occur, from the first page.
    public func search(for text: String) {
        var query = query
        query.text = text
        query.offset = 0
        self.query = query
    }

    public var hasNextPage: Bool { query.offset + rows.count < total }
    public var hasPreviousPage: Bool { query.offset > 0 }

    public func showNextPage() {
        if hasNextPage { query.offset += rows.count }
    }

    public func showPreviousPage() {
        query.offset = max(0, query.offset - max(0, query.limit ?? .max))
    }

    /// Removes the books that the references name, as `FindBook` reads them: all of them or none. Returns the removed
    /// books; or nil, and then `error` says why.
    public func remove(_ references: [String]) async -> [Book]? {
        await attempt { [context] () throws(LibraryError) in
            let find = FindBook(context)
            var ids: [Book.ID] = []
            for reference in references {
                ids.append(try await find(reference).id)
            }
            return try await RemoveBooks(context)(ids)
        }
    }

    private func followLibrary() async {
        await follow(context.library.observe(), show: show)
    }

    private func followPreferredSort() async {
        do {
            for try await preferences in context.preferences.observe() where preferences.sort != preferredSort {
                preferredSort = preferences.sort
                showPage()
            }
        } catch {
            self.error = error
        }
    }

    private func show(_ snapshot: LibrarySnapshot) {
        self.snapshot = snapshot
        showPage()
    }

    private func showPage() {
        guard let snapshot else { return }
        var query = query
        query.sort = sort
        show(query.page(of: snapshot, folding: context.folding))
    }

    private func show(_ page: BookPage) {
        rows = page.rows
        total = page.total
    }
}
