import Domain
import Synchronization

/// A cluster at one moment: whatever is read of it is of the same revision.
final class EtcdMoment: Sendable {
    let revision: Int64
    let layout: EtcdLayout
    private let gateway: EtcdGateway
    private let isForgottenState = Mutex(false)

    /// As many keys as are asked for at a time.
    private static let pageSize = 4000

    init(revision: Int64, layout: EtcdLayout, gateway: EtcdGateway) {
        self.revision = revision
        self.layout = layout
        self.gateway = gateway
    }

    /// The cluster does not know any more what it held at this moment. Whoever still needs it begins anew.
    var isForgotten: Bool { isForgottenState.withLock { $0 } }

    /// The answers to several questions, each of this moment.
    func read(_ reads: [EtcdRead]) async throws(LibraryError) -> [EtcdFound] {
        let reads = reads.map { read in
            var read = read
            read.revision = revision
            return read
        }
        do throws(EtcdError) {
            return try await gateway.read(reads).found
        } catch {
            if error == .compacted { isForgottenState.withLock { $0 = true } }
            throw .store(StoreError(error, place: layout.place))
        }
    }

    /// All keys of a range.
    func readAll(_ range: EtcdRange) async throws(LibraryError) -> [EtcdKeyValue] {
        var entries: [EtcdKeyValue] = []
        var rest = range
        while true {
            var read = EtcdRead(rest)
            read.limit = Self.pageSize
            let found = try await self.read([read])[0]
            // Mostly there is one page, which is not copied.
            if entries.isEmpty { entries = found.entries } else { entries += found.entries }
            guard found.hasMore, let last = found.entries.last else { return entries }
            // The first key that can come after it.
            rest = EtcdRange(start: last.key + "\0", end: range.end)
        }
    }
}

extension EtcdMoment {
    /// The entities in a range.
    func tables(in range: EtcdRange) async throws(LibraryError) -> EtcdTables {
        let entries = try await readAll(range)
        do throws(StoreError) {
            return try EtcdTables(entries, layout)
        } catch {
            throw .store(error)
        }
    }
}

extension StoreError {
    /// What an error of the cluster means to those above. Nothing was changed, unless it says so.
    init(_ error: EtcdError, place: String) {
        switch error {
        case .unreachable(let reason), .notYet(let reason): self = .unreachable(place: place, reason: reason)
        case .unknownOutcome(let reason): self = .unknownOutcome(place: place, reason: reason)
        case .compacted: self = .unreachable(place: place, reason: "what was being read was compacted away")
        case .refused(let reason): self = .failed(operation: "use", place: place, reason: reason)
        case .cancelled: self = .unreachable(place: place, reason: "cancelled")
        }
    }
}
