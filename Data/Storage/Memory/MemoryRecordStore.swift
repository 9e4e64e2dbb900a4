import Synchronization

/// Stores records in memory, for tests, previews and the demo.
///
/// Units of work are optimistic: they run concurrently, and a unit runs again if another one changed
/// something before it could commit.
public final class MemoryRecordStore: ListedRecordStore {
    public static let isShared = false
    public static let isOptimistic = true
    public static let fileExtension: String? = nil
    public static let formatVersion: Int? = nil
    public static let knowsChanges = true

    private let state: Mutex<MemoryRecords>
    private let observers = Observers<MemoryRecords, StorageError>()
    private let hasChanged = Atomic(false)
    private let notice: @Sendable (StorageNotice) -> Void

    /// A store that starts with these records. `notice` is called once, after the first change.
    public init(_ records: [RecordChange] = [], notice: @escaping @Sendable (StorageNotice) -> Void = { _ in }) {
        self.notice = notice
        var contents = MemoryRecords()
        contents.apply(records)
        state = Mutex(contents)
    }

    public convenience init(_ location: StorageLocation) { self.init(notice: location.notice) }

    public var batchSize: Int { .max }

    public func news(of kinds: [RecordKind], since version: RecordVersion?) -> RecordNews {
        state.withLock { $0.news(of: kinds, since: version) }
    }

    public func records(_ ids: [RecordID], of kind: RecordKind) -> RecordBatch {
        state.withLock { $0.records(ids, of: kind) }
    }

    public func candidates(for key: LookupKey, of kind: RecordKind) -> RecordBatch {
        state.withLock { $0.candidates(for: key, of: kind) }
    }

    public var keepsUnknownKinds: Bool { false }

    public func kinds(besides kinds: [RecordKind]) -> [RecordKind] { state.withLock { $0.kinds }.besides(kinds) }

    public func perform<Value: Sendable>(
        _ work: @Sendable (any RecordReader) async throws(StorageError) -> ([RecordChange], Value)
    ) async throws(StorageError) -> Value {
        while true {
            let before = state.withLock { $0 }
            let (changes, value) = try await work(before)
            // It only read one snapshot, so there is nothing to repeat.
            if changes.isEmpty { return value }
            let isDone = state.withLock { records in
                guard records.version == before.version else { return false }
                records.apply(changes)
                // Inside the lock, so that every observer gets the changes in order.
                observers.notify(&records)
                return true
            }
            guard isDone else { continue }
            if !hasChanged.exchange(true, ordering: .relaxed) { notice(.notKept) }
            return value
        }
    }

    public func observe(_ kinds: [RecordKind]) -> RecordUpdates {
        let seen = Mutex<RecordVersion?>(nil)
        return state.withLock { records in
            observers.add(to: &records) { records in
                seen.withLock { seen in
                    let news = records.news(of: kinds, since: seen)
                    defer { seen = news.version }
                    return seen == nil || !news.changes.isEmpty ? news : nil
                }
            }
        }
    }
}

/// All records at one version.
private struct MemoryRecords: RecordReader {
    private struct Entry {
        /// Nil if the record was deleted.
        var json: [UInt8]?
        var keys: [LookupKey]
        /// The unit of work that changed it last.
        var unit: Int64
    }

    /// By the plural of their kind.
    private var tables: [String: [RecordID: Entry]] = [:]
    private let origin = UInt64.random(in: 0 ... .max)
    private(set) var unit: Int64 = 0

    var kinds: [RecordKind] {
        tables.filter { $0.value.contains { $0.value.json != nil } }.compactMap { RecordKind(plural: $0.key) }
    }

    var version: RecordVersion { RecordVersion(origin: origin, number: unit) }

    mutating func apply(_ changes: [RecordChange]) {
        unit += 1
        for change in changes {
            tables[change.kind.plural, default: [:]][change.id] = Entry(
                json: change.json, keys: change.keys, unit: unit)
        }
    }

    func news(of kinds: [RecordKind], since version: RecordVersion?) -> RecordNews {
        // A unit of work may receive a version later than its own snapshot; then it doesn't know what has changed.
        let known = version.flatMap { $0.origin == origin && $0.number <= unit ? $0.number : nil }
        var changes: [RecordKind: RecordNews.Changes] = [:]
        for kind in kinds {
            let new = (tables[kind.plural] ?? [:]).filter { _, entry in
                if let known { entry.unit > known } else { entry.json != nil }
            }
            guard !new.isEmpty else { continue }
            let deleted = new.filter { $0.value.json == nil }.keys.sorted()
            changes[kind] = RecordNews.Changes(saved: batch(new), deleted: deleted)
        }
        return RecordNews(version: self.version, isComplete: known == nil, changes: changes)
    }

    func records(_ ids: [RecordID], of kind: RecordKind) -> RecordBatch {
        let ids = Set(ids)
        return batch((tables[kind.plural] ?? [:]).filter { ids.contains($0.key) })
    }

    func candidates(for key: LookupKey, of kind: RecordKind) -> RecordBatch {
        batch((tables[kind.plural] ?? [:]).filter { $0.value.keys.contains(key) })
    }

    private func batch(_ entries: [RecordID: Entry]) -> RecordBatch {
        RecordBatch(entries.compactMapValues(\.json)) { RecordLocation("“\($0)” in memory") }
    }
}
