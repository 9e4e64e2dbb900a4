public import Domain
public import Observation

/// The books that a query finds.
@MainActor
@Observable
public final class BookListViewModel: Acting {
    /// Which books to show. Once loaded or observed, the rows follow each change of it. Its sort applies only while
    /// `usesPreferredSort` is false, and its `hasTitlesFirst` only while it is true: a sort chosen for this list takes
    /// precedence.
    public var query: BookQuery {
        didSet { if query != oldValue { readAnew() } }
    }
    /// Whether the user's preferred sort applies, rather than that of the query.
    public var usesPreferredSort: Bool {
        didSet { if usesPreferredSort != oldValue { readAnew() } }
    }
    public let content: LibraryContent<Content>
    public var actionError: LibraryError?

    private let context: UseCaseContext
    private let preferences: any PreferencesRepository

    public struct Content: Sendable {
        public let page: BookPage
        /// Those of the list when the page was requested.
        let query: BookQuery
        let usesPreferredSort: Bool
        /// The order of the page.
        public let sort: BookSort
        /// The whole library that the page was made from; nil unless it is observed.
        public let library: LibrarySnapshot?
    }

    public init(
        context: UseCaseContext, preferences: any PreferencesRepository, query: BookQuery = BookQuery(),
        usesPreferredSort: Bool = true
    ) {
        self.context = context
        self.preferences = preferences
        self.query = query
        self.usesPreferredSort = usesPreferredSort
        content = LibraryContent(
            of: context.library, read: Self.read(query, usesPreferredSort, context, preferences))
    }

    public var rows: BookRows { content.value?.page.rows ?? BookRows() }

    /// How many books the query finds, on this page and all others.
    public var total: Int { content.value?.page.total ?? 0 }

    /// Whether the rows are not those of the query yet. A library that changes all the time doesn't prolong this.
    public var awaitsRows: Bool {
        content.isLoading && (content.value?.query, content.value?.usesPreferredSort) != (query, usesPreferredSort)
    }

    /// The order in effect. Setting it chooses one for this list, whatever the preferred sort.
    public var sort: BookSort {
        get { usesPreferredSort ? content.value?.sort ?? query.sort : query.sort }
        set {
            query.sort = newValue
            usesPreferredSort = false
        }
    }

    /// Keeps the rows up to date with the library and the preferred sort, until the task is cancelled or one of them
    /// can't be read; then `content.observeError` says why.
    public func observe() async {
        let failure = await withTaskGroup(of: LibraryError?.self) { group in
            group.addTask {
                await self.content.observe()
                return nil
            }
            group.addTask { await self.observePreferences() }
            let failure = await group.next() ?? nil
            group.cancelAll()
            return failure
        }
        if let failure { content.observeError = failure }
    }

    /// Changes the value of a field of the books: of all of them or none. Returns them; nil on failure.
    public func change(
        _ field: BookField, of ids: [Book.ID],
        _ change: @Sendable (FieldValue) throws(LibraryError) -> FieldValue
    ) async -> [Book]? {
        await attempt { [context] () throws(LibraryError) in
            try await EditBook(context)(ids) { (draft) throws(LibraryError) in draft[field] = try change(draft[field]) }
        }
    }

    /// Whether the conditions leave out that book, which nobody has borrowed.
    public func hides(_ book: Book) -> Bool {
        query.page(of: LibrarySnapshot(books: [book]), folding: context.folding).total == 0
    }

    /// Removes the books: all of them or none. Returns them; nil on failure.
    public func remove(_ ids: [Book.ID]) async -> [Book]? {
        await attempt { [context] () throws(LibraryError) in try await RemoveBooks(context)(ids) }
    }

    /// Returns why the preferences can't be observed any more; nil if the task was cancelled.
    private func observePreferences() async -> LibraryError? {
        do {
            for try await new in preferences.observe()
            where usesPreferredSort && content.value.map({ $0.sort != new.sort }) == true {
                await content.reload()
            }
            return nil
        } catch {
            return error
        }
    }

    private func readAnew() {
        content.read = Self.read(query, usesPreferredSort, context, preferences)
    }

    private static func read(
        _ query: BookQuery, _ usesPreferredSort: Bool, _ context: UseCaseContext,
        _ preferences: any PreferencesRepository
    ) -> LibraryContent<Content>.Read {
        { [wanted = query] observed throws(LibraryError) in
            var query = wanted
            if usesPreferredSort {
                query.sort = try await preferences.preferences().sort
            } else {
                query.hasTitlesFirst = false
            }
            let page =
                if let observed {
                    observed.prepared { (snapshot, earlier: SortedBooks?) in
                        var books = earlier ?? SortedBooks(snapshot, folding: context.folding)
                        books.prepare(for: query)
                        return books
                    }.page(query)
                } else {
                    try await context.library.page(query, folding: context.folding)
                }
            return Content(
                page: page, query: wanted, usesPreferredSort: usesPreferredSort, sort: query.sort,
                library: observed?.snapshot)
        }
    }
}
