public import Domain
import Storage

extension StoredLibrary {
    public func backup() async throws(LibraryError) -> LibraryBackup {
        let others = try await reading(await store.kinds(besides: schema.kinds + [.undo]))
        let news = try await reading(await store.news(of: schema.kinds + others, since: nil))
        return try LibraryBackup(Self.records(in: news), schema: schema)
    }

    public func restore(_ backup: LibraryBackup) async throws(RestoreError) {
        if let kind = backup.unknownKinds.first, !store.keepsUnknownKinds { throw .unknownKind(kind.plural) }
        let count = backup.records.count
        let known = schema.kinds + backup.unknownKinds
        let kinds: [RecordKind]
        do {
            kinds = known + (try await reading(await store.kinds(besides: known + [.undo])))
        } catch {
            throw .library(error, done: 0, of: count)
        }
        let wanted = Dictionary(uniqueKeysWithValues: backup.records.map { (RecordAddress($0), $0.json) })
        let command = command.named("restore", hasSeveralUnits: true)
        var present = PresentRecords()
        // In the order of the schema, so that undoing it part by part never leaves an entity that refers to nothing.
        let ordered = known.flatMap { kind in backup.records.filter { $0.kind.plural == kind.plural } }
        var rest = ordered[...]
        var unitSize = max(1, store.batchSize)
        repeat {
            let part = rest.prefix(unitSize)
            let done = count - rest.count
            let outcome: (present: Result<PresentRecords, RestoreError>, isChanged: Bool)
            do throws(StorageError) {
                outcome = try await store.perform { [present, schema] records throws(StorageError) in
                    let news = try await records.news(of: kinds, since: present.version)
                    let outcome = Result { () throws(RestoreError) in
                        try present.updated(by: news, wanted: wanted, schema, done: done)
                    }
                    let addresses = (try? outcome.get())?.addresses
                    let missing = part.filter { addresses?.contains(RecordAddress($0)) == false }
                    return (command.recording(missing), (outcome, !missing.isEmpty))
                }
            } catch {
                // Large records may exceed what fits into one unit of work of the store.
                guard case .tooLarge = error, part.count > 1 else {
                    throw .library(.store(StoreError(error)), done: done, of: count)
                }
                unitSize = part.count / 2
                continue
            }
            if outcome.isChanged { await command.keepUnit(in: store) }
            present = try outcome.present.get()
            rest = rest.dropFirst(part.count)
        } while !rest.isEmpty
    }

    /// The saved records, by the plural of their kind.
    fileprivate static func records(in news: RecordNews) -> [String: RecordBatch] {
        Dictionary(uniqueKeysWithValues: news.changes.map { ($0.plural, $1.saved) })
    }
}

/// Why a backup was not restored, or only in part.
public enum RestoreError: Error, Hashable {
    /// The library holds this record, which is missing from the backup or differs there. `kind` is what people call several of its type.
    case otherRecord(kind: String, id: String)
    /// The backup has records of a kind that this version doesn't know, and the store can't keep these.
    case unknownKind(String)
    /// The library failed. The first `done` of all records are in it.
    case library(LibraryError, done: Int, of: Int)
}

/// Why a file is not a backup.
public struct BackupError: Error, Hashable {
    public let location: String
    /// Counted from 1; nil for the whole file.
    public let line: Int?
    public let reason: String

    public init(location: String, line: Int?, reason: String) {
        (self.location, self.line, self.reason) = (location, line, reason)
    }
}

/// All records of a library, whatever its store.
public struct LibraryBackup: Sendable {
    /// The entities.
    public let contents: LibrarySnapshot
    /// Ordered by the plural of their kind, and by identifier.
    let records: [RecordChange]
    let unknownKinds: [RecordKind]

    /// The backup in `bytes`, a whole file, which can be any intact journal. `format` is the format of the library's
    /// journal, `location` the name of the file, for messages.
    ///
    /// Throws the first damaged line; if none is damaged, that of an invalid record.
    public init(_ bytes: [UInt8], format: String, from location: String) throws(BackupError) {
        let journal: JournalBackup
        do throws(TextError) {
            journal = try JournalBackup(bytes, format: format, location: location)
        } catch {
            throw BackupError(location: location, line: error.line, reason: error.reason)
        }
        do throws(LibraryError) {
            try self.init(journal.records, schema: .bookshelf)
        } catch {
            guard case .store(.damaged(_, let line, let reason)) = error else { preconditionFailure("\(error)") }
            throw BackupError(location: location, line: line, reason: reason)
        }
    }

    fileprivate init(_ batches: [String: RecordBatch], schema: LibrarySchema) throws(LibraryError) {
        // A copy of a journal has these.
        let batches = batches.filter { $0.key != RecordKind.undo.plural }
        var contents = LibrarySnapshot()
        records = try schema.records(in: batches, adding: &contents)
        self.contents = contents
        let known = schema.kinds.map(\.plural)
        unknownKinds = batches.keys.filter { !known.contains($0) }.sorted().compactMap { RecordKind(plural: $0) }
    }

    /// A journal of these records: copied to the path of a library's journal, it is that library. The same contents
    /// always give the same bytes, whatever store they come from.
    public func journal(format: String) -> [UInt8] {
        let records = Dictionary(grouping: records, by: \.kind.plural).mapValues { $0.compactMap(\.json) }
        return JournalBackup.journal(of: records, format: format)
    }
}

/// A record's kind, by its plural, and its identifier.
private struct RecordAddress: Hashable {
    let kind: String
    let id: RecordID
}

extension RecordAddress {
    fileprivate init(_ change: RecordChange) { self.init(kind: change.kind.plural, id: change.id) }
}

/// The records of the backup that one version of the library contains. That version contains no other records.
private struct PresentRecords: Sendable {
    private(set) var version: RecordVersion?
    private(set) var addresses: Set<RecordAddress> = []

    /// The records after `news`. Throws if a record there isn't `wanted`.
    func updated(
        by news: RecordNews, wanted: [RecordAddress: [UInt8]?], _ schema: LibrarySchema, done: Int
    ) throws(RestoreError) -> PresentRecords {
        var present = news.isComplete ? PresentRecords() : self
        present.version = news.version
        for (kind, changes) in news.changes {
            for id in changes.deleted { present.addresses.remove(RecordAddress(kind: kind.plural, id: id)) }
        }
        let saved: [RecordChange]
        do {
            var contents = LibrarySnapshot()
            saved = try schema.records(in: StoredLibrary.records(in: news), adding: &contents)
        } catch {
            throw .library(error, done: done, of: wanted.count)
        }
        for record in saved {
            let address = RecordAddress(record)
            guard wanted[address] == record.json else {
                let noun = schema.types.first { $0.kind.plural == address.kind }?.noun.plural
                throw .otherRecord(kind: noun ?? address.kind, id: "\(address.id)")
            }
            present.addresses.insert(address)
        }
        return present
    }
}

extension LibrarySchema {
    /// Changes that save these records in the form in which this version writes them, ordered by the plural of their
    /// kind and by identifier. Records of other kinds stay as they are. Adds the entities to `contents`.
    fileprivate func records(
        in batches: [String: RecordBatch], adding contents: inout LibrarySnapshot
    ) throws(LibraryError) -> [RecordChange] {
        var records: [RecordChange] = []
        for (plural, batch) in batches.sorted(by: { $0.key < $1.key }) {
            if let type = types.first(where: { $0.kind.plural == plural }) {
                records += try type.records(in: batch, adding: &contents)
            } else if let kind = RecordKind(plural: plural) {
                records += batch.rows.map {
                    RecordChange(kind: kind, id: $0.id, json: batch.bytes[$0.range].withoutLineBreaks)
                }
            }
        }
        return records
    }
}

extension StoredEntity {
    fileprivate static func records(
        in batch: RecordBatch, adding contents: inout LibrarySnapshot
    ) throws(LibraryError) -> [RecordChange] {
        let entities = try entities(in: batch)
        contents.set(entities)
        return zip(batch.rows, entities).map { row, entity in
            // An unknown member may contain line breaks.
            let json = entity.json(over: batch.bytes[row.range])[...].withoutLineBreaks
            return RecordChange(kind: kind, id: row.id, json: json, keys: entity.storedKeys)
        }
    }
}
