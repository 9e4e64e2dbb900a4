import Synchronization

/// A command that changes a store, as `undo` will name it. To each unit of work it adds the records that take the unit
/// back. They are of a kind of their own, `RecordKind.undo`.
public final class RecordedCommand: Sendable {
    private let name: String
    private let now: @Sendable () -> Int?
    /// How the records of its units begin, if all its units are taken back together.
    private let units: String?
    private let count = Atomic(0)

    /// `now` returns the seconds since 1970. If not `hasSeveralUnits`, each unit is a command of its own.
    public init(_ name: String, hasSeveralUnits: Bool = false, now: @escaping @Sendable () -> Int?) {
        (self.name, self.now) = (name, now)
        units = hasSeveralUnits ? String(String(UInt64.random(in: 1 << 60 ... .max), radix: 32).prefix(12)) : nil
    }

    /// Another command with the same clock.
    public func named(_ name: String, hasSeveralUnits: Bool) -> RecordedCommand {
        RecordedCommand(name, hasSeveralUnits: hasSeveralUnits, now: now)
    }

    /// The changes of a unit of work, with what takes them back; no change, if there is none.
    public func recording(_ changes: [RecordChange]) -> [RecordChange] {
        if changes.isEmpty { return [] }
        var was: [(kind: String, changes: [UndoRecord.Change])] = []
        for change in changes {
            if was.last?.kind != change.kind.plural { was.append((change.kind.plural, [])) }
            let replaced = change.replaced?.withoutLineBreaks
            was[was.count - 1].changes.append(
                UndoRecord.Change(id: change.id, saved: change.json?.checksum, before: replaced))
        }
        var last = UndoRecord(name, at: now())
        guard let units else {
            last.changes = was
            return changes + [last.change]
        }
        let number = count.load(ordering: .relaxed) + 1
        last.have(number, units: units)
        var unit = UndoRecord(unit: number, of: units)
        unit.changes = was
        return changes + [unit.change, last.change]
    }

    /// Says that the changes of `recording` were kept. Of a command of several units, the first deletes from the store
    /// what is left of earlier ones.
    public func keepUnit(in store: any RecordStore) async {
        guard let units, count.wrappingAdd(1, ordering: .relaxed).oldValue == 0 else { return }
        // If this fails, the next such command tries again.
        try? await deleteUnits(from: store, besides: units)
    }

    private func deleteUnits(from store: any RecordStore, besides units: String) async throws(StorageError) {
        let all = try await store.news(of: [.undo], since: nil).changes[.undo]?.saved.rows.map(\.id) ?? []
        let old = all.filter { $0 != UndoRecord.last && !"\($0)".hasPrefix(units) }
        for start in stride(from: 0, to: old.count, by: min(store.batchSize, max(1, old.count))) {
            let part = Array(old[start...].prefix(store.batchSize))
            try await store.perform { records throws(StorageError) in
                // Another process may have deleted some, or left records of a newer command.
                let last = try await records.undoRecord(UndoRecord.last)?.0
                let found = last?.units == units ? try await records.records(part, of: .undo).rows : []
                return (found.map { RecordChange(kind: .undo, id: $0.id, json: nil) }, ())
            }
        }
    }

    /// Makes a repair of the store the last command. `contents` is the checksum of what the store has after it.
    public func recordRepair(_ damagedFile: String, contents: Int?, in store: any RecordStore)
        async throws(StorageError)
    {
        var record = UndoRecord("repair", at: now())
        (record.damagedFile, record.contents) = (damagedFile, contents)
        let change = record.change
        try await store.perform { _ in ([change], ()) }
    }
}

extension RecordKind {
    /// What takes back the last command. Applications leave it out of what they read, count and back up.
    public static let undo = RecordKind(singular: "undo", plural: "undo")
}

extension ArraySlice<UInt8> {
    /// This JSON on one line. In a record edited by hand, line breaks can only be white space between values.
    public var withoutLineBreaks: [UInt8] { map { $0 < 0x20 ? 0x20 : $0 } }
}

extension [UInt8] {
    /// The CRC-32C of these bytes, by which a record is known again.
    public var checksum: Int { withUnsafeBytes { Int(crc32c($0)) } }
}
