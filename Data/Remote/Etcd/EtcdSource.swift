import Domain
import Synchronization

/// The entities of one type at one moment, and what has been read of them: all that must be as it was for a unit of work
/// to be kept.
final class EtcdSource<Entity: EtcdEntity>: EntitySource {
    private struct Found: Sendable {
        /// Nil where there was none.
        var entity: Entity?
        var json: [UInt8]?
        /// 0 where there was none.
        var modified: Int64
    }

    private struct Readings {
        var all: EtcdTable<Entity>?
        var found: [Entity.ID: Found] = [:]
        var lookups: Set<EtcdRange> = []
    }

    private let moment: EtcdMoment
    private let folder: EtcdFolder<Entity>
    private let mirror: EtcdMirror<Entity>
    private let readings = Mutex(Readings())

    /// As many entities as are asked for at a time; less than etcd allows.
    private static var batchSize: Int { 100 }

    init(_ folder: EtcdFolder<Entity>, _ mirror: EtcdMirror<Entity>, at moment: EtcdMoment) {
        self.folder = folder
        self.mirror = mirror
        self.moment = moment
    }

    func all() async throws(LibraryError) -> [Entity] {
        if let known = readings.withLock({ $0.all }) { return known.table.all() }
        let table = try await mirror.table(at: moment)
        readings.withLock { $0.all = table }
        return table.table.all()
    }

    func find(_ id: Entity.ID) async throws(LibraryError) -> Entity? {
        try await read([id])[id]?.entity
    }

    func matching(_ key: Entity.LookupKey) async throws(LibraryError) -> [Entity] {
        if let known = readings.withLock({ $0.all }) { return known.table.matching(key) }
        let range = folder.lookup(key)
        var ids: [Entity.ID] = []
        for entry in try await moment.readAll(range) {
            // What else lies there is not of this program.
            if let id: Entity.ID = entry.lastIdentifier() { ids.append(id) }
        }
        _ = readings.withLock { $0.lookups.insert(range) }
        let found = try await read(ids)
        return ids.compactMap { found[$0]?.entity }.filter { $0.lookupKeys.contains(key) }
    }

    /// What is there of these entities, and perhaps of others.
    private func read(_ ids: [Entity.ID]) async throws(LibraryError) -> [Entity.ID: Found] {
        let (all, known) = readings.withLock { ($0.all, $0.found) }
        if let all {
            return Dictionary(
                ids.map { ($0, Found(entity: all.table.find($0), json: all.json[$0], modified: 0)) }
            ) { first, _ in first }
        }
        var result = known
        let missing = ids.filter { known[$0] == nil }
        for start in stride(from: 0, to: missing.count, by: Self.batchSize) {
            let batch = missing[start..<min(start + Self.batchSize, missing.count)]
            let answers = try await moment.read(batch.map { EtcdRead(.key(folder.key($0))) })
            for (id, answer) in zip(batch, answers) {
                guard let entry = answer.entries.first else {
                    result[id] = Found(modified: 0)
                    continue
                }
                do throws(StoreError) {
                    result[id] = Found(
                        entity: try folder.entity(in: entry), json: entry.value, modified: entry.modified)
                } catch {
                    throw .store(error)
                }
            }
        }
        readings.withLock { $0.found.merge(result) { first, _ in first } }
        return result
    }
}

extension EtcdSource {
    /// What `changes` are in terms of keys. Reads what they replace, so that it is among the conditions.
    func changes(for changes: EntityChanges<Entity>) async throws(LibraryError) -> [EtcdChange] {
        if changes.isEmpty { return [] }
        let saved = changes.saved.values.sorted { $0.id < $1.id }
        let old = try await read(saved.map(\.id) + changes.deleted.sorted())
        var result: [EtcdChange] = []
        for entity in saved {
            let record = Entity.Record(entity).json(keepingUnknownOf: old[entity.id]?.json?[...])
            result.append(.put(folder.key(entity.id), record))
            let before = old[entity.id]?.entity.map { folder.lookups($0) } ?? []
            let after = folder.lookups(entity)
            result += before.subtracting(after).sorted().map { .delete($0) }
            result += after.subtracting(before).sorted().map { .put($0, []) }
        }
        let deleted = changes.deleted.sorted().compactMap { old[$0]?.entity }
        for entity in deleted {
            result.append(.delete(folder.key(entity.id)))
            result += folder.lookups(entity).sorted().map { .delete($0) }
        }
        if !deleted.isEmpty { result.append(.put(folder.mark, [])) }
        return result
    }

    /// What must hold for all that was read to be as it was. With `coarse` they are few, and hold less often: nothing of
    /// this type has changed.
    func conditions(coarse: Bool = false) -> [EtcdCondition] {
        let readings = readings.withLock { $0 }
        if readings.all != nil || coarse && !(readings.found.isEmpty && readings.lookups.isEmpty) {
            // What was found by looking it up changes together with the entity.
            return [folder.range, .key(folder.mark)].map {
                .unchanged($0, since: moment.revision)
            }
        }
        return readings.found.sorted { $0.key < $1.key }.map { id, found in
            .modified(folder.key(id), at: found.modified)
        } + readings.lookups.sorted { $0.start < $1.start }.map { .unchanged($0, since: moment.revision) }
    }
}
