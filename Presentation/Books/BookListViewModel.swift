public import Domain
public import Observation

/// A list of books, a page at a time.
@MainActor
@Observable
public final class BookListViewModel: Acting {
    /// Which books to show. Once loaded or observed, the rows follow each change of it. Its sort applies only while
    /// `usesPreferredSort` is false.
    public var query: BookQuery {
        didSet { if query != oldValue { content.read = Self.read(query, usesPreferredSort, context) } }
    }
    /// Whether the user's preferred sort applies, rather than that of the query.
    public var usesPreferredSort: Bool {
        didSet { if usesPreferredSort != oldValue { content.read = Self.read(query, usesPreferredSort, context) } }
    }
    public let content: LibraryContent<Content>
    public var actionError: LibraryError?

    private let context: UseCaseContext

    public struct Content: Sendable {
        public let page: BookPage
        /// The order of the page.
        public let sort: BookSort
    }

    public init(context: UseCaseContext, query: BookQuery = BookQuery(), usesPreferredSort: Bool = true) {
        self.context = context
        self.query = query
        self.usesPreferredSort = usesPreferredSort
        content = LibraryContent(of: context.library, read: Self.read(query, usesPreferredSort, context))
    }

    public var rows: [BookListing] { content.value?.page.rows ?? [] }

    /// How many books the query finds, on this page and all others.
    public var total: Int { content.value?.page.total ?? 0 }

    /// The words to search for. Setting them goes back to the first page.
    public var text: String {
        get { query.text }
        set {
            var query = query
            query.text = newValue
            query.offset = 0
            self.query = query
        }
    }

    /// The order in effect. Setting it chooses one for this list, whatever the preferred sort.
    public var sort: BookSort {
        get { usesPreferredSort ? content.value?.sort ?? query.sort : query.sort }
        set {
            query.sort = newValue
            usesPreferredSort = false
        }
    }

    /// The number of the page, from 0. Setting it goes to that page; once the books are loaded, to the last one if
    /// there are fewer.
    public var page: Int {
        get { query.limit.map { query.offset / max(1, $0) } ?? 0 }
        set {
            let limit = query.limit ?? 0
            let last = content.value == nil ? .max / max(1, limit) : pageCount - 1
            query.offset = min(max(0, newValue), last) * limit
        }
    }

    /// How many pages the found books fill; at least one. Without a limit they are one page.
    public var pageCount: Int {
        guard let limit = query.limit, limit > 0 else { return 1 }
        return max(1, (total - 1) / limit + 1)
    }

    /// Shows the books that the query finds now.
    public func load() async {
        await content.load()
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

    /// Removes the books: all of them or none. Returns them; nil on failure.
    public func remove(_ ids: [Book.ID]) async -> [Book]? {
        await attempt { [context] () throws(LibraryError) in try await RemoveBooks(context)(ids) }
    }

    /// Returns why the preferences can't be observed any more; nil if the task was cancelled.
    private func observePreferences() async -> LibraryError? {
        do {
            for try await preferences in context.preferences.observe()
            where usesPreferredSort && content.value.map({ $0.sort != preferences.sort }) == true {
                await content.reload()
            }
            return nil
        } catch {
            return error
        }
    }

    private static func read(
        _ query: BookQuery, _ usesPreferredSort: Bool, _ context: UseCaseContext
    ) -> LibraryContent<Content>.Read {
        { observed throws(LibraryError) in
            var query = query
            if usesPreferredSort { query.sort = try await context.preferences.preferences().sort }
            let page =
                if let observed {
                    observed.page(query, folding: context.folding)
                } else {
                    try await context.library.page(query, folding: context.folding)
                }
            return Content(page: page, sort: query.sort)
        }
    }
}
