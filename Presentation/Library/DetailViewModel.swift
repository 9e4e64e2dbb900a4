public import Domain
public import Observation

/// One entity, with what else its library holds.
@MainActor
@Observable
public final class DetailViewModel<Entity: FieldedEntity> {
    public let content: LibraryContent<LibraryExcerpt<Entity>>

    public init(_ id: Entity.ID, context: UseCaseContext) {
        content = LibraryContent(of: context.library, for: Query<Entity> { $0.ids = [id] }, context.folding) { $0 }
    }

    /// Nil if the library has no such entity, or no longer.
    public var row: Row<Entity>? { content.value?.page.rows.first }

    /// All entities of the other types.
    public var library: LibrarySnapshot { content.value?.others ?? LibrarySnapshot() }
}
