/// What a unit of work does to one record.
public struct RecordChange: Sendable {
    public let kind: RecordKind
    public let id: RecordID
    /// The record from now on: a JSON object without line breaks whose first member is `id`; nil where it is deleted.
    public let json: [UInt8]?
    /// What the record is looked up by from now on. The text of each value occurs in `json`.
    public let keys: [LookupKey]
    /// What the record that it replaces, or deletes, was looked up by.
    public let oldKeys: [LookupKey]

    public init(kind: RecordKind, id: RecordID, json: [UInt8]?, keys: [LookupKey] = [], oldKeys: [LookupKey] = []) {
        self.kind = kind
        self.id = id
        self.json = json
        self.keys = keys
        self.oldKeys = oldKeys
    }
}

/// Something else than its identifier that a record is looked up by: the name of an index, and a value in it.
public struct LookupKey: Hashable, Sendable {
    public let name: String
    public let value: String

    /// Traps where either is empty or has other characters than ASCII letters, digits, `-` and `_`.
    public init(_ name: String, _ value: String) {
        for text in [name, value] {
            let isPlain = !text.isEmpty && text.utf8.allSatisfy(RecordID.isAllowed)
            precondition(isPlain, "\(text) can't be part of a lookup key")
        }
        self.name = name
        self.value = value
    }
}
