import Domain

extension LibrarySchema {
    /// All types of entities: each has a repository, a place in units of work, backups and repairs.
    public static let bookshelf = LibrarySchema(all)

    private static var all: [any StoredEntity.Type] {
        var all: [any StoredEntity.Type] = []
        all.append(Item.self)  // each feature
        return all
    }
}
