import Domain
import Storage
import Synchronization

/// The command that changes a library, as `undo` will name it. It adds to each unit of work what takes the unit back.
final class RecordedCommand: Sendable {
    private let name: String
    private let now: @Sendable () -> Int?
    /// How the records of its units begin, if all its units are taken back together.
    private let units: String?
    private let count = Mutex(0)

    init(_ name: String, hasSeveralUnits: Bool = false, now: @escaping @Sendable () -> Int?) {
        (self.name, self.now) = (name, now)
        units = hasSeveralUnits ? Identifier<RecordedCommand>(bits: .random(in: .min ... .max)).description : nil
    }

    /// Another command at the same clock.
    func named(_ name: String, hasSeveralUnits: Bool) -> RecordedCommand {
        RecordedCommand(name, hasSeveralUnits: hasSeveralUnits, now: now)
    }

    /// The changes of a unit of work, with the records that take them back. A unit without changes has none.
    func recording(_ staged: [StagedChange]) -> [RecordChange] {
        if staged.isEmpty { return [] }
        var changes = RecordedChanges()
        for (change, before) in staged {
            let saved = change.json?.checksum
            changes.add(.init(id: change.id, saved: saved, before: before?.withoutLineBreaks), of: change.kind.plural)
        }
        var last = UndoRecord(name, at: now())
        guard let units else {
            last.changes = changes
            return staged.map(\.change) + [last.change]
        }
        let number = count.withLock { $0 } + 1
        last.have(number, units: units)
        return staged.map(\.change) + [UndoRecord(changes, unit: number, of: units).change, last.change]
    }

    /// The record of a repair.
    func repair(_ damagedFile: String, contents: Int?) -> UndoRecord {
        var record = UndoRecord("repair", at: now())
        (record.repaired, record.contents) = (damagedFile, contents)
        return record
    }

    /// Says that a unit of work with changes was kept.
    func keepUnit(in store: any RecordStore) async {
        guard let units, count.withLock({ $0 += 1; return $0 == 1 }) else { return }
        // What is left of earlier commands of several units is of no use. If this fails, the next such command tries
        // again.
        try? await UndoRecord.deleteUnits(from: store, besides: units)
    }
}

extension UndoRecord {
    fileprivate static func deleteUnits(
        from store: any RecordStore, besides units: String
    ) async throws(StorageError) {
        let all = try await store.news(of: [kind], since: nil).changes[kind]?.saved.rows.map(\.id) ?? []
        let old = all.filter { $0 != last && !"\($0)".hasPrefix(units) }
        if old.isEmpty { return }
        for start in stride(from: 0, to: old.count, by: min(store.batchSize, old.count)) {
            let part = Array(old[start...].prefix(store.batchSize))
            try await store.perform { records throws(StorageError) in
                // Another process may have deleted some.
                let found = try await records.records(part, of: kind).rows
                return (found.map { RecordChange(kind: kind, id: $0.id, json: nil) }, ())
            }
        }
    }
}
