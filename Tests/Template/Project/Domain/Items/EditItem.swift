/// Changes an item.
public struct EditItem: Sendable {
    private let context: UseCaseContext

    public init(_ context: UseCaseContext) { self.context = context }

    /// Returns the item after `change`, which is given the present one and may run more than once. Throws its errors,
    /// `ItemError.noSuchItem`, `.missing`, the errors of `Item.rules`, and `LibraryError.store`.
    public func callAsFunction(
        _ id: Item.ID, _ change: @escaping @Sendable (inout ItemDraft) throws(LibraryError) -> Void
    ) async throws(LibraryError) -> Item {
        try await context.library.perform { unit throws(LibraryError) in
            guard let before = try await unit.items.find(id) else { throw .item(.noSuchItem("\(id)")) }
            var draft = before.draft
            try change(&draft)
            let after = try Item(id: id, draft: draft)
            if after != before { try await unit.items.save(after) }
            return after
        }
    }
}
