extension LocalRecordStore where File == Journal {
    /// The record store in the journal at a location.
    static func journal(in location: StorageLocation) -> LocalRecordStore {
        journal(
            path: location.path("jsonl"), format: location.format, files: location.files,
            watcher: location.watcher, notice: location.notice)
    }

    /// The record store in the journal at `path`. Writers wait up to `patience` for the lock.
    static func journal(
        path: String, format: String, files: any FileOperations = POSIXFiles(), patience: Duration = .seconds(10),
        watcher: FileWatcher = .notified, smallestToCompact: Int = Journal.smallestToCompact,
        notice: @escaping @Sendable (StorageNotice) -> Void = { _ in }
    ) -> LocalRecordStore {
        let journal = Journal(
            path: path, format: format, files: files, smallestToCompact: smallestToCompact, notice: notice)
        // Small units keep a line readable, and limit what damage to one line costs.
        return LocalRecordStore(
            SharedFile(path: path, files: files, patience: patience, watcher: watcher, contents: journal),
            batchSize: 500)
    }
}

extension LocalRecordStore: RepairableRecordStore where File == Journal {
    func repair(
        acceptingEdits: Bool, saving: @Sendable (RecordRepair) throws(StorageError) -> Void
    ) async throws(StorageError) -> RecordRepair? {
        // Without a journal, don't create a lock file either.
        if (try? file.read { $0.isMissing }) == true { return nil }
        return try await file.locked { lock throws(StorageError) -> RecordRepair?? in
            try file.write(holding: lock, isRepair: true) { journal throws(StorageError) in
                try journal.repair(acceptingEdits: acceptingEdits, saving: saving)
            }
        }
    }

    func remedy(for error: StorageError) -> RepairRemedy? {
        guard case .damaged(let location, _, _) = error,
            location == (try? file.files.resolvingLinks(file.path))
        else { return nil }
        return (try? file.read { _ in true }) == nil ? .repair : .edit
    }
}
