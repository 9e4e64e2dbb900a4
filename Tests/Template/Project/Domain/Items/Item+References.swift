/// For entities that refer to items.
extension Item: ReferencedEntity {
    public static func named(_ name: String, in context: UseCaseContext) async throws(LibraryError) -> Item {
        try await FindItem(context)(name)
    }

    public static func missing(_ id: ID) -> LibraryError { .item(.noSuchItem("\(id)")) }

    public func inUse(by name: String) -> LibraryError { .item(.isInUse(self, by: name)) }
}
