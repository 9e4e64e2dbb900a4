public import Domain
public import Observation

/// The entities that a query finds.
@MainActor
@Observable
public final class ListViewModel<Entity: FieldedEntity>: Acting {
    public typealias Field = Entity.Draft.Field

    /// Which entities to show. Once loaded or observed, the rows follow each change of it. Its sort applies only while
    /// `usesPreferredSort` is false, and its `hasNamesFirst` only while it is true: a sort chosen for this list takes
    /// precedence.
    public var query: Query<Entity> {
        didSet { if query != oldValue { readAnew() } }
    }
    /// Whether the user's preferred sort applies, rather than that of the query.
    public var usesPreferredSort: Bool {
        didSet { if usesPreferredSort != oldValue { readAnew() } }
    }
    public let content: LibraryContent<Content>
    public var actionError: LibraryError?

    private let context: UseCaseContext
    private let preferred: PreferredSort<Field>

    public struct Content: Sendable {
        public let page: Page<Entity>
        /// Those of the list when the page was requested.
        let query: Query<Entity>
        let usesPreferredSort: Bool
        /// The order of the page.
        public let sort: Sort<Field>?
        /// The entities that the page was made from, and all others.
        public let library: LibrarySnapshot?
        /// What people call the entities that the rows refer to, by identifier.
        public let names: [String: String]
    }

    public init(
        context: UseCaseContext, preferred: PreferredSort<Field> = PreferredSort(), query: Query<Entity> = Query(),
        usesPreferredSort: Bool = true
    ) {
        self.context = context
        self.preferred = preferred
        self.query = query
        self.usesPreferredSort = usesPreferredSort
        content = LibraryContent(of: context.library, read: Self.read(query, usesPreferredSort, context, preferred))
    }

    public var rows: Rows<Entity> { content.value?.page.rows ?? Rows() }

    /// How many entities the query finds, on this page and all others.
    public var total: Int { content.value?.page.total ?? 0 }

    /// What people call the entities that the rows refer to, by identifier.
    public var names: [String: String] { content.value?.names ?? [:] }

    /// Whether the rows are not those of the query yet. A library that changes all the time doesn't prolong this.
    public var awaitsRows: Bool {
        content.isLoading && (content.value?.query, content.value?.usesPreferredSort) != (query, usesPreferredSort)
    }

    /// The order in effect. Setting it chooses one for this list, whatever the preferred sort.
    public var sort: Sort<Field>? {
        get { usesPreferredSort ? content.value.map(\.sort) ?? query.sort : query.sort }
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
            if preferred.isKept { group.addTask { await self.observePreferred() } }
            let failure = await group.next() ?? nil
            group.cancelAll()
            return failure
        }
        if let failure { content.observeError = failure }
    }

    /// Changes the value of a field of the entities: of all of them or none. Returns them; nil on failure.
    public func change(
        _ field: Field, of ids: [Entity.ID],
        _ change: @Sendable (FieldValue) throws(LibraryError) -> FieldValue
    ) async -> [Entity]? {
        await attempt { [context] () throws(LibraryError) in
            try await EditEntity<Entity>(context)(ids) { (draft) throws(LibraryError) in
                draft[field] = try change(draft[field])
            }
        }
    }

    /// Whether the query leaves out that entity, with what the library last said of it.
    public func hides(_ entity: Entity) -> Bool {
        var library = content.value?.library ?? LibrarySnapshot()
        library.set([entity])
        return query.page(of: library, folding: context.folding).total == 0
    }

    /// Removes the entities: all of them or none. Returns them; nil on failure.
    public func remove(_ ids: [Entity.ID]) async -> [Entity]? {
        await attempt { [context] () throws(LibraryError) in try await RemoveEntities<Entity>(context)(ids) }
    }

    /// Returns why the preferences can't be observed any more; nil if the task was cancelled.
    private func observePreferred() async -> LibraryError? {
        do {
            for try await sort in preferred.observe()
            where usesPreferredSort && content.value.map({ $0.sort != sort }) == true {
                await content.reload()
            }
            return nil
        } catch {
            return error
        }
    }

    private func readAnew() {
        content.read = Self.read(query, usesPreferredSort, context, preferred)
    }

    private static func read(
        _ query: Query<Entity>, _ usesPreferredSort: Bool, _ context: UseCaseContext, _ preferred: PreferredSort<Field>
    ) -> LibraryContent<Content>.Read {
        { [wanted = query] observed throws(LibraryError) in
            var query = wanted
            if usesPreferredSort {
                if preferred.isKept { query.sort = try await preferred.read() }
            } else {
                query.hasNamesFirst = false
            }
            let (page, library): (Page<Entity>, LibrarySnapshot)
            if let observed {
                library = observed.snapshot
                page = observed.prepared { (snapshot, earlier: SearchedEntities<Entity>?) in
                    var entities = earlier ?? SearchedEntities(snapshot, folding: context.folding)
                    entities.prepare(for: query)
                    return entities
                }.page(query)
            } else {
                let excerpt = try await context.library.excerpt(for: query, folding: context.folding)
                (page, library) = (excerpt.page, excerpt.others)
            }
            return Content(
                page: page, query: wanted, usesPreferredSort: usesPreferredSort, sort: query.sort,
                library: observed == nil ? nil : library, names: library.names(referredToBy: page.rows))
        }
    }
}

/// The sort that the user prefers, if one is kept.
public struct PreferredSort<Field: ListedField>: Sendable {
    let isKept: Bool
    let read: @Sendable () async throws(LibraryError) -> Sort<Field>?
    let observe: @Sendable () -> Updates<Sort<Field>?>

    /// None: the query's sort applies.
    public init() { (isKept, read, observe) = (false, { nil }, { Updates { _ in } }) }

    public init(
        read: @escaping @Sendable () async throws(LibraryError) -> Sort<Field>?,
        observe: @escaping @Sendable () -> Updates<Sort<Field>?>
    ) {
        (isKept, self.read, self.observe) = (true, read, observe)
    }
}
