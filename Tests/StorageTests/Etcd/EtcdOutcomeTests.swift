import Data
import Domain
import TestSupport
import Testing

/// What becomes of a unit of work when the network loses a part of it.
@Suite("Lost answers of etcd", .needsEtcd, .timeLimit(.minutes(5)))
struct EtcdOutcomeTests {
    @Test func aWriteWhoseAnswerIsLostIsLookedUpAndNotRepeated() async throws {
        let place = try await EtcdPlace()
        let network = UnreliableNetwork { request, earlier in
            request.isCommit && !earlier.contains { $0.isCommit } ? .answerLost : .delivered
        }
        let library = place.library(network)
        try await library.books.save(book(1))
        #expect(try await place.library().books.all() == [book(1)])
        #expect(network.requests.count { $0.isCommit } == 1)
    }

    @Test func aWriteThatDidNotArriveIsRepeated() async throws {
        let place = try await EtcdPlace()
        let network = UnreliableNetwork { request, earlier in
            request.isCommit && !earlier.contains { $0.isCommit } ? .requestLost : .delivered
        }
        try await place.library(network).books.save(book(1))
        #expect(try await place.library().books.all() == [book(1)])
        #expect(network.requests.count { $0.isCommit } == 2)
    }

    @Test func aWriteThatWasRepeatedAndArrivesAfterAllChangesNothing() async throws {
        let place = try await EtcdPlace()
        try await place.library().books.save(book(1))
        let network = UnreliableNetwork { request, earlier in
            request.isCommit && !earlier.contains { $0.isCommit } ? .late : .delivered
        }
        try await place.library(network).put(bookID(1), on: "new")
        try await place.library().put(bookID(1), on: "newer")
        let answers = try await network.deliverLate()
        #expect(answers.map(\.head.status) == [200])
        #expect(!String(decoding: answers[0].body, as: UTF8.self).contains("succeeded"))
        #expect(try await place.library().books.find(bookID(1))?.shelves == ["new", "newer"])
    }

    /// All write into the same slot, and more of them than it remembers.
    @Test(arguments: [0, 1, 15])
    func othersInBetweenDoNotHideThatItWasCarriedOut(count: Int) async throws {
        let place = try await EtcdPlace()
        try await place.library().books.save(book(1))
        let network = UnreliableNetwork { request, earlier in
            guard request.isCommit, !earlier.contains(where: { $0.isCommit }) else {
                // Between the write and the question what became of it.
                if earlier.last?.isCommit == true { await place.putOnShelves(count) }
                return .delivered
            }
            return .answerLost
        }
        try await place.library(network).put(bookID(1), on: "mine")
        let shelves = try await place.library().books.find(bookID(1))?.shelves
        #expect(shelves == ["mine"] + (0..<count).map { "other \($0)" })
    }

    @Test(arguments: [1, 15])
    func othersInBetweenLetItRunAgainWhereItWasNot(count: Int) async throws {
        let place = try await EtcdPlace()
        try await place.library().books.save(book(1))
        let network = UnreliableNetwork { request, earlier in
            guard request.isCommit, !earlier.contains(where: { $0.isCommit }) else {
                if earlier.last?.isCommit == true {
                    await place.putOnShelves(earlier.count { $0.isCommit } == 1 ? count : 0)
                }
                return .delivered
            }
            return .requestLost
        }
        try await place.library(network).put(bookID(1), on: "mine")
        let shelves = try await place.library().books.find(bookID(1))?.shelves
        #expect(shelves == (0..<count).map { "other \($0)" } + ["mine"])
    }

    /// Whoever was faster left no trace in its slot, and it must not come late.
    @Test func anotherWhoWritesElsewhereLetsItRunAgain() async throws {
        let place = try await EtcdPlace()
        try await place.library().books.save(book(1))
        let network = UnreliableNetwork { request, earlier in
            guard request.isCommit, !earlier.contains(where: { $0.isCommit }) else {
                if earlier.last?.isCommit == true, earlier.count(where: { $0.isCommit }) == 1 {
                    await place.putOnShelves(1, slot: 5)
                }
                return .delivered
            }
            return .late
        }
        try await place.library(network).put(bookID(1), on: "mine")
        _ = try await network.deliverLate()
        #expect(try await place.library().books.find(bookID(1))?.shelves == ["other 0", "mine"])
        // Lost, repeated in vain, its slot taken, repeated once more, and then as a new unit.
        #expect(network.requests.count { $0.isCommit } <= 5)
    }

    @Test(arguments: [UnreliableNetwork.Fate.answerLost, .requestLost])
    func tooManyOthersInBetweenLeaveItUnknown(fate: UnreliableNetwork.Fate) async throws {
        let place = try await EtcdPlace()
        try await place.library().books.save(book(1))
        let network = UnreliableNetwork { request, earlier in
            guard request.isCommit, !earlier.contains(where: { $0.isCommit }) else {
                if earlier.last?.isCommit == true { await place.putOnShelves(20) }
                return .delivered
            }
            return fate
        }
        await #expect(throws: LibraryError.store(.unknownOutcome(place: "\(place.address)", reason: lost))) {
            try await place.library(network).put(bookID(1), on: "mine")
        }
    }

    @Test func nobodyLeftToAskLeavesItUnknown() async throws {
        let place = try await EtcdPlace()
        let network = UnreliableNetwork { request, earlier in
            if request.isCommit { return .answerLost }
            return earlier.contains { $0.isCommit } ? .unreachable : .delivered
        }
        await #expect(throws: LibraryError.store(.unknownOutcome(place: "\(place.address)", reason: lost))) {
            try await place.library(network).books.save(book(1))
        }
        #expect(try await place.library().books.all() == [book(1)])
    }

    @Test func aWriteThatNeverLeftIsJustAnError() async throws {
        let place = try await EtcdPlace()
        let network = UnreliableNetwork { request, _ in request.isCommit ? .unreachable : .delivered }
        let host = "\(place.cluster.endpoints[0])"
        await #expect(
            throws: LibraryError.store(.unreachable(place: "\(place.address)", reason: "\(host): no route"))
        ) {
            try await place.library(network).books.save(book(1))
        }
        #expect(try await place.library().books.all().isEmpty)
    }

    @Test func aReadWhoseAnswerIsLostIsRepeated() async throws {
        let place = try await EtcdPlace()
        try await place.library().books.save(book(1))
        let network = UnreliableNetwork { _, earlier in earlier.count.isMultiple(of: 2) ? .answerLost : .delivered }
        #expect(try await place.library(network).books.all() == [book(1)])
    }

    private let lost = "the connection broke off (POST /v3/kv/txn): lost"
}

extension EtcdPlace {
    /// As other writers.
    fileprivate func putOnShelves(_ count: Int, slot: UInt64 = 0) async {
        for number in 0..<count {
            do throws(LibraryError) {
                try await library(slot: slot).put(bookID(1), on: "other \(number)")
            } catch {
                Issue.record(error)
            }
        }
    }
}
