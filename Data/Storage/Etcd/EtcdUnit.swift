import Synchronization

/// A unit of work on a cluster: reads of one revision, and a transaction that is carried out only if what was read has
/// not changed since.
final class EtcdUnit: RecordReader {
    /// What was read of one kind.
    private struct Readings {
        var isWhole = false
        /// The revision at which each was last written; 0 for none.
        var modified: [RecordID: Int64] = [:]
        var lookups: Set<String> = []
    }

    let moment: EtcdMoment
    private let layout: EtcdLayout
    private let origin: UInt64
    private let formatModified: Int64
    private let readings = Mutex<[RecordKind: Readings]>([:])
    /// The transaction writes its stamp there. So it can be sent twice and is carried out once; and if its answer is
    /// lost, its sender can find out whether it was.
    let slot: EtcdSlot
    private let stamp = String(UInt64.random(in: 0 ... .max), radix: 36)

    /// How many records to ask for at a time; the limit of a server is `EtcdTransaction.mostOperations`.
    private static let recordsPerRead = 100

    /// `formatModified` is the revision at which the format was written, 0 for never. `origin` is that of the versions.
    init(at moment: EtcdMoment, _ layout: EtcdLayout, formatModified: Int64, slot: EtcdSlot, origin: UInt64) {
        self.moment = moment
        self.layout = layout
        self.formatModified = formatModified
        self.slot = slot
        self.origin = origin
    }

    func news(of kinds: [RecordKind], since version: RecordVersion?) async throws(StorageError) -> RecordNews {
        readings.withLock { for kind in kinds { $0[kind, default: Readings()].isWhole = true } }
        let folders = kinds.map(layout.folder)
        if let version, version.origin == origin, version.number <= moment.revision {
            let outcome = try await moment.read(folders.map { $0.changes(since: version) })
            if let counts = version.counts(after: outcome.found[...], kinds) {
                var records = EtcdRecords(folders)
                try records.append(outcome)
                return records.news(RecordVersion(at: moment, origin, counts), isComplete: false)
            }
        }
        let all = try await moment.all(of: folders, in: folders.map(\.range))
        return all.news(RecordVersion(at: moment, origin, all.counts), isComplete: true)
    }

    func records(_ ids: [RecordID], of kind: RecordKind) async throws(StorageError) -> RecordBatch {
        let ids = Set(ids).sorted()
        let folder = layout.folder(of: kind)
        var records = EtcdRecords([folder])
        for start in stride(from: 0, to: ids.count, by: Self.recordsPerRead) {
            let part = ids[start...].prefix(Self.recordsPerRead)
            let answer = try await moment.read(part.map { .key(folder.key($0)) })
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
        let prefix = layout.folder(of: kind).lookups(key)
        _ = readings.withLock { $0[kind, default: Readings()].lookups.insert(prefix) }
        var ids: [RecordID] = []
        try await moment.readAll(.under(prefix)) { answer in
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
    /// Carries out the changes, provided that nothing was changed that the unit has read.
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
        let marks = Set(changes.lazy.filter { $0.json == nil }.map { self.layout.folder(of: $0.kind).mark })
        transaction.changes += marks.sorted().map { .put($0, []) }
        transaction.changes.append(.put(slot.key, slot.value(adding: stamp)))
        if formatModified == 0 { transaction.changes.append(.put(layout.format, layout.formatValue)) }
        // Many conditions leave less room for changes.
        if transaction.exceededLimit != nil { transaction.conditions = conditions(coarse: true) }
        return transaction
    }

    /// What must hold for everything that was read to be unchanged. The coarse conditions are few, and fail more often:
    /// nothing of the kind has changed.
    private func conditions(coarse: Bool) -> [EtcdCondition] {
        let readings = readings.withLock { $0 }.sorted { $0.key.plural < $1.key.plural }
        var conditions = readings.flatMap { kind, readings -> [EtcdCondition] in
            let folder = layout.folder(of: kind)
            if readings.isWhole || coarse {
                // What was looked up changes together with the record.
                return [folder.range, .key(folder.mark)].map { .unchanged($0, since: moment.revision) }
            }
            return readings.modified.sorted { $0.key < $1.key }.map { .modified(folder.key($0), at: $1) }
                + readings.lookups.sorted().map { .unchanged(.under($0), since: moment.revision) }
        }
        conditions.append(.modified(slot.key, at: slot.modified))
        conditions.append(.modified(layout.format, at: formatModified))
        return conditions
    }

    /// Takes the place of the transaction: once this is carried out, the transaction never will be.
    var barrier: EtcdTransaction {
        EtcdTransaction(
            conditions: [.modified(slot.key, at: slot.modified)],
            changes: [.put(slot.key, slot.value(adding: "instead of \(stamp)"))])
    }

    /// What became of the transaction, according to what its slot holds now.
    func fate(slotNow: EtcdSlot) -> Fate {
        if slotNow.modified == slot.modified { return .notYetCarriedOut }
        if slotNow.stamps.contains(stamp) { return .carriedOut }
        // Of those that wrote later, the first must have found what this unit found.
        guard let before = slot.stamps.first else {
            return slotNow.stamps.count < EtcdSlot.memory ? .neverWillBe : .forgotten
        }
        return slotNow.stamps.contains(before) ? .neverWillBe : .forgotten
    }

    enum Fate {
        case carriedOut
        /// It was not, but may still be on its way.
        case notYetCarriedOut
        /// Another unit was faster, so the conditions no longer hold.
        case neverWillBe
        /// Too many others have written to the slot since.
        case forgotten
    }
}

/// One of the keys where units of work leave their stamps.
struct EtcdSlot {
    let key: String
    /// The revision at which it was created.
    private(set) var created: Int64 = 0
    /// The revision at which it was last written; 0 for never.
    private(set) var modified: Int64 = 0
    /// The latest first.
    private(set) var stamps: [String] = []

    /// How many stamps a slot remembers.
    static let memory = 16

    /// `entry` is what an answer says of the key, if anything.
    init(_ key: String, _ entry: EtcdKeyValue?, in answer: EtcdOutcome) {
        self.key = key
        guard let entry else { return }
        (created, modified) = (entry.created, entry.modified)
        // A value of another form counts as none.
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
    init(at moment: EtcdMoment, _ origin: UInt64, _ counts: [RecordKind: Int]) {
        self.init(origin: origin, number: moment.revision, counts: counts)
    }

    /// The counts after changes, which are in `found` for each kind as `EtcdFolder.changes(since:)` asks for them. Nil
    /// where the changes are not all there: many records have changed, or some were deleted.
    func counts(after found: ArraySlice<EtcdFound>, _ kinds: [RecordKind]) -> [RecordKind: Int]? {
        var now: [RecordKind: Int] = [:]
        for (kind, found) in zip(kinds, found) {
            guard let count = counts[kind], found.lacksNothing(of: count, since: number) else { return nil }
            now[kind] = Int(found.count)
        }
        return now
    }
}

extension EtcdFolder {
    /// Asks for what was written since a version.
    func changes(since version: RecordVersion) -> EtcdRead {
        var read = EtcdRead(range)
        read.leastRevision = version.number + 1
        read.limit = 1000
        return read
    }
}
