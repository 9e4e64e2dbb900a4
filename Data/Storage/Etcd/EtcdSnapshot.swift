import Synchronization

/// The cluster's keys at one revision. They don't change, so any server may answer without asking the others. A server
/// that hasn't reached the revision says so, and another is asked.
final class EtcdSnapshot: Sendable {
    let revision: Int64
    private let layout: EtcdLayout
    private let gateway: EtcdGateway
    private let isForgottenState = Mutex(false)

    /// The number of keys in one request. Six are read at once: with records of 400 bytes, a connection of 2 Mbit/s
    /// brings them within `EtcdPatience.answer`.
    static let pageSize = 500

    init(revision: Int64, layout: EtcdLayout, gateway: EtcdGateway) {
        self.revision = revision
        self.layout = layout
        self.gateway = gateway
    }

    /// Whether a read failed because the revision was compacted away. The unit of work must then run again at a later
    /// one.
    var isForgotten: Bool { isForgottenState.withLock { $0 } }

    func read(_ reads: [EtcdRead]) async throws(StorageError) -> EtcdOutcome {
        let reads = reads.map { read in
            var read = read
            read.revision = revision
            read.isLocal = true
            return read
        }
        do throws(EtcdError) {
            return try await gateway.read(reads)
        } catch {
            if error == .compacted { isForgottenState.withLock { $0 = true } }
            throw StorageError(error, location: layout.location)
        }
    }

    /// Passes all keys of a range to `page`, in order and in pages.
    func readAll(_ range: EtcdRange, page: (EtcdOutcome) throws(StorageError) -> Void) async throws(StorageError) {
        var rest = range
        while true {
            var read = EtcdRead(rest)
            read.limit = Self.pageSize
            let answer = try await self.read([read])
            try page(answer)
            guard answer.found[0].hasMore, let last = answer.found[0].entries.last else { return }
            // The first possible key after it.
            rest = EtcdRange(start: answer.bytes[last.key] + [0], end: range.end)
        }
    }

    /// All records in these ranges, which must be in the order of the folders.
    func all(of folders: [EtcdFolder], in ranges: [EtcdRange]) async throws(StorageError) -> EtcdRecords {
        // Each range has its own task. The tasks return their errors: Swift 6.3 miscompiles a tuple with an element
        // that is awaited from a function with typed throws.
        let parts = await withTaskGroup(of: (Int, Result<EtcdRecords, StorageError>).self) { group in
            for (number, range) in ranges.enumerated() {
                group.addTask { @concurrent in
                    let part = await self.part(of: folders, in: range)
                    return (number, part)
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        var all = EtcdRecords(folders)
        for (_, part) in parts.sorted(by: { $0.key < $1.key }) { all.append(try part.get()) }
        return all
    }

    private func part(of folders: [EtcdFolder], in range: EtcdRange) async -> Result<EtcdRecords, StorageError> {
        var part = EtcdRecords(folders)
        do throws(StorageError) {
            try await readAll(range) { answer throws(StorageError) in try part.append(answer) }
            return .success(part)
        } catch {
            return .failure(error)
        }
    }
}

extension StorageError {
    /// The store's error for an error of the cluster. Nothing was changed, unless it is `unknownOutcome`.
    init(_ error: EtcdError, location: String) {
        switch error {
        case .unreachable(let reason), .notYet(let reason): self = .unreachable(location: location, reason: reason)
        case .unknownOutcome(let reason): self = .unknownOutcome(location: location, reason: reason)
        case .compacted:
            self = .unreachable(location: location, reason: "the revision being read was compacted away")
        case .tooLarge(let limit): self = .tooLarge(location: location, limit: limit)
        case .refused(let reason): self = .failed(operation: "use", location: location, reason: reason)
        case .cancelled: self = .unreachable(location: location, reason: "cancelled")
        }
    }
}
