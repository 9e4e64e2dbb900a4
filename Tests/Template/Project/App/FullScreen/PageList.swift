import Domain

extension Pages {
    /// The entities that have a page, in the order of the pages. The first page is shown at the start.
    nonisolated static var entities: [any BrowsedEntity.Type] {
        var all: [any BrowsedEntity.Type] = []
        all.append(Item.self)  // each feature
        return all
    }
}
