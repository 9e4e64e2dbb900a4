/// For entities that refer to items.
extension Item: ReferencedEntity {
    public static func missing(_ name: String) -> LibraryError { .item(.noSuchItem(name)) }

    public static func ambiguous(_ name: String, _ found: [Item]) -> LibraryError { .item(.ambiguous(name, found)) }

    public func inUse(by name: String) -> LibraryError { .item(.isInUse(self, by: name)) }
}
