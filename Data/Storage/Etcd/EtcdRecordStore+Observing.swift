public import Domain
import Synchronization

extension EtcdLibrary {
    /// Each observer has a watch of its own, and so a connection.
    public func observe() -> Updates<LibrarySnapshot> {
        let (stream, continuation) = AsyncStream.makeStream(of: Result<LibrarySnapshot, LibraryError>.self)
        let following = Task {
            do throws(LibraryError) {
                // Until what comes next is not kept any more, and everything must be read anew.
                var latest: LibrarySnapshot?
                while !Task.isCancelled {
                    let (tables, revision) = try await present()
                    let reader = EtcdReader(tables, revision, latest: latest) { continuation.yield(.success($0)) }
                    try await follow(reader)
                    latest = reader.latest
                }
            } catch {
                continuation.yield(.failure(error))
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in following.cancel() }
        return Updates(stream)
    }

    /// Lets `reader` hear of every change, from server to server. Returns when what comes next is not kept any more.
    private func follow(_ reader: EtcdReader) async throws(LibraryError) {
        var silentSince: ContinuousClock.Instant?
        while !Task.isCancelled {
            reader.hasHeard = false
            let problem: EtcdError
            do throws(EtcdError) {
                let layout = self.layout
                try await gateway.watch(layout.entities, from: reader.revision + 1) { news in
                    reader.receive(news, layout)
                }
                problem = .unreachable("the watch has ended")
            } catch {
                problem = error
            }
            if let failure = reader.failure { throw .store(failure) }
            if reader.isCompacted || problem == .compacted { return }
            if case .refused = problem { throw .store(StoreError(problem, place: layout.place)) }
            let now = ContinuousClock.now
            if reader.hasHeard || silentSince == nil { silentSince = now }
            guard let since = silentSince, now - since < patience.cluster else {
                throw .store(StoreError(problem, place: layout.place))
            }
            // It fails only where the task was cancelled, which ends the loop.
            try? await gateway.pause(upTo: .milliseconds(100))
        }
    }
}

/// What an observer knows of a cluster.
private final class EtcdReader: Sendable {
    private struct State {
        var tables: EtcdTables
        var revision: Int64
        var latest: LibrarySnapshot?
        var hasHeard = false
        var isCompacted = false
        var failure: StoreError?
    }

    private let state: Mutex<State>
    private let tell: @Sendable (LibrarySnapshot) -> Void

    init(
        _ tables: EtcdTables, _ revision: Int64, latest: LibrarySnapshot?,
        tell: @escaping @Sendable (LibrarySnapshot) -> Void
    ) {
        self.tell = tell
        let present = tables.snapshot
        if present != latest { tell(present) }
        state = Mutex(State(tables: tables, revision: revision, latest: present))
    }

    var revision: Int64 { state.withLock { $0.revision } }
    var latest: LibrarySnapshot? { state.withLock { $0.latest } }
    var isCompacted: Bool { state.withLock { $0.isCompacted } }
    var failure: StoreError? { state.withLock { $0.failure } }
    /// Whether a server has said anything.
    var hasHeard: Bool {
        get { state.withLock { $0.hasHeard } }
        set { state.withLock { $0.hasHeard = newValue } }
    }

    /// Takes in what a watch tells, and says whether to go on. Each unit of work has a revision of its own.
    func receive(_ news: EtcdNews, _ layout: EtcdLayout) -> Bool {
        state.withLock { state in
            if news.failure == nil { state.hasHeard = true }
            state.isCompacted = news.isCompacted
            var rest = news.events[...]
            while let revision = rest.first?.entry.modified {
                let unit = rest.prefix { $0.entry.modified == revision }
                rest = rest.dropFirst(unit.count)
                do throws(StoreError) {
                    try state.tables.apply(Array(unit), layout)
                } catch {
                    state.failure = error
                    return false
                }
                state.revision = revision
                let present = state.tables.snapshot
                if present != state.latest {
                    state.latest = present
                    tell(present)
                }
            }
            return !news.isCompacted && news.failure == nil
        }
    }
}
