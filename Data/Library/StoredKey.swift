import Domain
import Storage

/// A lookup key of an entity, by the member of its record that has the value.
struct StoredKey {
    private let member: String
    private let index: String?
    private let value: [UInt8]
    private let indexHasAll: Bool

    /// The records whose `member` has this value. `index` names the index in stores. Without it the name is made of the
    /// kind and the member; only keys for the same member need one. `indexHasAll` is false for a key that libraries have
    /// been written without: then a store with indices reads all records of the kind, until its index may be trusted.
    init(_ member: String, _ value: some MemberValue, index: String? = nil, indexHasAll: Bool = true) {
        (self.member, self.index) = (member, index)
        (self.value, self.indexHasAll) = (value.json, indexHasAll)
    }

    /// The key in stores; nil if they can't look the value up, because no part of it has the letters of a key. The key
    /// has the longest part that has. Other values may have it too, which is why the reader checks what it finds.
    fileprivate func inStores(of kind: RecordKind) -> LookupKey? {
        let parts = value.split { !RecordID.isAllowed($0) }
        guard let longest = parts.max(by: { $0.count < $1.count }) else { return nil }
        return LookupKey(
            index ?? "\(kind.plural)-\(member)", String(decoding: longest, as: UTF8.self), hasAll: indexHasAll)
    }

    /// Stops the program if `record` lacks the value: some stores look for it in the record, others in an index.
    fileprivate func check(_ record: some EntityRecord) {
        var search = MemberSearch(name: member)
        var record = record
        record.members(&search)
        precondition(search.json == value, "a lookup key differs from “\(member)” of \(type(of: record))")
    }
}

extension StoredEntity {
    /// The key in stores; nil if they can't look the value up.
    static func inStores(_ key: Self.LookupKey) -> Storage.LookupKey? { stored(key).inStores(of: kind) }

    /// The keys that find this entity in stores.
    var storedKeys: [Storage.LookupKey] {
        if lookupKeys.isEmpty { return [] }
        let record = Record(self)
        return lookupKeys.compactMap { key in
            let key = Self.stored(key)
            key.check(record)
            return key.inStores(of: Self.kind)
        }
    }
}

/// Finds the value of one member.
private struct MemberSearch: MemberVisitor {
    let name: String
    private(set) var json: [UInt8]?

    mutating func member<Value: MemberValue>(_ name: StaticString, _ value: inout Value, isRequired: Bool) {
        if name.description == self.name, !value.isAbsent { json = value.json }
    }
}

extension MemberValue {
    fileprivate var json: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }
}
