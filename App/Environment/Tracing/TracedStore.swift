import Storage

extension Trace {
    func settings(_ base: some KeyValueStore) -> any KeyValueStore { Traced(base, (any KeyValueStore).self, self) }
    func store(_ base: some RecordStore) -> any RecordStore { Traced(base, (any RecordStore).self, self) }
    fileprivate func reader(_ base: some RecordReader) -> any RecordReader {
        Traced(base, (any RecordReader).self, self)
    }
}

extension Traced: RecordReader where Base: RecordReader {
    func news(of kinds: [RecordKind], since version: RecordVersion?) async throws(StorageError) -> RecordNews {
        try await callStore(try await base.news(of: kinds, since: version))
    }
    func records(_ ids: [RecordID], of kind: RecordKind) async throws(StorageError) -> RecordBatch {
        try await callStore(try await base.records(ids, of: kind))
    }
    func candidates(for key: LookupKey, of kind: RecordKind) async throws(StorageError) -> RecordBatch {
        try await callStore(try await base.candidates(for: key, of: kind))
    }
}

extension Traced: RecordStore where Base: RecordStore {
    var batchSize: Int { base.batchSize }
    func kinds(besides kinds: [RecordKind]) async throws(StorageError) -> [RecordKind] {
        try await callStore(try await base.kinds(besides: kinds))
    }
    var keepsUnknownKinds: Bool { base.keepsUnknownKinds }
    func perform<Value: Sendable>(
        _ work: @Sendable (any RecordReader) async throws(StorageError) -> ([RecordChange], Value)
    ) async throws(StorageError) -> Value {
        let (caller, name) = (Trace.frame.layer, "work of \(port).\(#function)")
        return try await callStore(
            try await base.perform { records throws(StorageError) in
                try await trace.call(caller, name, throws: StorageError.self, try await work(trace.reader(records)))
            })
    }
    func lastSeen(_ kinds: [RecordKind]) async -> RecordNews? {
        await call(throws: Never.self, await base.lastSeen(kinds))
    }
    func observe(_ kinds: [RecordKind]) -> RecordUpdates { results(base.observe(kinds)) }
}

/// Only of a store that can be repaired.
extension Traced: RepairableRecordStore where Base: RepairableRecordStore {
    func repair(
        acceptingEdits: Bool, tidying: @Sendable (RecordKind, ArraySlice<UInt8>) -> [UInt8]?,
        saving: @Sendable (RecordRepair) throws(StorageError) -> Void
    ) async throws(StorageError) -> RecordRepair? {
        try await callStore(try await base.repair(acceptingEdits: acceptingEdits, tidying: tidying, saving: saving))
    }
    func putBack(_ damagedFile: String, replacing version: RecordVersion) async throws(StorageError) -> String? {
        try await callStore(try await base.putBack(damagedFile, replacing: version))
    }
    func remedy(for error: StorageError) -> RepairRemedy? { base.remedy(for: error) }
}

extension Traced: KeyValueStore where Base: KeyValueStore {
    func values() async throws(StorageError) -> KeyValues { try await callStore(try await base.values()) }
    func update(_ changes: [String: JSONText?], expecting expected: KeyValues?) async throws(StorageError) -> Bool {
        try await callStore(try await base.update(changes, expecting: expected))
    }
    func observe() -> KeyValueUpdates { results(base.observe()) }
}
