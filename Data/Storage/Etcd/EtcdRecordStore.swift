public import Domain

/// A library in an etcd cluster, which any number of machines can use at once. `EtcdLayout` says which keys it has.
///
/// - A change is acknowledged when a majority of the cluster has it on their disks.
/// - Units of work are optimistic: each reads the cluster at one moment, and its changes are one transaction that is
///   carried out only if nothing it has read was changed since. Otherwise the unit runs again.
/// - Any server of the cluster is asked; when one is down, or has lost the others, the next is. While there is no
///   majority every call fails with `StoreError.unreachable` after `EtcdPatience.cluster`, and works again afterwards. A
///   write that was under way when the majority was lost may take that time once more.
/// - When the answer to a write does not come, the cluster is asked whether the write was carried out, before it is
///   repeated; only if that can't be found out either the error is `StoreError.unknownOutcome`.
/// - Reading everything leaves a copy in a file, if there is a place for one. The next time only what has changed since
///   is asked for; it is still what the cluster holds then, and fails where the cluster can't be asked.
/// - Observing is a watch. It goes on from server to server, and misses nothing.
public final class EtcdLibrary: SourcedLibrary {
    let gateway: EtcdGateway
    let layout: EtcdLayout
    let patience: EtcdPatience
    let copyFile: EtcdCopyFile?
    private let mirrors: EtcdMirrors
    private let turnstile = Turnstile()
    private let randomBits: @Sendable () -> UInt64
    private let slot: String

    /// The library at that address. Nothing is asked before it is used. `copyPath` is that of a file that the library
    /// makes, for its owner alone; losing it loses nothing.
    public init(
        address: EtcdAddress, credentials: EtcdCredentials? = nil, client: any HTTPClient,
        copyPath: String? = nil, patience: EtcdPatience = EtcdPatience(),
        randomBits: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) }
    ) {
        self.patience = patience
        self.randomBits = randomBits
        gateway = EtcdGateway(address: address, credentials: credentials, client: client, patience: patience)
        layout = EtcdLayout(address)
        copyFile = copyPath.map { EtcdCopyFile(path: $0) }
        mirrors = EtcdMirrors(layout)
        slot = layout.slot(Int(randomBits() % UInt64(EtcdLayout.slots)))
    }

    /// Small enough for the 1.5 MiB that a request to etcd may have, with much more in each book than books have.
    public var batchSize: Int { 200 }

    public func perform<Value: Sendable>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        if let value = try await attempt(work) { return value }
        // Those of this process who were too slow once don't run against each other again.
        await turnstile.enter()
        defer { turnstile.leave() }
        let end = ContinuousClock.now + patience.cluster
        var longest = Duration.milliseconds(5)
        while true {
            if let value = try await attempt(work) { return value }
            guard ContinuousClock.now < end else {
                throw .store(
                    .busy(place: layout.place, seconds: Int(patience.cluster.components.seconds)))
            }
            let pause = longest
            try await asking { () async throws(EtcdError) in try await gateway.pause(upTo: pause) }
            longest = min(longest * 2, .milliseconds(300))
        }
    }

    /// Nil where another writer was faster.
    private func attempt<Value: Sendable>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value? {
        let unit = try await begin()
        let value: Value
        let transaction: EtcdTransaction?
        do throws(LibraryError) {
            let staging = Staging(over: unit.sources)
            value = try await work(staging.unit)
            transaction = try await unit.transaction(for: staging.changes)
        } catch {
            if unit.moment.isForgotten { return nil }
            throw error
        }
        // What was only read was of one moment, so there is nothing to repeat.
        guard let transaction else { return value }
        return try await commit(transaction, of: unit) ? value : nil
    }

    /// A unit that reads the cluster as it is now.
    private func begin() async throws(LibraryError) -> EtcdUnit {
        let outcome = try await asking { () async throws(EtcdError) in
            try await gateway.read([EtcdRead(.key(layout.format)), EtcdRead(.key(slot))])
        }
        let format = outcome.found[0].entries.first
        try check(format)
        return EtcdUnit(
            moment: moment(outcome.revision), mirrors: mirrors, slot: slot,
            slotBefore: outcome.found[1].entries.first, formatBefore: format,
            stamp: "\(Identifier<EtcdUnit>(bits: randomBits()))")
    }

    func asking<Answer>(
        _ ask: () async throws(EtcdError) -> Answer
    ) async throws(LibraryError) -> Answer {
        do throws(EtcdError) {
            return try await ask()
        } catch {
            throw .store(StoreError(error, place: layout.place))
        }
    }

    func moment(_ revision: Int64) -> EtcdMoment {
        EtcdMoment(revision: revision, layout: layout, gateway: gateway)
    }

    /// Whether the transaction was carried out; otherwise its conditions don't hold any more.
    private func commit(_ transaction: EtcdTransaction, of unit: EtcdUnit) async throws(LibraryError) -> Bool {
        let end = ContinuousClock.now + patience.cluster
        var doubt: String?
        while true {
            var isRefused = false
            do throws(EtcdError) {
                let succeeded = try await gateway.commit(transaction).succeeded
                // One that was sent before, and whose answer never came, may be the reason.
                if succeeded || doubt == nil { return succeeded }
                isRefused = true
            } catch {
                switch error {
                case .unknownOutcome(let reason): doubt = reason
                case .cancelled:
                    throw .store(.unknownOutcome(place: layout.place, reason: doubt ?? "cancelled"))
                case .unreachable, .notYet, .compacted, .refused:
                    if doubt == nil { throw .store(StoreError(error, place: layout.place)) }
                }
            }
            let reason = doubt ?? ""
            switch try await fate(of: unit, reason) {
            case .carriedOut: return true
            case .neverWillBe: return false
            case .notYetCarriedOut where ContinuousClock.now < end:
                // Its conditions don't hold, but might again when a copy of it arrives that is still on its way.
                if isRefused { _ = try? await gateway.commit(unit.barrier) }
                // Whether it was cancelled meanwhile, the next request says.
                try? await gateway.pause(upTo: .milliseconds(150))
            case .notYetCarriedOut, .forgotten:
                throw .store(.unknownOutcome(place: layout.place, reason: reason))
            }
        }
    }

    private func fate(of unit: EtcdUnit, _ reason: String) async throws(LibraryError) -> EtcdUnit.Fate {
        do throws(EtcdError) {
            return unit.fate(slotNow: try await gateway.read([EtcdRead(unit.slotRange)]).found[0].entries.first)
        } catch {
            throw .store(.unknownOutcome(place: layout.place, reason: reason))
        }
    }

    func sources() async throws(LibraryError) -> LibrarySources {
        try await begin().sources
    }

    /// Throws where the library has a format that this program doesn't know.
    func check(_ format: EtcdKeyValue?) throws(LibraryError) {
        do throws(StoreError) {
            if let format { try layout.checkFormat(format.value) }
        } catch {
            throw .store(error)
        }
    }
}
