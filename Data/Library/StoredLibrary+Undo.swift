public import Domain
public import Storage

/// The last command that changed a library, and what undoing it does.
public struct LastCommand: Sendable {
    public let command: UndoableCommand
    /// Ordered by type, as in the schema, and by identifier.
    public let effects: [UndoEffect]
}

/// What undoing a command does to one entity.
public struct UndoEffect: Sendable {
    public let undo: RecordUndo
    /// Named by those that it refers to, if it has no text.
    public let entity: EntityName
}

extension StoredLibrary {
    /// Reads again if another command comes meanwhile: parts read from two commands wouldn't match.
    public func lastCommand() async throws(LibraryError) -> LastCommand? {
        while true {
            let before = try await reading(await UndoableCommand.record(in: store))
            let last: Result<LastCommand?, LibraryError>
            do throws(LibraryError) {
                let command = try await reading(await UndoableCommand(in: store, kinds: schema.kinds))
                let effects = try await undoing(command?.undos ?? [], in: store).effects
                last = .success(command.map { LastCommand(command: $0, effects: effects) })
            } catch {
                last = .failure(error)
            }
            if try await reading(await UndoableCommand.record(in: store)) == before { return try last.get() }
        }
    }

    public func undo(_ last: LastCommand, progress: (Int) async -> Void) async throws(LibraryError) {
        // All of it is checked before anything changes.
        guard let now = try await lastCommand()?.command, now.json == last.command.json else {
            throw .undo(.superseded)
        }
        if let (damagedFile, contents) = now.repair {
            let version = try await reading(await store.news(of: [], since: nil)).version
            guard let store = store as? any RepairableRecordStore, try await checksum() == contents,
                try await reading(await store.putBack(damagedFile, replacing: version)) != nil
            else { throw .undo(.superseded) }
            return
        }
        var expected = now.json
        for left in (0..<now.units).reversed() {
            expected = try await undoUnit(of: expected)
            await progress(left)
        }
    }

    /// Undoes the next unit of the command that has this record, and returns the record afterwards.
    private func undoUnit(of command: [UInt8]) async throws(LibraryError) -> [UInt8] {
        let outcome = try await reading(
            await store.perform { records throws(StorageError) in
                let kinds = self.schema.kinds
                guard let unit = try await UndoableCommand.nextUnit(of: command, in: records, kinds: kinds) else {
                    return ([], Result<[UInt8], LibraryError>.failure(.undo(.superseded)))
                }
                do throws(LibraryError) {
                    let changes = try await self.undoing(unit.undos, in: records).changes
                    return (changes + unit.inverse, .success(unit.inverse.last?.json ?? []))
                } catch {
                    return ([], .failure(error))
                }
            })
        return try outcome.get()
    }

    /// What this undoing does. Throws if an entity has changed since, or if a rule forbids the result.
    private func undoing(
        _ undos: [RecordUndo], in records: any RecordReader
    ) async throws(LibraryError) -> (changes: [RecordChange], effects: [UndoEffect]) {
        let unit = StagedUnit(over: EntityReader(records: records, cache: cache), schema: schema)
        let kinds = Dictionary(grouping: undos, by: \.kind)
        if let kind = kinds.keys.first(where: { kind in !schema.kinds.contains { $0.plural == kind } }) {
            throw .undo(.unknownType(kind))
        }
        var staged: [(undo: RecordUndo, change: RecordChange, entity: any StoredEntity)] = []
        for type in schema.types {
            for undo in kinds[type.kind.plural] ?? [] {
                let (change, entity) = try await type.stage(undo, in: unit)
                staged.append((undo, change, entity))
            }
        }
        let references = Set(staged.flatMap { $0.entity.described.references })
        var names = Dictionary(staged.map { ($0.entity.reference, $0.entity.described.name) }) { $1 }
        // Each type is read once, however much is undone.
        for type in schema.types { names.merge(try await type.names(of: references, in: unit)) { $1 } }
        try await requireAllowed(unit, names)
        let effects = staged.map { UndoEffect(undo: $0.undo, entity: $0.entity.name(by: names)) }
        return (staged.map(\.change), effects)
    }

    /// Throws if a rule forbids what the unit has, or would remove more than is undone.
    private func requireAllowed(
        _ unit: StagedUnit, _ names: [EntityReference: EntityName]
    ) async throws(LibraryError) {
        let takenAlong: [any StoredEntity]
        do {
            takenAlong = try await unit.checkRules()
        } catch .store(let error) {
            throw .store(error)
        } catch {
            throw .undo(.refused(error))
        }
        guard let entity = takenAlong.first else { return }
        let (name, references) = entity.described
        throw .undo(.missing(references.lazy.compactMap { names[$0] }.first ?? name, for: entity.name(by: names)))
    }
}
