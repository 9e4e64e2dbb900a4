import Synchronization

/// Stores records in any key-value store: each is a value named after its kind and identifier (`note.4x7…`). If several of
/// a kind aren't called by the same name with an s, another value says how: `plural.box` is `boxes`.
///
/// Many projects do this with `UserDefaults`. It is simple, and suits some hundred records: every unit of work reads
/// and writes the whole store. It doesn't store lookup keys: every record of a kind is a candidate.
final class KeyValueRecordStore: ListedRecordStore {
    static let isShared = true
    static let isOptimistic = true
    static let fileExtension: String? = "json"
    static let formatVersion: Int? = KeyValueFormat.version
    static let knowsChanges = false

    private let store: any KeyValueStore

    init(_ store: any KeyValueStore) { self.store = store }

    convenience init(_ location: StorageLocation) {
        self.init(
            KeyValueFile(
                path: location.path("json"), files: location.files, patience: location.patience,
                watcher: location.watcher))
    }

    var batchSize: Int { .max }

    func news(of kinds: [RecordKind], since version: RecordVersion?) async throws(StorageError) -> RecordNews {
        try await records().news(of: kinds, since: version)
    }

    func records(_ ids: [RecordID], of kind: RecordKind) async throws(StorageError) -> RecordBatch {
        try await records().records(ids, of: kind)
    }

    func candidates(for key: LookupKey, of kind: RecordKind) async throws(StorageError) -> RecordBatch {
        try await records().candidates(for: key, of: kind)
    }

    var keepsUnknownKinds: Bool { false }

    /// Ignores values whose names are none of a record.
    func kinds(besides kinds: [RecordKind]) async throws(StorageError) -> [RecordKind] {
        let records = try await records()
        var found: [String: RecordKind] = [:]
        for (name, text) in records.values {
            let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !kinds.contains(where: { $0.singular == parts[0] }), let id = RecordID(parts[1]),
                let kind = records.kind(singular: parts[0])
            else { continue }
            guard text.isRecord(id) else {
                throw .damaged(location: "“\(name)”", line: nil, reason: "it doesn't begin with its identifier")
            }
            found[kind.singular] = kind
        }
        var plurals = Set(kinds.map(\.plural))
        for kind in found.values where !plurals.insert(kind.plural).inserted {
            let reason = "another kind is called “\(kind.plural)” too"
            throw .damaged(location: "“\(KeyValueRecords.name(ofPlural: kind.singular))”", line: nil, reason: reason)
        }
        return Array(found.values)
    }

    func perform<Value: Sendable>(
        _ work: @Sendable (any RecordReader) async throws(StorageError) -> ([RecordChange], Value)
    ) async throws(StorageError) -> Value {
        while true {
            let before = try await records()
            let (changes, value) = try await work(before)
            if changes.isEmpty { return value }
            let texts = changes.map { (KeyValueRecords.name(of: $0.id, $0.kind), $0.json.map { JSONText($0) }) }
            var update = Dictionary(texts) { _, later in later }
            // Each version that reads these names knows the plural of `undo`.
            for kind in Set(changes.map(\.kind)) where kind.plural != kind.singular + "s" && kind != .undo {
                update[KeyValueRecords.name(ofPlural: kind.singular)] = JSONText("\"\(kind.plural)\"".utf8)
            }
            if try await store.update(update, expecting: before.values) { return value }
        }
    }

    func observe(_ kinds: [RecordKind]) -> RecordUpdates {
        let (updates, continuation) = RecordUpdates.makeStream()
        // Observes from now on, not from when the task starts.
        let states = store.observe()
        let following = Task {
            var seen: KeyValues?
            for await state in states {
                do throws(StorageError) {
                    let records = KeyValueRecords(values: try state.get())
                    let values = records.values(of: kinds)
                    if values != seen { continuation.yield(.success(try records.news(of: kinds, since: nil))) }
                    seen = values
                } catch {
                    continuation.yield(.failure(error))
                    break
                }
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

/// All records at one version.
private struct KeyValueRecords: RecordReader {
    let values: KeyValues

    static func name(of id: RecordID, _ kind: RecordKind) -> String { "\(kind.singular).\(id)" }

    static func name(ofPlural singular: String) -> String { "plural.\(singular)" }

    /// The kind of that name; nil if it can't be a name.
    func kind(singular: String) -> RecordKind? {
        let text = values[Self.name(ofPlural: singular)]?.bytes ?? []
        let plural = try? JSONScanner.scan(text) { scanner throws(JSONError) in try scanner.string() }
        guard RecordKind(plural: singular) != nil, let kind = RecordKind(plural: plural ?? singular + "s") else {
            return nil
        }
        return RecordKind(singular: singular, plural: kind.plural)
    }

    /// The values of records of these kinds.
    func values(of kinds: [RecordKind]) -> KeyValues {
        values.filter { name, _ in kinds.contains { name.hasPrefix($0.singular + ".") } }
    }

    /// Returns everything: the store doesn't record what has changed since a version, so each version is unique.
    func news(of kinds: [RecordKind], since version: RecordVersion?) throws(StorageError) -> RecordNews {
        var changes: [RecordKind: RecordNews.Changes] = [:]
        for kind in kinds {
            let records = try all(of: kind)
            if !records.rows.isEmpty { changes[kind] = RecordNews.Changes(saved: records) }
        }
        let version = RecordVersion(origin: .random(in: 0 ... .max), number: 0)
        return RecordNews(version: version, isComplete: true, changes: changes)
    }

    func records(_ ids: [RecordID], of kind: RecordKind) -> RecordBatch {
        let found = Set(ids).compactMap { id in values[Self.name(of: id, kind)].map { (key: id, value: $0.bytes) } }
        return batch(found, of: kind)
    }

    func candidates(for key: LookupKey, of kind: RecordKind) throws(StorageError) -> RecordBatch { try all(of: kind) }

    private func all(of kind: RecordKind) throws(StorageError) -> RecordBatch {
        let prefix = kind.singular + "."
        var found: [(key: RecordID, value: [UInt8])] = []
        for (name, text) in values where name.hasPrefix(prefix) {
            guard let id = RecordID(String(name.dropFirst(prefix.count))) else {
                throw .damaged(location: "“\(name)”", line: nil, reason: "its name doesn't end in a valid identifier")
            }
            found.append((id, text.bytes))
        }
        return batch(found, of: kind)
    }

    private func batch(_ found: [(key: RecordID, value: [UInt8])], of kind: RecordKind) -> RecordBatch {
        RecordBatch(found) { RecordLocation("“\(Self.name(of: $0, kind))”") }
    }
}

extension JSONText {
    /// Whether it is an object whose first member is that identifier.
    fileprivate func isRecord(_ id: RecordID) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            var scanner = JSONScanner(bytes)
            return (try? scanner.firstMember("id")).flatMap { RecordID(utf8: $0) } == id
        }
    }
}
