/// A unit of work's change to one record.
public struct RecordChange: Sendable {
    public let kind: RecordKind
    public let id: RecordID
    /// The new record, a JSON object without line breaks whose first member is `id`; nil to delete it.
    public let json: [UInt8]?
    /// The new record's lookup keys. The text of each value must occur in `json`.
    public let keys: [LookupKey]
    /// The lookup keys of the record that is replaced or deleted.
    public let oldKeys: [LookupKey]
    /// The record that is replaced or deleted, which `RecordedCommand` keeps. Stores don't need it.
    public let replaced: ArraySlice<UInt8>?

    public init(
        kind: RecordKind, id: RecordID, json: [UInt8]?, keys: [LookupKey] = [], oldKeys: [LookupKey] = [],
        replacing replaced: ArraySlice<UInt8>? = nil
    ) {
        (self.kind, self.id, self.json) = (kind, id, json)
        (self.keys, self.oldKeys, self.replaced) = (keys, oldKeys, replaced)
    }
}

/// A key other than its identifier by which a record can be found: the name of an index, and a value in that index.
/// Indices of different kinds have different names.
public struct LookupKey: Hashable, Sendable {
    public let name: String
    public let value: String
    /// False for an index that a later version added: it may lack records that were saved before.
    public let hasAll: Bool

    /// Traps if either is empty or contains anything but ASCII letters, digits, `-` and `_`.
    public init(_ name: String, _ value: String, hasAll: Bool = true) {
        for text in [name, value] {
            let isPlain = !text.isEmpty && text.utf8.allSatisfy(RecordID.isAllowed)
            precondition(isPlain, "\(text) can't be part of a lookup key")
        }
        (self.name, self.value, self.hasAll) = (name, value, hasAll)
    }
}
