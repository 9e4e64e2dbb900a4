/// Adds an item.
public struct AddItem: Sendable {
    private let context: UseCaseContext

    public init(_ context: UseCaseContext) { self.context = context }

    /// Returns the added item. Throws `ItemError.missing`, the errors of `Item.rules`, and `LibraryError.store`.
    public func callAsFunction(_ draft: ItemDraft) async throws(LibraryError) -> Item {
        let item = try Item(id: context.newID(), draft: draft)
        try await context.library.perform { unit throws(LibraryError) in
            try await unit.items.save(item)
        }
        return item
    }
}
