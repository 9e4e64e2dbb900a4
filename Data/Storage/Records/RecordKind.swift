/// A kind of record, as the stores name it: "note" for one, "notes" for all of them.
public struct RecordKind: Hashable, Sendable {
    public let singular: String
    public let plural: String

    /// Words that the formats use themselves.
    static let reserved: Set<String> = [
        "crc32c", "sequence", "deleted", "format", "lookup", "marks", "units", "version", "checksum",
    ]

    /// Traps where a name is empty, is a word of the formats, or has other characters than ASCII letters, digits, `-` and
    /// `_`: such a kind would make a store unreadable.
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
