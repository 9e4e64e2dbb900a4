import Synchronization

/// Keeps records in any key-value store: each is a value, named after its kind and identifier (`book.4x7…`).
///
/// It is what many projects do with `UserDefaults`: simple, and good for some hundred records. Every unit of work reads
/// and writes the store as a whole. It does not keep lookup keys: every record of a kind is a candidate.
public final class KeyValueRecordStore: RecordStore {
    private let store: any KeyValueStore

    public init(_ store: any KeyValueStore) {
        self.store = store
    }

    public var batchSize: Int { .max }

    public func news(of kinds: [RecordKind], since version: RecordVersion?) async throws(StorageError) -> RecordNews {
        try await records().news(of: kinds, since: version)
    }

    public func records(_ ids: [RecordID], of kind: RecordKind) async throws(StorageError) -> RecordBatch {
        try await records().records(ids, of: kind)
    }

    public func candidates(for key: LookupKey, of kind: RecordKind) async throws(StorageError) -> RecordBatch {
        try await records().candidates(for: key, of: kind)
    }

    public func perform<Value: Sendable>(
        _ work: @Sendable (any RecordReader) async throws(StorageError) -> ([RecordChange], Value)
    ) async throws(StorageError) -> Value {
        while true {
            let before = try await records()
            let (changes, value) = try await work(before)
            if changes.isEmpty { return value }
            let texts = changes.map { (KeyValueRecords.name(of: $0.id, $0.kind), $0.json.map { JSONText($0) }) }
            let update = Dictionary(texts) { _, later in later }
            if try await store.update(update, expecting: before.values) { return value }
        }
    }

    public func observe(_ kinds: [RecordKind]) -> RecordUpdates {
        let (updates, continuation) = RecordUpdates.makeStream()
        // Not later, so that the first records are those there are now.
        let values = store.observe()
        let following = Task {
            for await values in values {
                continuation.yield(
                    Result { () throws(StorageError) in
                        try KeyValueRecords(values: values.get()).news(of: kinds, since: nil)
                    })
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in following.cancel() }
        return updates
    }

    private func records() async throws(StorageError) -> KeyValueRecords {
        KeyValueRecords(values: try await store.values())
    }
}

/// All records at one moment.
private struct KeyValueRecords: RecordReader {
    let values: KeyValues

    static func name(of id: RecordID, _ kind: RecordKind) -> String { "\(kind.singular).\(id)" }

    /// Everything: what has changed since an earlier moment is not kept.
    func news(of kinds: [RecordKind], since version: RecordVersion?) throws(StorageError) -> RecordNews {
        var changes: [RecordKind: RecordNews.Changes] = [:]
        for kind in kinds { changes[kind] = RecordNews.Changes(saved: try all(of: kind)) }
        return RecordNews(version: RecordVersion(origin: 0, number: 0), isComplete: true, changes: changes)
    }

    func records(_ ids: [RecordID], of kind: RecordKind) -> RecordBatch {
        let found = Set(ids).compactMap { id in values[Self.name(of: id, kind)].map { (key: id, value: $0.bytes) } }
        return batch(found, of: kind)
    }

    func candidates(for key: LookupKey, of kind: RecordKind) throws(StorageError) -> RecordBatch {
        try all(of: kind)
    }

    private func all(of kind: RecordKind) throws(StorageError) -> RecordBatch {
        let prefix = kind.singular + "."
        var found: [(key: RecordID, value: [UInt8])] = []
        for (name, text) in values where name.hasPrefix(prefix) {
            guard let id = RecordID(String(name.dropFirst(prefix.count))) else {
                throw .damaged(location: "“\(name)”", line: nil, reason: "its name ends in no identifier")
            }
            found.append((id, text.bytes))
        }
        return batch(found, of: kind)
    }

    private func batch(_ found: [(key: RecordID, value: [UInt8])], of kind: RecordKind) -> RecordBatch {
        RecordBatch(found) { RecordLocation("“\(Self.name(of: $0, kind))”") }
    }
}
