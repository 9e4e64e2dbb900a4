public import Domain
public import Observation

/// The entities that a query finds.
@MainActor
@Observable
public final class EntityListViewModel<Entity: FieldedEntity>: Acting {
    /// Which entities to show. Once loaded or observed, the rows follow each change of it.
    public var query: EntityQuery<Entity> {
        didSet { if query != oldValue { content.read = Self.read(query, context) } }
    }
    public let content: LibraryContent<EntityPage<Entity>>
    public var actionError: LibraryError?

    private let context: UseCaseContext

    public init(context: UseCaseContext, query: EntityQuery<Entity> = EntityQuery()) {
        self.context = context
        self.query = query
        content = LibraryContent(of: context.library, read: Self.read(query, context))
    }

    public var rows: [Entity] { content.value?.rows ?? [] }

    /// How many entities the query finds, on this page and all others.
    public var total: Int { content.value?.total ?? 0 }

    /// What people call the entities that the rows refer to, by identifier.
    public var names: [String: String] { content.value?.names ?? [:] }

    /// Removes the entities: all of them or none. Returns them; nil on failure.
    public func remove(_ ids: [Entity.ID]) async -> [Entity]? {
        await attempt { [context] () throws(LibraryError) in try await RemoveEntities<Entity>(context)(ids) }
    }

    private static func read(
        _ query: EntityQuery<Entity>, _ context: UseCaseContext
    ) -> LibraryContent<EntityPage<Entity>>.Read {
        { observed throws(LibraryError) in
            var snapshot = observed?.snapshot
            if snapshot == nil, !Entity.targets.isEmpty { snapshot = try await context.library.snapshot() }
            var all = snapshot?.entities(of: Entity.self)
            if all == nil { all = try await context.library.repository(of: Entity.self).all() }
            var page = query.page(of: all ?? [], folding: context.folding)
            page.names = snapshot?.names(referredToBy: page.rows) ?? [:]
            return page
        }
    }
}
