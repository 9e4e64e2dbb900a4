import Domain
import Synchronization

/// A cluster at one moment: whatever is read of it is of the same revision.
final class EtcdMoment: Sendable {
    let revision: Int64
    let layout: EtcdLayout
    private let gateway: EtcdGateway
    private let isForgottenState = Mutex(false)

    /// As many keys as are asked for at a time: not so many that a slow line runs out of time.
    private static let pageSize = 2000

    init(revision: Int64, layout: EtcdLayout, gateway: EtcdGateway) {
        self.revision = revision
        self.layout = layout
        self.gateway = gateway
    }

    /// The cluster does not know any more what it held at this moment. Whoever still needs it begins anew.
    var isForgotten: Bool { isForgottenState.withLock { $0 } }

    /// The answers to several questions, each of this moment. What the cluster held then does not change, so that any
    /// server may answer without asking the others; one that has not come as far says so, and the next is asked.
    func read(_ reads: [EtcdRead]) async throws(LibraryError) -> [EtcdFound] {
        try await ask(reads).found
    }

    private func ask(_ reads: [EtcdRead]) async throws(LibraryError) -> EtcdOutcome {
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
            throw .store(StoreError(error, place: layout.place))
        }
    }

    /// Hands over what the cluster says of all keys of a range, page by page, in order.
    private func read(
        _ range: EtcdRange, page: (EtcdOutcome) throws(StoreError) -> Void
    ) async throws(LibraryError) {
        var rest = range
        while true {
            var read = EtcdRead(rest)
            read.limit = Self.pageSize
            let answer = try await ask([read])
            let found = answer.found[0]
            let place = layout.place
            do throws(StoreError) {
                try page(answer)
                guard found.hasMore, let last = found.entries.last else { return }
                // The first key that can come after it. Of a key that is no text more comes back than was there.
                let next = EtcdRange(start: last.key + "\0", end: range.end)
                guard rest.start.utf8.lexicographicallyPrecedes(next.start.utf8) else {
                    throw .damaged(place: "“\(last.key)” in \(place)", line: nil, reason: "the key is no text")
                }
                rest = next
            } catch {
                throw .store(error)
            }
        }
    }

    /// All keys of a range.
    func readAll(_ range: EtcdRange) async throws(LibraryError) -> [EtcdKeyValue] {
        var entries: [EtcdKeyValue] = []
        try await read(range) { entries += $0.found[0].entries }
        return entries
    }

    /// All of a range.
    func part(_ range: EtcdRange) async throws(LibraryError) -> EtcdPart {
        var part = EtcdPart()
        try await read(range) { answer throws(StoreError) in try part.append(answer, layout) }
        return part
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
