/// What people name items by, and the errors about names.
extension Item {
    public static let namingFields: [ItemField] = [.sampleName]

    public static func missing(_ name: String, isShort: Bool) -> LibraryError { .item(.noSuchItem(name)) }

    public static func ambiguous(_ name: String, _ found: [Item]) -> LibraryError { .item(.ambiguous(name, found)) }

    public static func changedMeanwhile(_ draft: ItemDraft, _ fields: [ItemField]) -> LibraryError {
        .item(.changedMeanwhile(fields))
    }
}
