public import Domain
public import Storage
import Synchronization

extension StoredLibrary {
    /// Sets a damaged file aside and keeps all that is intact: see `RepairableRecordStore`. `saving` is given the books
    /// that can still be read in lost lines, before anything is replaced; where it throws, the library is as it was.
    ///
    /// Returns nil where nothing is damaged; then nothing is changed.
    public func repair(
        acceptingEdits: Bool, saving: @Sendable (RepairReport) throws(LibraryError) -> Void
    ) async throws(LibraryError) -> RepairReport? {
        guard let store = store as? any RepairableRecordStore else { return nil }
        let failure = Mutex<LibraryError?>(nil)
        do throws(StorageError) {
            let repair = try await store.repair(acceptingEdits: acceptingEdits) { repair throws(StorageError) in
                do throws(LibraryError) {
                    try saving(RepairReport(repair))
                } catch {
                    failure.withLock { $0 = error }
                    throw .failed(operation: "repair", location: repair.setAside, reason: "nothing was replaced")
                }
            }
            return repair.map { RepairReport($0) }
        } catch {
            throw failure.withLock { $0 } ?? .store(StoreError(error))
        }
    }

    /// Whether there is a way to repair the store.
    public var isRepairable: Bool { store is any RepairableRecordStore }

    /// What helps with an error, which need not have come from this library; nil where nothing here does.
    public func remedy(for error: LibraryError) -> RepairRemedy? {
        guard case .store(.damaged(let location, let line, let reason)) = error else { return nil }
        let error = StorageError.damaged(location: location, line: line, reason: reason)
        return (store as? any RepairableRecordStore)?.remedy(for: error)
    }
}

/// What came of repairing a library.
public struct RepairReport: Sendable {
    /// The path of the damaged file, as it was.
    public let setAside: String
    /// What could not be brought back, in the order of the file.
    public let lost: [Loss]
    /// The lines that were taken in though they had been changed by hand.
    public let acceptedLines: [Int]

    /// A line that is not, or not wholly, in the library any more.
    public struct Loss: Hashable, Sendable {
        /// Counted from 1.
        public let line: Int
        public let reason: String
        /// Books that can still be read in the line, though nothing vouches for them: the checksum is wrong. They are
        /// not in the library, unless other lines have them.
        public let readable: [Book]
    }

    init(_ repair: RecordRepair) {
        setAside = repair.setAside
        acceptedLines = repair.acceptedEdits
        lost = repair.losses.map { loss in
            Loss(
                line: loss.line, reason: loss.reason,
                // Records of other kinds lack what a book must have.
                readable: loss.readable.compactMap { Book(json: $0.json) })
        }
    }

    /// The latest reading of each book in a lost line, ordered by identifier.
    public var unverified: [Book] {
        let latest = Dictionary(lost.flatMap(\.readable).map { ($0.id, $0) }) { _, later in later }
        return latest.values.sorted { $0.id < $1.id }
    }
}

extension Book {
    fileprivate init?(json: [UInt8]) {
        let book = json.withUnsafeBufferPointer { buffer in
            try? BookRecord(buffer, buffer.indices).entity()
        }
        guard let book else { return nil }
        self = book
    }
}
