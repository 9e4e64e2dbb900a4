import Storage

/// A store that passes everything on to another, except what its type does itself.
protocol StoreWrapper: RecordStore {
    var base: any RecordStore { get }
}

extension StoreWrapper {
    var batchSize: Int { base.batchSize }
    var keepsUnknownKinds: Bool { base.keepsUnknownKinds }

    func news(of kinds: [RecordKind], since version: RecordVersion?) async throws(StorageError) -> RecordNews {
        try await base.news(of: kinds, since: version)
    }

    func records(_ ids: [RecordID], of kind: RecordKind) async throws(StorageError) -> RecordBatch {
        try await base.records(ids, of: kind)
    }

    func candidates(for key: LookupKey, of kind: RecordKind) async throws(StorageError) -> RecordBatch {
        try await base.candidates(for: key, of: kind)
    }

    func kinds(besides kinds: [RecordKind]) async throws(StorageError) -> [RecordKind] {
        try await base.kinds(besides: kinds)
    }

    func observe(_ kinds: [RecordKind]) -> RecordUpdates { base.observe(kinds) }

    func perform<Value: Sendable>(
        _ work: @Sendable (any RecordReader) async throws(StorageError) -> ([RecordChange], Value)
    ) async throws(StorageError) -> Value {
        try await base.perform(work)
    }
}
