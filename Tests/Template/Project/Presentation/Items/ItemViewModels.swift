public import Domain

/// The items that a query finds.
public typealias ItemListViewModel = EntityListViewModel<Item>

extension EntityListViewModel<Item> {
    public convenience init(context: UseCaseContext, query: EntityQuery<Item> = EntityQuery()) {
        self.init(context: context, query: query) { ids throws(LibraryError) in try await RemoveItems(context)(ids) }
    }
}

/// The form for adding or editing an item.
public typealias ItemEditorViewModel = EntityEditorViewModel<Item>

extension EntityEditorViewModel<Item> {
    /// The form for `item`, or for a new one.
    public convenience init(_ item: Item? = nil, context: UseCaseContext) {
        self.init(
            item, context: context,
            add: { draft throws(LibraryError) in try await AddItem(context)(draft) },
            edit: { id, change throws(LibraryError) in try await EditItem(context)(id, change) })
    }
}
