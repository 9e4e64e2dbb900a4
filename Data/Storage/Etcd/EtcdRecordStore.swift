/// Stores records in an etcd cluster, which any number of machines can use at once. `EtcdLayout` describes the keys.
///
/// - A change is acknowledged when a majority of the cluster has it on disk.
/// - Units of work are optimistic: each reads the cluster at one revision, and its changes are one transaction, which
///   is carried out only if nothing it has read has changed since. Otherwise the unit runs again.
/// - A unit of work that exceeds the limits of a transaction fails with `StorageError.tooLarge` before anything is
///   written.
/// - When a server is down, or has lost the others, the next is asked. Without a majority every call fails with
///   `StorageError.unreachable`: at once if no server accepts a connection, otherwise after `EtcdPatience.cluster`. It
///   works again once there is a majority. A write that was in progress when the majority was lost may take twice as
///   long.
/// - When the answer to a write is lost, the store asks the cluster whether the write was carried out before repeating
///   it. If that can't be determined, the error is `StorageError.unknownOutcome`.
/// - Reading all kinds saves a copy in a file, if the location names one. The next read then usually asks only for the
///   changes since; the result is still the cluster's current state. <doc:ACopyOfTheCluster> has the exceptions.
/// - Observing uses a watch, which moves from server to server and misses nothing.
final class EtcdRecordStore: ListedRecordStore {
    static let isShared = true
    static let isOptimistic = true
    static let fileExtension: String? = nil
    static let formatVersion: Int? = EtcdLayout.version
    static let knowsChanges = true

    let gateway: EtcdGateway
    let layout: EtcdLayout
    let copyFile: EtcdCopyFile?
    /// The `origin` of this store's versions.
    let origin = UInt64.random(in: 0 ... .max)
    private let slot: String
    private let turnstile = Turnstile()

    /// Opens no connection until it is used. `slot` is the number of the slot in which its units of work leave their
    /// stamps.
    init(
        _ location: EtcdLocation, application: String, files: any FileOperations = POSIXFiles(),
        slot: Int = .random(in: 0..<EtcdLayout.slots)
    ) {
        gateway = EtcdGateway(location)
        layout = EtcdLayout(location.address, application: application)
        copyFile = location.copyPath.map {
            EtcdCopyFile(path: $0, format: "\(application)-etcd-copy", address: location.address, files: files)
        }
        self.slot = layout.slot(slot)
    }

    convenience init(_ location: StorageLocation) {
        guard let etcd = location.etcd else {
            preconditionFailure("StorageEngine.etcd needs StorageLocation.etcd: the address of a cluster")
        }
        self.init(etcd, application: location.application, files: location.files)
    }

    /// Far fewer changes than a transaction may have. Records of more than about 7 KB each exceed its size: then a
    /// smaller unit is needed.
    var batchSize: Int { 200 }

    func records(_ ids: [RecordID], of kind: RecordKind) async throws(StorageError) -> RecordBatch {
        try await reading { unit throws(StorageError) in try await unit.records(ids, of: kind) }
    }

    func candidates(for key: LookupKey, of kind: RecordKind) async throws(StorageError) -> RecordBatch {
        try await reading { unit throws(StorageError) in try await unit.candidates(for: key, of: kind) }
    }

    /// The result of a unit of work that changes nothing.
    func reading<Value: Sendable>(
        _ read: @Sendable (any RecordReader) async throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await perform { unit throws(StorageError) in
            // Not inside the tuple, which optimised builds of Swift 6.3 miscompile.
            let value = try await read(unit)
            return ([], value)
        }
    }

    func perform<Value: Sendable>(
        _ work: @Sendable (any RecordReader) async throws(StorageError) -> ([RecordChange], Value)
    ) async throws(StorageError) -> Value {
        if let value = try await attempt(work) { return value }
        // After a conflict, the units of this instance take turns.
        await turnstile.enter()
        defer { turnstile.leave() }
        let end = gateway.patience.now() + gateway.patience.cluster
        var longest = Duration.milliseconds(5)
        while true {
            if let value = try await attempt(work) { return value }
            guard gateway.patience.now() < end else {
                throw .busy(location: layout.location, seconds: Int(gateway.patience.cluster.components.seconds))
            }
            let pause = longest
            try await asking { () async throws(EtcdError) in try await gateway.pause(upTo: pause) }
            longest = min(longest * 2, .milliseconds(300))
        }
    }

    /// Returns nil if the unit has to run again: another writer was faster, or its revision was compacted away.
    private func attempt<Value: Sendable>(
        _ work: @Sendable (any RecordReader) async throws(StorageError) -> ([RecordChange], Value)
    ) async throws(StorageError) -> Value? {
        let unit = try await begin()
        let changes: [RecordChange]
        let value: Value
        do throws(StorageError) {
            (changes, value) = try await work(unit)
        } catch {
            if unit.snapshot.isForgotten { return nil }
            throw error
        }
        // `work` may also have caught the error.
        if unit.snapshot.isForgotten { return nil }
        // All reads are of one revision, so there is nothing to check.
        if changes.isEmpty { return value }
        let transaction = unit.transaction(for: changes)
        if let limit = transaction.exceededLimit { throw .tooLarge(location: layout.location, limit: limit) }
        return try await commit(transaction, of: unit) ? value : nil
    }

    /// A unit of work that reads the latest revision.
    private func begin() async throws(StorageError) -> EtcdUnit {
        let answer = try await asking { () async throws(EtcdError) in
            try await gateway.read([.key(layout.format), .key(slot)])
        }
        try checkFormat(in: answer)
        return EtcdUnit(
            at: snapshot(answer.revision), layout, formatModified: answer.found[0].entries.first?.modified ?? 0,
            slot: EtcdSlot(slot, answer.found[1].entries.first, in: answer), origin: origin)
    }

    /// Returns whether the transaction was carried out. If not, its conditions no longer hold.
    private func commit(_ transaction: EtcdTransaction, of unit: EtcdUnit) async throws(StorageError) -> Bool {
        let end = gateway.patience.now() + gateway.patience.cluster
        var doubt: String?
        while true {
            var isRefused = false
            do throws(EtcdError) {
                let succeeded = try await gateway.commit(transaction).succeeded
                // The conditions may fail because an earlier try succeeded and its answer was lost.
                if succeeded || doubt == nil { return succeeded }
                isRefused = true
            } catch {
                switch error {
                case .unknownOutcome(let reason): doubt = reason
                case .cancelled:
                    throw .unknownOutcome(location: layout.location, reason: doubt ?? "cancelled")
                case .unreachable, .notYet, .compacted, .tooLarge, .refused:
                    if doubt == nil { throw StorageError(error, location: layout.location) }
                }
            }
            let reason = doubt ?? ""
            switch try await fate(of: unit, reason) {
            case .carriedOut: return true
            case .neverWillBe: return false
            case .notYetCarriedOut where gateway.patience.now() < end:
                // The conditions don't hold now, but might when a delayed copy of the request arrives.
                if isRefused { _ = try? await gateway.commit(unit.barrier) }
                // If the task was cancelled meanwhile, the next request fails.
                try? await gateway.pause(upTo: .milliseconds(150))
            case .notYetCarriedOut, .forgotten:
                throw .unknownOutcome(location: layout.location, reason: reason)
            }
        }
    }

    private func fate(of unit: EtcdUnit, _ reason: String) async throws(StorageError) -> EtcdUnit.Fate {
        do throws(EtcdError) {
            let answer = try await gateway.read([.key(slot)])
            return unit.fate(slotNow: EtcdSlot(slot, answer.found[0].entries.first, in: answer))
        } catch {
            throw .unknownOutcome(location: layout.location, reason: reason)
        }
    }
}

extension EtcdRecordStore {
    func asking<Answer>(_ ask: () async throws(EtcdError) -> Answer) async throws(StorageError) -> Answer {
        do throws(EtcdError) {
            return try await ask()
        } catch {
            throw StorageError(error, location: layout.location)
        }
    }

    func snapshot(_ revision: Int64) -> EtcdSnapshot {
        EtcdSnapshot(revision: revision, layout: layout, gateway: gateway)
    }

    /// Throws if the store's format is unknown to this program. The answer must begin with the format key.
    func checkFormat(in answer: EtcdOutcome) throws(StorageError) {
        if let format = answer.found[0].entries.first { try layout.checkFormat(answer.value(of: format)) }
    }
}
