import Synchronization

extension EtcdRecordStore {
    /// Each observer has its own watch, and so its own connection.
    func observe(_ kinds: [RecordKind]) -> RecordUpdates {
        let (updates, continuation) = RecordUpdates.makeStream()
        let following = Task {
            do throws(StorageError) {
                // Starts again if the next changes were compacted away.
                while !Task.isCancelled {
                    let present = try await present(kinds)
                    continuation.yield(.success(present))
                    let observer = EtcdObserver(kinds, layout, present.version) { continuation.yield(.success($0)) }
                    try await follow(observer)
                }
            } catch {
                continuation.yield(.failure(error))
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in following.cancel() }
        return updates
    }

    /// Passes every change to `observer`, moving from server to server. Returns if the next changes were compacted
    /// away.
    private func follow(_ observer: EtcdObserver) async throws(StorageError) {
        var failingSince: ContinuousClock.Instant?
        while !Task.isCancelled {
            let begun = gateway.patience.now()
            let problem: EtcdError
            do throws(EtcdError) {
                try await gateway.watch(
                    observer.range, from: observer.revision + 1, pulse: { observer.pulse },
                    isBehind: { observer.isBehind($0) }
                ) { message in
                    observer.receive(message)
                }
                problem = .unreachable("the watch has ended")
            } catch {
                problem = error
            }
            if let failure = observer.failure { throw failure }
            if observer.isCompacted || problem == .compacted { return }
            if case .refused = problem { throw StorageError(problem, location: layout.location) }
            // A watch that brought changes, or lived for a while, was a good one.
            let now = gateway.patience.now()
            if observer.hasHeard() || now - begun > gateway.patience.pulse || failingSince == nil { failingSince = now }
            guard let since = failingSince, now - since < gateway.patience.cluster else {
                throw StorageError(problem, location: layout.location)
            }
            // Throws only when the task is cancelled, which ends the loop.
            try? await gateway.pause(upTo: .milliseconds(100))
        }
    }
}

/// Turns watch messages into `RecordNews`.
private final class EtcdObserver: Sendable {
    private struct State {
        var version: RecordVersion
        var hasHeard = false
        /// A later revision at which a unit of work was found by asking; 0 for none.
        var awaited: Int64 = 0
        /// Units of work up to this revision were awaited, but have changed other kinds only.
        var checked: Int64 = 0
        var isCompacted = false
        var failure: StorageError?
    }

    private let folders: [EtcdFolder]
    private let layout: EtcdLayout
    private let notify: @Sendable (RecordNews) -> Void
    private let state: Mutex<State>

    init(
        _ kinds: [RecordKind], _ layout: EtcdLayout, _ version: RecordVersion,
        notify: @escaping @Sendable (RecordNews) -> Void
    ) {
        folders = kinds.map(layout.folder)
        self.layout = layout
        self.notify = notify
        state = Mutex(State(version: version))
    }

    var revision: Int64 { state.withLock { $0.version.number } }
    var isCompacted: Bool { state.withLock { $0.isCompacted } }
    var failure: StorageError? { state.withLock { $0.failure } }

    /// Whether changes have come since the last call.
    func hasHeard() -> Bool {
        state.withLock { state in
            defer { state.hasHeard = false }
            return state.hasHeard
        }
    }

    /// Asks for units of work that the watch has not brought.
    var pulse: EtcdRead {
        var read = EtcdRead(.under(layout.units))
        read.leastRevision = state.withLock { max($0.version.number, $0.checked) } + 1
        read.isLocal = true
        return read
    }

    /// Whether a unit of work that an earlier answer to `pulse` had is still to come.
    func isBehind(_ answer: EtcdOutcome) -> Bool {
        let latest = answer.found.first?.entries.map(\.modified).max() ?? 0
        return state.withLock { state in
            let isBehind = state.awaited > state.version.number
            if isBehind { state.checked = state.awaited }
            state.awaited = isBehind ? 0 : latest
            return isBehind
        }
    }

    /// The range to watch: from the first to the last key of the kinds and the format.
    var range: EtcdRange {
        let format = EtcdRange(start: Array(layout.format.utf8), end: Array("\(layout.format)0".utf8))
        let ranges = folders.map(\.range) + [format]
        let start = ranges.map(\.start).min { $0.lexicographicallyPrecedes($1) }
        let end = ranges.compactMap(\.end).max { $0.lexicographicallyPrecedes($1) }
        return EtcdRange(start: start ?? [], end: end)
    }

    /// Processes a message, and returns whether to continue. Each unit of work has its own revision.
    func receive(_ message: EtcdWatchMessage) -> Bool {
        state.withLock { state in
            if !message.events.isEmpty { state.hasHeard = true }
            state.isCompacted = message.isCompacted
            var rest = message.events[...]
            while let revision = rest.first?.entry.modified {
                let unit = rest.prefix { $0.entry.modified == revision }
                rest = rest.dropFirst(unit.count)
                do throws(StorageError) {
                    let (changes, counts) = try changes(by: unit, message.bytes, state.version.counts)
                    state.version = RecordVersion(origin: state.version.origin, number: revision, counts: counts)
                    if !changes.isEmpty {
                        notify(RecordNews(version: state.version, isComplete: false, changes: changes))
                    }
                } catch {
                    state.failure = error
                    return false
                }
            }
            return !message.isCompacted && message.failure == nil
        }
    }

    private func changes(
        by unit: ArraySlice<EtcdWatchMessage.Event>, _ bytes: [UInt8], _ counts: [RecordKind: Int]
    ) throws(StorageError) -> ([RecordKind: RecordNews.Changes], counts: [RecordKind: Int]) {
        var counts = counts
        var changes: [RecordKind: RecordNews.Changes] = [:]
        for folder in folders {
            var saved: [RecordBatch.Row] = []
            var deleted: [RecordID] = []
            for event in unit where folder.holds(bytes[event.entry.key]) {
                let id = try folder.id(in: bytes[event.entry.key])
                if event.isDeletion {
                    deleted.append(id)
                    counts[folder.kind, default: 0] -= 1
                } else {
                    saved.append(.init(id: id, range: event.entry.value))
                    if event.entry.created == event.entry.modified { counts[folder.kind, default: 0] += 1 }
                }
            }
            if saved.isEmpty, deleted.isEmpty { continue }
            changes[folder.kind] = RecordNews.Changes(
                saved: folder.batch(bytes, saved.sorted { $0.id < $1.id }), deleted: deleted.sorted())
        }
        for event in unit where !event.isDeletion && bytes[event.entry.key].elementsEqual(layout.format.utf8) {
            try layout.checkFormat(Array(bytes[event.entry.value]))
        }
        return (changes, counts)
    }
}
