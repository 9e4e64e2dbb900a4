/// The last command on a store, and what undoing it does.
public struct UndoableCommand: Sendable {
    /// As the store was told; may be empty.
    public var name: String { record.command }
    /// Seconds since 1970; nil if there was no clock.
    public var time: Int? { record.time }
    /// Whether it was taken back already, so that undoing brings it back.
    public var isTakenBack: Bool { !record.takesBack }
    /// Whether an undo of it began and hasn't ended, so that undoing carries on.
    public var isInterrupted: Bool { record.isInterrupted }
    /// How many units of work undoing takes.
    public var units: Int { record.next.count }
    /// The copy of a damaged file that undoing puts back, and the checksum of the contents after the repair, if the
    /// command was a repair.
    public var repair: (damagedFile: String, contents: Int?)? { record.damagedFile.map { ($0, record.contents) } }
    /// What all its units together do to each record. A record that several units changed is in it once.
    public let undos: [RecordUndo]
    /// Its record, which tells it from any other command.
    public let json: [UInt8]
    private let record: UndoRecord

    /// The last command that `records` have, whose kinds the application knows as `kinds`; nil if there is none, or if a
    /// part of what undoing takes is gone.
    public init?(in records: any RecordReader, kinds: [RecordKind]) async throws(StorageError) {
        guard let (record, json) = try await records.undoRecord(UndoRecord.last) else { return nil }
        var changes: [UndoRecord] = []
        for id in record.damagedFile == nil ? record.next : [] {
            // Some are undone already if the command went on while another process undid it.
            guard let (unit, _) = try await records.undoRecord(id), unit.isUndone != record.takesBack else {
                return nil
            }
            changes.append(unit)
        }
        (self.record, self.json) = (record, json)
        undos = try await records.undos(of: changes, kinds)
    }

    /// The record of the last command, which changes with each command; nil if there is none.
    public static func record(in records: any RecordReader) async throws(StorageError) -> [UInt8]? {
        try await records.undoRecord(UndoRecord.last)?.json
    }

    /// The first unit that undoing takes: what it does to each record, and the changes that bring it back, the record of
    /// the command last. Nil if another command came since, or a record of its units is missing.
    public static func nextUnit(
        of command: [UInt8], in records: any RecordReader, kinds: [RecordKind]
    ) async throws(StorageError) -> (undos: [RecordUndo], inverse: [RecordChange])? {
        guard let (record, json) = try await records.undoRecord(UndoRecord.last), json == command,
            let id = record.next.first, var (unit, _) = try await records.undoRecord(id),
            unit.isUndone != record.takesBack
        else { return nil }
        let undos = try await records.undos(of: [unit], kinds)
        let kinds = unit.changes.map(\.kind)
        unit.changes = kinds.map { kind in
            let undos = undos.filter { $0.kind == kind }
            return (kind, undos.map { .init(id: $0.id, saved: $0.after?.checksum, before: $0.now) })
        }
        unit.isUndone = record.takesBack
        var after = record.afterNext
        if id == UndoRecord.last { after.changes = unit.changes }
        return (undos, (id == UndoRecord.last ? [] : [unit.change]) + [after.change])
    }
}

/// What undoing does to one record.
public struct RecordUndo: Sendable {
    /// The plural of its kind.
    public let kind: String
    public let id: RecordID
    /// The record now, and after it was undone; nil for none.
    public let now: [UInt8]?
    public let after: [UInt8]?
    /// Whether it isn't what the command saved: another program has changed it since.
    public let isChangedSince: Bool

    public init(kind: String, id: RecordID, now: [UInt8]?, after: [UInt8]?, isChangedSince: Bool = false) {
        (self.kind, self.id, self.now, self.after, self.isChangedSince) = (kind, id, now, after, isChangedSince)
    }

    public enum Effect: String, CaseIterable, Sendable {
        case removed, changed, restored
    }

    public var effect: Effect { after == nil ? .removed : now == nil ? .restored : .changed }

    /// The names of the members that differ, with their values in JSON now and afterwards; nil for none.
    public var members: [(name: String, now: String?, after: String?)] {
        let (now, after) = (now?.members ?? [], after?.members ?? [])
        let names = after.map(\.name) + now.map(\.name).filter { name in !after.contains { $0.name == name } }
        return names.compactMap { name in
            let (now, after) = (now.first { $0.name == name }?.value, after.first { $0.name == name }?.value)
            return now == after ? nil : (name, now, after)
        }
    }
}

extension RecordReader {
    func undoRecord(_ id: RecordID) async throws(StorageError) -> (UndoRecord, json: [UInt8])? {
        let batch = try await records([id], of: .undo)
        guard let row = batch.rows.first else { return nil }
        let json = Array(batch.bytes[row.range])
        do throws(JSONError) {
            return (try UndoRecord(json: json), json)
        } catch {
            let location = batch.location(of: row)
            throw .damaged(location: location.name, line: location.line, reason: "it can't be undone")
        }
    }

    /// What undoing these units does, in that order. Of one record, what the last of them saved, and what the first found.
    fileprivate func undos(of units: [UndoRecord], _ kinds: [RecordKind]) async throws(StorageError) -> [RecordUndo] {
        var merged: [String: [RecordID: UndoRecord.Change]] = [:]
        for (kind, changes) in units.flatMap(\.changes) {
            for change in changes {
                let saved = merged[kind]?[change.id].map(\.saved) ?? change.saved
                merged[kind, default: [:]][change.id] = .init(id: change.id, saved: saved, before: change.before)
            }
        }
        var undos: [RecordUndo] = []
        for (plural, changes) in merged.sorted(by: { $0.key < $1.key }) {
            guard let kind = kinds.first(where: { $0.plural == plural }) ?? RecordKind(plural: plural) else { continue }
            let batch = try await records(Array(changes.keys), of: kind)
            let present = Dictionary(batch.rows.map { ($0.id, Array(batch.bytes[$0.range])) }) { first, _ in first }
            undos += changes.values.sorted { $0.id < $1.id }.compactMap { change in
                let now = present[change.id]
                // It came and went within the command.
                if now == nil, change.saved == nil, change.before == nil { return nil }
                return RecordUndo(
                    kind: plural, id: change.id, now: now, after: change.before,
                    isChangedSince: now?.checksum != change.saved)
            }
        }
        return undos
    }
}

extension [UInt8] {
    fileprivate var members: [(name: String, value: String)] {
        var members: [(name: String, value: String)] = []
        // If it isn't an object, its reader says so.
        try? JSONScanner.scan(self) { scanner throws(JSONError) in
            try scanner.object { name, value throws(JSONError) in members.append((try name.text(), try value.json())) }
        }
        return members
    }
}
