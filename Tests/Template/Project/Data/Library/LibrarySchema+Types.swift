import Domain

extension LibrarySchema {
    /// Each type in the list has a repository, a place in units of work, backups and repairs.
    public static let bookshelf = LibrarySchema([
        Item.self,  // each feature
    ])
}
