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
        var silentSince: ContinuousClock.Instant?
        while !Task.isCancelled {
            let problem: EtcdError
            do throws(EtcdError) {
                try await gateway.watch(observer.range, from: observer.revision + 1, pulse: layout.format) { message in
                    observer.receive(message)
                }
                problem = .unreachable("the watch has ended")
            } catch {
                problem = error
            }
            if let failure = observer.failure { throw failure }
            if observer.isCompacted || problem == .compacted { return }
            if case .refused = problem { throw StorageError(problem, location: layout.location) }
            let now = ContinuousClock.now
            if observer.hasHeard() || silentSince == nil { silentSince = now }
            guard let since = silentSince, now - since < gateway.patience.cluster else {
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

    /// Whether a message has come since the last call.
    func hasHeard() -> Bool {
        state.withLock { state in
            defer { state.hasHeard = false }
            return state.hasHeard
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
            if message.failure == nil { state.hasHeard = true }
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
