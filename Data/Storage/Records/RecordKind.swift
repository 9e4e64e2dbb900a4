/// A kind of record, by its names in the store: "note" for one, "notes" for all.
public struct RecordKind: Hashable, Sendable {
    public let singular: String
    public let plural: String

    /// Names that the formats use for themselves.
    static let reserved: Set<String> = [
        "crc32c", "sequence", "deleted", "format", "lookup", "marks", "plural", "units", "version",
        "checksum",
    ]

    /// Traps if a name is empty, reserved, or contains anything but ASCII letters, digits, `-` and `_`: such a kind
    /// would make a store unreadable.
    public init(singular: String, plural: String) {
        for name in [singular, plural] {
            precondition(Self.isName(name), "\(name) can't name a kind of record")
        }
        self.singular = singular
        self.plural = plural
    }

    /// A kind that this version doesn't know, with its plural as both of its names; nil if it can't be a name.
    public init?(plural: String) {
        guard Self.isName(plural) else { return nil }
        self.init(singular: plural, plural: plural)
    }

    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && !reserved.contains(name) && name.utf8.allSatisfy(RecordID.isAllowed)
    }
}

extension [RecordKind] {
    /// Those whose plural none of `kinds` has.
    func besides(_ kinds: [RecordKind]) -> [RecordKind] {
        filter { kind in !kinds.contains { $0.plural == kind.plural } }
    }
}
