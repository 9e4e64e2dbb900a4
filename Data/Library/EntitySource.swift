import Domain

/// The stored entities of one type at one moment, as a unit of work first finds them.
protocol EntitySource<Entity>: Sendable {
    associatedtype Entity: LibraryEntity

    /// Ordered by identifier.
    func all() async throws(LibraryError) -> [Entity]
    func find(_ id: Entity.ID) async throws(LibraryError) -> Entity?
    /// Ordered by identifier.
    func matching(_ key: Entity.LookupKey) async throws(LibraryError) -> [Entity]
}
