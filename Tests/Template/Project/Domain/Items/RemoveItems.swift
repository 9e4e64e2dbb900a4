/// Removes items: all of them, or none if one is missing or something else refers to it.
public struct RemoveItems: Sendable {
    private let context: UseCaseContext

    public init(_ context: UseCaseContext) { self.context = context }

    /// Returns the removed items. Throws `ItemError.noSuchItem`, `.isInUse` and `LibraryError.store`.
    public func callAsFunction(_ ids: [Item.ID]) async throws(LibraryError) -> [Item] {
        try await context.library.perform { unit throws(LibraryError) in
            var removed: [Item] = []
            for id in ids where !removed.contains(where: { $0.id == id }) {
                guard let found = try await unit.items.find(id) else { throw .item(.noSuchItem("\(id)")) }
                removed.append(found)
            }
            try await unit.items.delete(ids)
            return removed
        }
    }
}
