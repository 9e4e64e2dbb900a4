/// A kind of record, by its names in the store: "note" for one, "notes" for all.
public struct RecordKind: Hashable, Sendable {
    public let singular: String
    public let plural: String

    /// Names that the formats use for themselves.
    static let reserved: Set<String> = [
        "crc32c", "sequence", "deleted", "format", "lookup", "marks", "units", "version", "checksum",
    ]

    /// Traps if a name is empty, reserved, or contains anything but ASCII letters, digits, `-` and `_`: such a kind
    /// would make a store unreadable.
    public init(singular: String, plural: String) {
        for name in [singular, plural] {
            let isPlain = name.utf8.allSatisfy(RecordID.isAllowed)
            let isFree = !name.isEmpty && !Self.reserved.contains(name)
            precondition(isPlain && isFree, "\(name) can't name a kind of record")
        }
        self.singular = singular
        self.plural = plural
    }
}
