import StorageTestSupport
import Testing

@testable import Storage

/// What becomes of a unit of work when the network loses a part of it.
@Suite("Lost answers of etcd", .needsEtcd, .timeLimit(.minutes(5)))
struct EtcdOutcomeTests {
    @Test func aWriteWhoseAnswerIsLostIsLookedUpAndNotRepeated() async throws {
        let place = try await EtcdPlace()
        let network = UnreliableNetwork { request, earlier in
            request.isCommit && !earlier.contains { $0.isCommit } ? .answerLost : .delivered
        }
        try await place.store(network).save(.note("1", "first"))
        #expect(try await place.store().all(.note) == [.note("1", "first")])
        #expect(network.requests.count { $0.isCommit } == 1)
    }

    @Test func aWriteThatDidNotArriveIsRepeated() async throws {
        let place = try await EtcdPlace()
        let network = UnreliableNetwork { request, earlier in
            request.isCommit && !earlier.contains { $0.isCommit } ? .requestLost : .delivered
        }
        try await place.store(network).save(.note("1", "first"))
        #expect(try await place.store().all(.note) == [.note("1", "first")])
        #expect(network.requests.count { $0.isCommit } == 2)
    }

    @Test func aWriteThatWasRepeatedAndArrivesAfterAllChangesNothing() async throws {
        let place = try await EtcdPlace()
        try await place.store().save(.note("1", "first"))
        let network = UnreliableNetwork { request, earlier in
            request.isCommit && !earlier.contains { $0.isCommit } ? .late : .delivered
        }
        try await place.store(network).add(word: "new", to: "1")
        try await place.store().add(word: "newer", to: "1")
        let answers = try await network.deliverLate()
        #expect(answers.map(\.head.status) == [200])
        #expect(!String(decoding: answers[0].body, as: UTF8.self).contains("succeeded"))
        #expect(try await place.store().find("1") == [.note("1", "first new newer")])
    }

    /// It has read nothing, so only its slot tells that it is out of date.
    @Test func aWriteWithoutReadsThatArrivesTwiceIsCarriedOutOnce() async throws {
        let place = try await EtcdPlace()
        try await place.store().save(.tag("1"))
        let network = UnreliableNetwork { request, earlier in
            request.isCommit && !earlier.contains { $0.isCommit } ? .late : .delivered
        }
        try await place.store(network).save(.note("1", "mine"))
        try await place.store(slot: 1).save(.note("1", "theirs"))
        _ = try await network.deliverLate()
        #expect(try await place.store().find("1") == [.note("1", "theirs")])
    }

    /// All write into the same slot, and more of them than it remembers.
    @Test(arguments: [0, 1, 15])
    func othersInBetweenDoNotHideThatItWasCarriedOut(count: Int) async throws {
        let place = try await EtcdPlace()
        try await place.store().save(.note("1", "first"))
        let network = UnreliableNetwork { request, earlier in
            guard request.isCommit, !earlier.contains(where: { $0.isCommit }) else {
                // Between the write and the question what became of it.
                if earlier.last?.isCommit == true { await place.appendOthers(count) }
                return .delivered
            }
            return .answerLost
        }
        try await place.store(network).add(word: "mine", to: "1")
        let text = try await place.store().find("1").first?.text
        #expect(text == (["first", "mine"] + (0..<count).map { "other \($0)" }).joined(separator: " "))
    }

    @Test(arguments: [1, 15])
    func othersInBetweenLetItRunAgainWhereItWasNot(count: Int) async throws {
        let place = try await EtcdPlace()
        try await place.store().save(.note("1", "first"))
        let network = UnreliableNetwork { request, earlier in
            guard request.isCommit, !earlier.contains(where: { $0.isCommit }) else {
                if earlier.last?.isCommit == true {
                    await place.appendOthers(earlier.count { $0.isCommit } == 1 ? count : 0)
                }
                return .delivered
            }
            return .requestLost
        }
        try await place.store(network).add(word: "mine", to: "1")
        let text = try await place.store().find("1").first?.text
        #expect(text == (["first"] + (0..<count).map { "other \($0)" } + ["mine"]).joined(separator: " "))
    }

    /// Whoever was faster left no trace in its slot, and it must not come late.
    @Test func anotherWhoWritesElsewhereLetsItRunAgain() async throws {
        let place = try await EtcdPlace()
        try await place.store().save(.note("1", "first"))
        let network = UnreliableNetwork { request, earlier in
            guard request.isCommit, !earlier.contains(where: { $0.isCommit }) else {
                if earlier.last?.isCommit == true, earlier.count(where: { $0.isCommit }) == 1 {
                    await place.appendOthers(1, slot: 5)
                }
                return .delivered
            }
            return .late
        }
        try await place.store(network).add(word: "mine", to: "1")
        _ = try await network.deliverLate()
        #expect(try await place.store().find("1") == [.note("1", "first other 0 mine")])
        // Lost, repeated in vain, its slot taken, repeated once more, and then as a new unit.
        #expect(network.requests.count { $0.isCommit } <= 5)
    }

    @Test(arguments: [UnreliableNetwork.Fate.answerLost, .requestLost])
    func tooManyOthersInBetweenLeaveItUnknown(fate: UnreliableNetwork.Fate) async throws {
        let place = try await EtcdPlace()
        try await place.store().save(.note("1", "first"))
        let network = UnreliableNetwork { request, earlier in
            guard request.isCommit, !earlier.contains(where: { $0.isCommit }) else {
                if earlier.last?.isCommit == true { await place.appendOthers(20) }
                return .delivered
            }
            return fate
        }
        await #expect(throws: StorageError.unknownOutcome(location: "\(place.address)", reason: lost)) {
            try await place.store(network).add(word: "mine", to: "1")
        }
    }

    @Test func nobodyLeftToAskLeavesItUnknown() async throws {
        let place = try await EtcdPlace()
        let network = UnreliableNetwork { request, earlier in
            if request.isCommit { return .answerLost }
            return earlier.contains { $0.isCommit } ? .unreachable : .delivered
        }
        await #expect(throws: StorageError.unknownOutcome(location: "\(place.address)", reason: lost)) {
            try await place.store(network).save(.note("1", "first"))
        }
        #expect(try await place.store().all(.note) == [.note("1", "first")])
    }

    @Test func aWriteThatNeverLeftIsJustAnError() async throws {
        let place = try await EtcdPlace()
        let network = UnreliableNetwork { request, _ in request.isCommit ? .unreachable : .delivered }
        let host = "\(place.cluster.endpoints[0])"
        await #expect(
            throws: StorageError.unreachable(location: "\(place.address)", reason: "\(host): no route")
        ) {
            try await place.store(network).save(.note("1", "first"))
        }
        #expect(try await place.store().all(.note).isEmpty)
    }

    @Test func aReadWhoseAnswerIsLostIsRepeated() async throws {
        let place = try await EtcdPlace()
        try await place.store().save(.note("1", "first"))
        let network = UnreliableNetwork { _, earlier in earlier.count.isMultiple(of: 2) ? .answerLost : .delivered }
        #expect(try await place.store(network).all(.note) == [.note("1", "first")])
    }

    private let lost = "the connection broke off (POST /v3/kv/txn): lost"
}

extension EtcdPlace {
    /// As other writers.
    fileprivate func appendOthers(_ count: Int, slot: Int = 0) async {
        for number in 0..<count {
            do throws(StorageError) {
                try await store(slot: slot).add(word: "other \(number)", to: "1")
            } catch {
                Issue.record(error)
            }
        }
    }
}
