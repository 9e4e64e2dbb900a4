public import Storage

extension RepairableRecordStore {
    /// Repairs without tidying.
    public func repair(
        acceptingEdits: Bool, saving: @Sendable (RecordRepair) throws(StorageError) -> Void = { _ in }
    ) async throws(StorageError) -> RecordRepair? {
        try await repair(acceptingEdits: acceptingEdits, tidying: { _, _ in nil }, saving: saving)
    }
}
