public import Domain
import Storage

extension StoredLibrary {
    public func lastCommand() async throws(LibraryError) -> LastCommand? {
        do throws(UndoError) {
            guard let (record, json) = try await undoRecord(UndoRecord.last, in: store) else { return nil }
            do throws(UndoError) {
                let effects = record.repaired == nil ? try await effects(of: record) : []
                return LastCommand(record, json, effects: effects)
            } catch {
                if case .library = error { throw error }
                return LastCommand(record, json, refusal: error)
            }
        } catch .library(let error) {
            throw error
        } catch {
            return nil
        }
    }

    public func undo(_ command: LastCommand, progress: (Int) async -> Void) async throws(UndoError) {
        // All of it is checked before anything changes.
        guard let (record, json) = try await undoRecord(UndoRecord.last, in: store), json == command.json else {
            throw .superseded
        }
        if record.repaired != nil { return try await putBackDamagedFile(of: record) }
        _ = try await effects(of: record)
        var last = json
        for left in (0..<command.units).reversed() {
            last = try await undoUnit(of: last)
            await progress(left)
        }
    }

    private func effects(of record: UndoRecord) async throws(UndoError) -> [UndoEffect] {
        var changes = MergedChanges()
        for id in record.next {
            guard let unit = try await undoRecord(id, in: store)?.record else { throw .incomplete }
            changes.add(unit.changes)
        }
        return try await undoing(changes, in: store).flatMap(\.effects)
    }

    /// Undoes the next unit of the last command, whose record must be this one, and returns the record afterwards.
    private func undoUnit(of expected: [UInt8]) async throws(UndoError) -> [UInt8] {
        let outcome: Result<[UInt8], UndoError>
        do throws(StorageError) {
            outcome = try await store.perform { records in
                do throws(UndoError) {
                    let changes = try await self.changes(undoing: expected, in: records)
                    return (changes, .success(changes.last?.json ?? []))
                } catch {
                    return ([], .failure(error))
                }
            }
        } catch {
            throw .library(.store(StoreError(error)))
        }
        return try outcome.get()
    }

    /// The changes that undo the next unit of the last command. The last of them is that of the command's record.
    private func changes(
        undoing expected: [UInt8], in records: any RecordReader
    ) async throws(UndoError) -> [RecordChange] {
        guard let (record, json) = try await undoRecord(UndoRecord.last, in: records), json == expected,
            let id = record.next.first
        else { throw .superseded }
        guard var unit = try await undoRecord(id, in: records)?.record else { throw .incomplete }
        var changes = MergedChanges()
        changes.add(unit.changes)
        let undone = try await undoing(changes, in: records)
        unit.changes = RecordedChanges()
        for type in undone { for change in type.inverse { unit.changes.add(change, of: type.kind) } }
        var after = record.afterNext
        if id == UndoRecord.last { after.changes = unit.changes }
        let units = id == UndoRecord.last ? [] : [unit.change]
        return undone.flatMap(\.changes) + units + [after.change]
    }

    /// What undoing these changes does. Throws if one of the records has changed since, or a rule forbids the result.
    private func undoing(_ changes: MergedChanges, in records: any RecordReader) async throws(UndoError) -> [UndoneType] {
        let unit = StagedUnit(over: EntityReader(records: records, cache: cache), schema: schema)
        let known = Set(schema.kinds.map(\.plural))
        if let kind = changes.kinds.keys.filter({ !known.contains($0) }).min() { throw .unknownKind(kind) }
        var undone: [UndoneType] = []
        for type in schema.types {
            guard let changes = changes.kinds[type.kind.plural] else { continue }
            undone.append(try await type.undoing(changes, in: records, unit))
        }
        let names = Dictionary(undone.flatMap(\.effects).map { ($0.entity.id, $0.entity.text) }) { first, _ in first }
        for index in undone.indices {
            try await undone[index].nameByReferences(names, schema, unit)
            for entity in undone[index].saved { try await entity.requireAllowed(schema, unit) }
        }
        let removed = Set(undone.flatMap(\.removed))
        for type in schema.types where !removed.isEmpty { try await type.requireNone(of: removed, unit) }
        return undone
    }

    private func undoRecord(
        _ id: RecordID, in records: any RecordReader
    ) async throws(UndoError) -> (record: UndoRecord, json: [UInt8])? {
        let batch = try await forUndo(try await reading(await records.records([id], of: UndoRecord.kind)))
        guard let json = batch.rows.first.map({ Array(batch.bytes[$0.range]) }) else { return nil }
        return (try UndoRecord.read(json), json)
    }

    private func putBackDamagedFile(of record: UndoRecord) async throws(UndoError) {
        guard let store = store as? any RepairableRecordStore, let copy = record.repaired else { throw .incomplete }
        guard try await forUndo(try await checksum()) == record.contents else { throw .superseded }
        _ = try await forUndo(try await reading(await store.putBack(copy)))
    }
}
