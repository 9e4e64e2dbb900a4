/// Finds the item that a person means.
public struct FindItem: Sendable {
    private let context: UseCaseContext

    public init(_ context: UseCaseContext) { self.context = context }

    /// The item that has `reference` as its identifier, or else the only one that it names: by the beginning of the
    /// identifier, the whole name, or words of it. Throws `ItemError.noSuchItem`, `.ambiguous` and `LibraryError.store`.
    public func callAsFunction(_ reference: String) async throws(LibraryError) -> Item {
        if let id = Item.ID(reference), let item = try await context.library.items.find(id) { return item }
        let found = try await context.library.items.all().named(reference, folding: context.folding)
        guard let item = found.first else { throw .item(.noSuchItem(reference)) }
        guard found.count == 1 else { throw .item(.ambiguous(reference, found)) }
        return item
    }
}
