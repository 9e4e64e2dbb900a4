import Data
import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

/// Eight clients add and lend, each with a connection of its own, while the cluster of three falls apart and comes
/// together again.
///
/// `BOOKSHELF_ETCD_ROUNDS` says how often all of it happens; once where it is not set. The seed of a run is printed,
/// and `BOOKSHELF_SEED` sets it.
@Suite("A cluster that fails", .needsEtcd, .timeLimit(.minutes(60)))
struct EtcdClusterTests {
    private static let rounds = ProcessInfo.processInfo.environment["BOOKSHELF_ETCD_ROUNDS"].flatMap { Int($0) } ?? 1
    private static let patience = EtcdPatience(answer: .seconds(1), cluster: .seconds(3), pulse: .milliseconds(300))
    private static let prizes = 4

    @Test func whatWasAcknowledgedIsThereAndNoBookIsLentTwice() async throws {
        let seed =
            ProcessInfo.processInfo.environment["BOOKSHELF_SEED"].flatMap { UInt64($0) } ?? .random(in: 0 ... .max)
        print("BOOKSHELF_SEED=\(seed)")
        let cluster = try await EtcdCluster(nodes: 3)
        let library = try Self.library(of: cluster, first: 0)
        try await library.books.save((0..<Self.prizes).map { try book($0) })

        let diary = Diary()
        let observing = Task { try await Self.observe(try Self.library(of: cluster, first: 1)) }
        let clients = (0..<8).map { number in
            Task {
                let library = try Self.library(of: cluster, first: number)
                var random = SeededGenerator(seed: seed &+ UInt64(number))
                while !diary.isClosed { await Self.work(on: library, client: number, &random, diary) }
            }
        }
        for _ in 0..<Self.rounds {
            let leader = try #require(try await Self.leader(of: cluster))
            try await cluster.kill(leader)
            await diary.waits(for: 40, .kept)
            try await cluster.start(leader)

            let frozen = try #require(try await Self.leader(of: cluster))
            try await cluster.freeze(frozen)
            await diary.waits(for: 40, .kept)
            try await cluster.thaw(frozen)
            await diary.waits(for: 20, .kept)

            let survivor = try #require(try await Self.leader(of: cluster))
            let others = (1...3).filter { $0 != survivor }
            for node in others { try await cluster.kill(node) }
            await diary.waits(for: 8, .unreachable)
            for node in others { try await cluster.start(node) }
            await diary.waits(for: 40, .kept)
        }
        diary.close()
        for client in clients { try await client.value }
        // One more change, which every earlier one comes before.
        try await library.borrowers.save(try borrower(99, theEnd))

        let all = try await Self.library(of: cluster, first: 2).snapshot()
        let lost = diary.keptBooks.subtracting(all.books.map(\.id))
        #expect(lost.isEmpty)
        #expect(diary.keptLoans.subtracting(all.loans.map(\.id)).isEmpty)
        let strangers = Set(all.books.map(\.id)).subtracting(diary.keptBooks).subtracting(diary.uncertainBooks)
        #expect(strangers == Set((0..<Self.prizes).map { bookID($0) }))
        #expect(all.mostOpenLoansOfABook <= 1)
        #expect(try await observing.value == all)
        print("\(diary.summary); lost \(lost.count)")
    }

    private static func library(of cluster: EtcdCluster, first: Int) throws -> EtcdLibrary {
        let endpoints = (0..<3).map { cluster.endpoints[(first + $0) % 3] }.joined(separator: ",")
        return EtcdLibrary(
            address: try #require(EtcdAddress("etcd://\(endpoints)/home")), client: networkClient(), patience: patience)
    }

    private static func leader(of cluster: EtcdCluster) async throws -> Int? {
        for _ in 0..<100 {
            if let leader = try await cluster.leader() { return leader }
        }
        return nil
    }

    /// Adds a book, and lends one that everybody wants, or takes it back.
    private static func work(
        on library: EtcdLibrary, client: Int, _ random: inout SeededGenerator, _ diary: Diary
    ) async {
        let new = Book.ID(bits: random.next())
        await diary.note(book: new) { () async throws(LibraryError) in
            let draft = BookDraft(title: "Book of \(client)", authors: ["Client \(client)"])
            guard let book = try? Book(id: new, draft: draft, added: someDay) else { return }
            try await library.books.save(book)
        }
        let prize = bookID(Int.random(in: 0..<prizes, using: &random))
        let bits = (random.next(), random.next())
        let next = Mutex(0)
        let lend = LendBook(
            library: library, preferences: KeyValuePreferences(store: InMemoryKeyValueStore()), folding: folding,
            today: { someDay },
            randomBits: {
                next.withLock {
                    $0 += 1; return $0
                } == 1 ? bits.0 : bits.1
            })
        await diary.note(loan: Loan.ID(bits: bits.1)) { () async throws(LibraryError) in
            _ = try await lend(prize, to: "Client \(client)")
        }
        if Bool.random(using: &random) {
            await diary.note { () async throws(LibraryError) in
                _ = try await ReturnBook(library: library, today: { someDay })(prize)
            }
        }
    }

    /// The value in which the end is seen. No value before it may be wrong.
    private static func observe(_ library: EtcdLibrary) async throws -> LibrarySnapshot {
        var latest = LibrarySnapshot()
        while true {
            do throws(LibraryError) {
                for try await value in library.observe() {
                    #expect(value.books.count >= latest.books.count)
                    #expect(value.mostOpenLoansOfABook <= 1)
                    latest = value
                    if value.borrowers.contains(where: { $0.name == theEnd }) { return value }
                }
            } catch {
                guard case .store(.unreachable) = error else { throw error }
            }
        }
    }
}

private let theEnd = "The End"

extension LibrarySnapshot {
    fileprivate var mostOpenLoansOfABook: Int {
        loans.filter(\.isOpen).reduce(into: [:]) { $0[$1.book, default: 0] += 1 }.values.max() ?? 0
    }
}

/// What the clients were told.
private final class Diary: Sendable {
    enum Event: Hashable {
        case kept, unreachable, unknown, refused
    }

    private struct State {
        var counts: [Event: Int] = [:]
        var keptBooks: Set<Book.ID> = []
        var uncertainBooks: Set<Book.ID> = []
        var keptLoans: Set<Loan.ID> = []
        var waiting: [(event: Event, count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var isClosed = false
    }

    private let state = Mutex(State())

    var isClosed: Bool { state.withLock { $0.isClosed } }
    var keptBooks: Set<Book.ID> { state.withLock { $0.keptBooks } }
    var uncertainBooks: Set<Book.ID> { state.withLock { $0.uncertainBooks } }
    var keptLoans: Set<Loan.ID> { state.withLock { $0.keptLoans } }

    var summary: String {
        state.withLock { state in
            "acknowledged \(state.counts[.kept] ?? 0), refused by a rule \(state.counts[.refused] ?? 0), "
                + "unreachable \(state.counts[.unreachable] ?? 0), unknown \(state.counts[.unknown] ?? 0)"
        }
    }

    func note(
        book: Book.ID? = nil, loan: Loan.ID? = nil, _ work: () async throws(LibraryError) -> Void
    ) async {
        let event: Event
        do throws(LibraryError) {
            try await work()
            event = .kept
        } catch {
            switch error {
            case .store(.unreachable): event = .unreachable
            case .store(.unknownOutcome): event = .unknown
            case .lending, .store(.busy): event = .refused
            case .book, .preferences, .importing, .catalog, .store:
                event = .refused
                Issue.record(error)
            }
        }
        let ready = state.withLock { state in
            state.counts[event, default: 0] += 1
            if event == .kept {
                if let book { state.keptBooks.insert(book) }
                if let loan { state.keptLoans.insert(loan) }
            } else if event == .unknown, let book {
                state.uncertainBooks.insert(book)
            }
            let ready = state.waiting.filter { state.counts[$0.event, default: 0] >= $0.count }
            state.waiting.removeAll { state.counts[$0.event, default: 0] >= $0.count }
            return ready
        }
        for wait in ready { wait.continuation.resume() }
    }

    /// Returns when that many more have been told so.
    func waits(for count: Int, _ event: Event) async {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                state.waiting.append((event, state.counts[event, default: 0] + count, continuation))
            }
        }
    }

    /// The clients come to an end.
    func close() {
        state.withLock { $0.isClosed = true }
    }
}
