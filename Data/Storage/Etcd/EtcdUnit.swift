import Synchronization

/// A unit of work on a cluster: reads at one revision, and a transaction that is carried out only if what was read has
/// not changed since.
final class EtcdUnit: RecordReader {
    /// What the unit has read of one kind.
    private struct Readings {
        var isWhole = false
        /// The revision at which each record read was last written; 0 if it doesn't exist.
        var modified: [RecordID: Int64] = [:]
        var lookups: Set<String> = []
    }

    let snapshot: EtcdSnapshot
    private let layout: EtcdLayout
    private let origin: UInt64
    private let formatModified: Int64
    private let readings = Mutex<[RecordKind: Readings]>([:])
    /// The slot in which the transaction writes its stamp. It makes sending the transaction twice carry it out once,
    /// and shows whether it was carried out if the answer is lost.
    let slot: EtcdSlot
    private let stamp = String(UInt64.random(in: 0 ... .max), radix: 36)

    /// The number of records in one request; a server's limit is `EtcdTransaction.mostOperations`.
    private static let recordsPerRead = 100

    /// `formatModified` is the revision at which the format was written, 0 for never. `origin` is that of the store's
    /// versions.
    init(at snapshot: EtcdSnapshot, _ layout: EtcdLayout, formatModified: Int64, slot: EtcdSlot, origin: UInt64) {
        self.snapshot = snapshot
        self.layout = layout
        self.formatModified = formatModified
        self.slot = slot
        self.origin = origin
    }

    func news(of kinds: [RecordKind], since version: RecordVersion?) async throws(StorageError) -> RecordNews {
        readings.withLock { for kind in kinds { $0[kind, default: Readings()].isWhole = true } }
        let folders = kinds.map(layout.folder)
        if let version, version.origin == origin, version.number <= snapshot.revision {
            let outcome = try await snapshot.read(folders.map { $0.changes(since: version) })
            if let counts = version.counts(after: outcome.found[...], kinds) {
                var records = EtcdRecords(folders)
                try records.append(outcome)
                return records.news(RecordVersion(at: snapshot, origin, counts), isComplete: false)
            }
        }
        let all = try await snapshot.all(of: folders, in: folders.map(\.range))
        return all.news(RecordVersion(at: snapshot, origin, all.counts), isComplete: true)
    }

    func records(_ ids: [RecordID], of kind: RecordKind) async throws(StorageError) -> RecordBatch {
        let ids = Set(ids).sorted()
        let folder = layout.folder(of: kind)
        var records = EtcdRecords([folder])
        for start in stride(from: 0, to: ids.count, by: Self.recordsPerRead) {
            let part = ids[start...].prefix(Self.recordsPerRead)
            let answer = try await snapshot.read(part.map { .key(folder.key($0)) })
            try records.append(answer)
            readings.withLock { readings in
                for (id, found) in zip(part, answer.found) {
                    readings[kind, default: Readings()].modified[id] = found.entries.first?.modified ?? 0
                }
            }
        }
        return records[0]
    }

    func candidates(for key: LookupKey, of kind: RecordKind) async throws(StorageError) -> RecordBatch {
        let folder = layout.folder(of: kind)
        let prefix = folder.lookups(key)
        _ = readings.withLock { $0[kind, default: Readings()].lookups.insert(prefix) }
        // Who gives a record the key later writes it to the index, which is a condition; other records need none.
        if !key.hasAll { return try await snapshot.all(of: [folder], in: [folder.range])[0] }
        var ids: [RecordID] = []
        try await snapshot.readAll(.under(prefix)) { answer in
            // Ignores keys that other programs put here.
            ids += answer.found[0].entries.compactMap {
                RecordID(utf8: answer.bytes[$0.key].dropFirst(prefix.utf8.count))
            }
        }
        return try await records(ids, of: kind)
    }
}

// MARK: - The transaction

extension EtcdUnit {
    /// A transaction with these changes, on condition that nothing the unit has read has changed.
    func transaction(for changes: [RecordChange]) -> EtcdTransaction {
        var transaction = EtcdTransaction(conditions: conditions(coarse: false), changes: [])
        for change in changes {
            let folder = layout.folder(of: change.kind)
            transaction.changes.append(
                change.json.map { .put(folder.key(change.id), $0) } ?? .delete(folder.key(change.id)))
            let before = Set(change.oldKeys.map { folder.lookups($0) + "\(change.id)" })
            let after = Set(change.keys.map { folder.lookups($0) + "\(change.id)" })
            transaction.changes += before.subtracting(after).sorted().map { .delete($0) }
            transaction.changes += after.subtracting(before).sorted().map { .put($0, []) }
        }
        let marks = Set(changes.lazy.filter { $0.json == nil }.map { self.layout.folder(of: $0.kind).deletionMark })
        transaction.changes += marks.sorted().map { .put($0, []) }
        transaction.changes.append(.put(slot.key, slot.value(adding: stamp)))
        if formatModified == 0 { transaction.changes.append(.put(layout.format, layout.formatValue)) }
        // Fewer conditions leave more room for changes.
        if transaction.exceededLimit != nil { transaction.conditions = conditions(coarse: true) }
        return transaction
    }

    /// The conditions for everything read to be unchanged. The coarse ones are fewer and fail more often: nothing of
    /// the kind has changed.
    private func conditions(coarse: Bool) -> [EtcdCondition] {
        let readings = readings.withLock { $0 }.sorted { $0.key.plural < $1.key.plural }
        var conditions = readings.flatMap { kind, readings -> [EtcdCondition] in
            let folder = layout.folder(of: kind)
            if readings.isWhole || coarse {
                // Lookup keys only change together with their records.
                return [folder.range, .key(folder.deletionMark)].map { .unchanged($0, since: snapshot.revision) }
            }
            return readings.modified.sorted { $0.key < $1.key }.map { .modified(folder.key($0), at: $1) }
                + readings.lookups.sorted().map { .unchanged(.under($0), since: snapshot.revision) }
        }
        conditions.append(.modified(slot.key, at: slot.modified))
        conditions.append(.modified(layout.format, at: formatModified))
        return conditions
    }

    /// Prevents the transaction: once this one is carried out, the other never will be.
    var barrier: EtcdTransaction {
        EtcdTransaction(
            conditions: [.modified(slot.key, at: slot.modified)],
            changes: [.put(slot.key, slot.value(adding: "instead of \(stamp)"))])
    }

    /// The fate of the transaction, according to the slot's current value.
    func fate(slotNow: EtcdSlot) -> Fate {
        if slotNow.modified == slot.modified { return .notYetCarriedOut }
        if slotNow.stamps.contains(stamp) { return .carriedOut }
        // If the stamp that preceded this unit is still there, so are all later ones, and this unit's is not among
        // them.
        guard let before = slot.stamps.first else {
            return slotNow.stamps.count < EtcdSlot.memory ? .neverWillBe : .forgotten
        }
        return slotNow.stamps.contains(before) ? .neverWillBe : .forgotten
    }

    enum Fate {
        case carriedOut
        /// Not carried out, but possibly still on its way.
        case notYetCarriedOut
        /// Another unit used the slot, so the conditions no longer hold.
        case neverWillBe
        /// Unknown: too many units have used the slot since.
        case forgotten
    }
}

/// One of the keys in which units of work leave their stamps.
struct EtcdSlot {
    let key: String
    /// The revision at which the key was created.
    private(set) var created: Int64 = 0
    /// The revision at which the key was last written; 0 for never.
    private(set) var modified: Int64 = 0
    /// Latest first.
    private(set) var stamps: [String] = []

    /// The number of stamps that a slot keeps.
    static let memory = 16

    /// `entry` is the key's entry in the answer, if it exists.
    init(_ key: String, _ entry: EtcdKeyValue?, in answer: EtcdOutcome) {
        self.key = key
        guard let entry else { return }
        (created, modified) = (entry.created, entry.modified)
        // Any other value counts as no stamps.
        let read = try? JSONScanner.scan(answer.value(of: entry)) { scanner throws(JSONError) in try scanner.strings() }
        stamps = read ?? []
    }

    func value(adding stamp: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.array { writer in
            for stamp in ([stamp] + stamps).prefix(Self.memory) { writer.string(stamp) }
        }
        return writer.bytes
    }
}

// MARK: - Versions

extension RecordVersion {
    init(at snapshot: EtcdSnapshot, _ origin: UInt64, _ counts: [RecordKind: Int]) {
        self.init(origin: origin, number: snapshot.revision, counts: counts)
    }

    /// The counts after the changes in `found`, one answer to `EtcdFolder.changes(since:)` for each kind. Returns nil
    /// if it does not have all changes: many records have changed, or some were deleted.
    func counts(after found: ArraySlice<EtcdFound>, _ kinds: [RecordKind]) -> [RecordKind: Int]? {
        var now: [RecordKind: Int] = [:]
        for (kind, found) in zip(kinds, found) {
            guard let count = counts[kind], found.isComplete(after: count, at: number) else { return nil }
            now[kind] = Int(found.count)
        }
        return now
    }
}

extension EtcdFolder {
    /// A request for the records written since a version, at most 1,000.
    func changes(since version: RecordVersion) -> EtcdRead {
        var read = EtcdRead(range)
        read.leastRevision = version.number + 1
        read.limit = 1000
        return read
    }
}
