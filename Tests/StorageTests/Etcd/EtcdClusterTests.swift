import FileTestSupport
import Foundation
import StorageTestSupport
import Synchronization
import TestTraits
import Testing

@testable import Storage

/// Eight clients with their own connections add notes, and compete for a few notes that may only have one link, while a
/// cluster of three nodes fails and recovers.
///
/// `BOOKSHELF_ETCD_ROUNDS` is the number of rounds, one by default.
@Suite("A cluster that fails", .needsEtcd, .fewAtATime, .endsIfItHangs)
struct EtcdClusterTests {
    private static let rounds = environmentNumber("BOOKSHELF_ETCD_ROUNDS") ?? 1
    private static let patience = EtcdPatience(answer: .seconds(1), cluster: .seconds(3), pulse: .milliseconds(300))
    private static let prizes = 4

    @Test func acknowledgedChangesSurviveAndNoRuleIsBroken() async throws {
        let cluster = try await EtcdCluster(nodes: 3)
        let store = try Self.store(of: cluster, first: 0, patience: .endless)
        try await store.save(Sample.notes(0..<Self.prizes, "a prize"))

        let diary = Diary()
        let observing = Task { try await Self.observe(try Self.store(of: cluster, first: 1)) }
        let clients = (0..<8).map { number in
            Task {
                let store = try Self.store(of: cluster, first: number)
                var random = SeededGenerator(seed: SeededGenerator.seed &+ UInt64(number))
                while !diary.isClosed { await Self.work(on: store, &random, diary) }
            }
        }
        for _ in 0..<Self.rounds {
            let leader = try await Self.leader(of: cluster)
            try await cluster.kill(leader)
            await diary.wait(for: 40, .kept)
            try await cluster.start(leader)

            let frozen = try await Self.leader(of: cluster)
            try await cluster.freeze(frozen)
            await diary.wait(for: 40, .kept)
            try await cluster.thaw(frozen)
            await diary.wait(for: 20, .kept)

            let survivor = try await Self.leader(of: cluster)
            let others = (1...3).filter { $0 != survivor }
            for node in others { try await cluster.kill(node) }
            await diary.wait(for: 8, .unreachable)
            for node in others { try await cluster.start(node) }
            await diary.wait(for: 40, .kept)
        }
        diary.close()
        for client in clients { try await client.value }
        // A last change, which comes after all others.
        try await store.save(.tag("1", theEnd))

        let all = try await Self.store(of: cluster, first: 2, patience: .endless).all(.link, .note, .tag)
        let ids = Set(all.filter { $0.kind == .note }.map(\.id))
        let lost = diary.kept.subtracting(all.map(\.id))
        #expect(lost.isEmpty)
        let strangers = ids.subtracting(diary.kept).subtracting(diary.uncertain)
        #expect(strangers == Set((0..<Self.prizes).map { sampleID($0) }))
        #expect(all.mostLinksToANote <= 1)
        #expect(try await observing.value == all)
        print("\(diary.summary); lost \(lost.count)")
    }

    private static func store(
        of cluster: EtcdCluster, first: Int, patience: EtcdPatience = patience
    ) throws -> EtcdRecordStore {
        let endpoints = (0..<3).map { cluster.endpoints[(first + $0) % 3] }.joined(separator: ",")
        let address = try #require(EtcdAddress("etcd://\(endpoints)/home"))
        return EtcdRecordStore(EtcdLocation(address, patience: patience), application: "sample")
    }

    /// Asks until there is one, because the nodes don't announce it.
    private static func leader(of cluster: EtcdCluster) async throws -> Int {
        while true {
            try Task.checkCancellation()
            if let leader = try await cluster.leader() { return leader }
        }
    }

    /// Adds a note; adds a link to a prize unless it has one, or deletes that link.
    private static func work(on store: EtcdRecordStore, _ random: inout SeededGenerator, _ diary: Diary) async {
        let note = Sample.note(String(random.next(), radix: 36))
        await diary.note(note.id) { () async throws(StorageError) in
            try await store.save(note)
            return true
        }
        let prize = sampleID(Int.random(in: 0..<prizes, using: &random))
        let link = Sample.link(String(random.next(), radix: 36), to: prize)
        // Another client may have deleted it since, so it is not among the records that must be there.
        await diary.note { () async throws(StorageError) in
            try await store.perform { reader throws(StorageError) in
                let isFree = try await reader.links(to: prize).isEmpty
                return (isFree ? [link.saving()] : [], isFree)
            }
        }
        if Bool.random(using: &random) {
            await diary.note { () async throws(StorageError) in
                try await store.perform { reader throws(StorageError) in
                    let links = try await reader.links(to: prize)
                    return (links.map(\.withTarget.deleting), !links.isEmpty)
                }
            }
        }
    }

    /// The records when the last change is seen. Every state before that must be valid, too.
    private static func observe(_ store: EtcdRecordStore) async throws -> [Sample] {
        var latest: [Sample] = []
        while true {
            var replica = Replica()
            updates: for await update in store.observe(RecordKind.samples) {
                do throws(StorageError) {
                    let news = try update.get()
                    replica.apply(news, of: RecordKind.samples, at: #_sourceLocation)
                } catch {
                    guard case .unreachable = error else { throw error }
                    break updates
                }
                #expect(replica.samples.count { $0.kind == .note } >= latest.count { $0.kind == .note })
                #expect(replica.samples.mostLinksToANote <= 1)
                latest = replica.samples
                if latest.contains(.tag("1", theEnd)) { return latest }
            }
        }
    }
}

private let theEnd = "The End"

extension [Sample] {
    fileprivate var mostLinksToANote: Int {
        filter { $0.kind == .link }.reduce(into: [:]) { $0[$1.withTarget.target, default: 0] += 1 }.values.max() ?? 0
    }
}

/// The outcomes that the clients got.
private final class Diary: Sendable {
    enum Event: Hashable {
        case kept, unreachable, unknown, refused
    }

    private struct State {
        var counts: [Event: Int] = [:]
        var kept: Set<String> = []
        var uncertain: Set<String> = []
        var waiting: [(event: Event, count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var isClosed = false
    }

    private let state = Mutex(State())

    var isClosed: Bool { state.withLock { $0.isClosed } }
    var kept: Set<String> { state.withLock { $0.kept } }
    var uncertain: Set<String> { state.withLock { $0.uncertain } }

    var summary: String {
        state.withLock { state in
            "acknowledged \(state.counts[.kept] ?? 0), refused by a rule \(state.counts[.refused] ?? 0), "
                + "unreachable \(state.counts[.unreachable] ?? 0), unknown \(state.counts[.unknown] ?? 0)"
        }
    }

    /// Records the outcome of `work`, which returns whether the rule allowed it.
    func note(_ id: String? = nil, _ work: () async throws(StorageError) -> Bool) async {
        let event: Event
        do throws(StorageError) {
            event = try await work() ? .kept : .refused
        } catch {
            switch error {
            case .unreachable: event = .unreachable
            case .unknownOutcome: event = .unknown
            case .busy: event = .refused
            case .failed, .damaged, .newerVersion, .notAStore, .tooLarge:
                event = .refused
                Issue.record(error)
            }
        }
        let ready = state.withLock { state in
            state.counts[event, default: 0] += 1
            if let id, event == .kept { state.kept.insert(id) }
            if let id, event == .unknown { state.uncertain.insert(id) }
            let ready = state.waiting.filter { state.counts[$0.event, default: 0] >= $0.count }
            state.waiting.removeAll { state.counts[$0.event, default: 0] >= $0.count }
            return ready
        }
        for wait in ready { wait.continuation.resume() }
    }

    /// Waits for `count` more of these events.
    func wait(for count: Int, _ event: Event) async {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                state.waiting.append((event, state.counts[event, default: 0] + count, continuation))
            }
        }
    }

    /// Makes the clients stop.
    func close() {
        state.withLock { $0.isClosed = true }
    }
}
