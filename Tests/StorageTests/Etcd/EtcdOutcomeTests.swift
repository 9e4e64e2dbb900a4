import StorageTestSupport
import TestTraits
import Testing

@testable import Storage

/// The outcome of a unit of work when the network loses messages.
@Suite("Lost answers of etcd", .needsEtcd, .fewAtATime, .endsIfItHangs)
struct EtcdOutcomeTests {
    @Test func aWriteWhoseAnswerIsLostIsFoundAndNotRepeated() async throws {
        let fixture = try await EtcdFixture()
        let network = UnreliableNetwork { request, earlier in
            request.isCommit && !earlier.contains { $0.isCommit } ? .answerLost : .delivered
        }
        try await fixture.store(network).save(.note("1", "first"))
        #expect(try await fixture.store().all(.note) == [.note("1", "first")])
        #expect(network.requests.count { $0.isCommit } == 1)
    }

    @Test func aWriteThatDidNotArriveIsRepeated() async throws {
        let fixture = try await EtcdFixture()
        let network = UnreliableNetwork { request, earlier in
            request.isCommit && !earlier.contains { $0.isCommit } ? .requestLost : .delivered
        }
        try await fixture.store(network).save(.note("1", "first"))
        #expect(try await fixture.store().all(.note) == [.note("1", "first")])
        #expect(network.requests.count { $0.isCommit } == 2)
    }

    @Test func aRepeatedWriteThatArrivesLateChangesNothing() async throws {
        let fixture = try await EtcdFixture()
        try await fixture.store().save(.note("1", "first"))
        let network = UnreliableNetwork { request, earlier in
            request.isCommit && !earlier.contains { $0.isCommit } ? .late : .delivered
        }
        try await fixture.store(network).append("new", to: "1")
        try await fixture.store().append("newer", to: "1")
        let answers = try await network.deliverLate()
        #expect(answers.map(\.head.status) == [200])
        #expect(!String(decoding: answers[0].body, as: UTF8.self).contains("succeeded"))
        #expect(try await fixture.store().find("1") == [.note("1", "first new newer")])
    }

    /// It has read nothing, so only its slot shows that it is out of date.
    @Test func aWriteWithoutReadsIsCarriedOutOnce() async throws {
        let fixture = try await EtcdFixture()
        try await fixture.store().save(.tag("1"))
        let network = UnreliableNetwork { request, earlier in
            request.isCommit && !earlier.contains { $0.isCommit } ? .late : .delivered
        }
        try await fixture.store(network).save(.note("1", "mine"))
        try await fixture.store(slot: 1).save(.note("1", "theirs"))
        _ = try await network.deliverLate()
        #expect(try await fixture.store().find("1") == [.note("1", "theirs")])
    }

    /// Others write to the same slot before the store asks for the outcome.
    @Test(arguments: [0, 1, 15])
    func laterWritersDoNotHideThatItWasCarriedOut(count: Int) async throws {
        let fixture = try await EtcdFixture()
        try await fixture.store().save(.note("1", "first"))
        let network = UnreliableNetwork { request, earlier in
            guard request.isCommit, !earlier.contains(where: { $0.isCommit }) else {
                // Between the write and the request for its outcome.
                if earlier.last?.isCommit == true { await fixture.appendOthers(count) }
                return .delivered
            }
            return .answerLost
        }
        try await fixture.store(network).append("mine", to: "1")
        let text = try await fixture.store().find("1").first?.text
        #expect(text == (["first", "mine"] + (0..<count).map { "other \($0)" }).joined(separator: " "))
    }

    @Test(arguments: [1, 15])
    func laterWritersShowThatItWasNotCarriedOut(count: Int) async throws {
        let fixture = try await EtcdFixture()
        try await fixture.store().save(.note("1", "first"))
        let network = UnreliableNetwork { request, earlier in
            guard request.isCommit, !earlier.contains(where: { $0.isCommit }) else {
                if earlier.last?.isCommit == true {
                    await fixture.appendOthers(earlier.count { $0.isCommit } == 1 ? count : 0)
                }
                return .delivered
            }
            return .requestLost
        }
        try await fixture.store(network).append("mine", to: "1")
        let text = try await fixture.store().find("1").first?.text
        #expect(text == (["first"] + (0..<count).map { "other \($0)" } + ["mine"]).joined(separator: " "))
    }

    /// The faster writer left no stamp in this unit's slot, and the delayed transaction must never be carried out.
    @Test func aConflictWithAnotherSlotPreventsALateTransaction() async throws {
        let fixture = try await EtcdFixture()
        try await fixture.store().save(.note("1", "first"))
        let network = UnreliableNetwork { request, earlier in
            guard request.isCommit, !earlier.contains(where: { $0.isCommit }) else {
                if earlier.last?.isCommit == true, earlier.count(where: { $0.isCommit }) == 1 {
                    await fixture.appendOthers(1, slot: 5)
                }
                return .delivered
            }
            return .late
        }
        try await fixture.store(network).append("mine", to: "1")
        _ = try await network.deliverLate()
        #expect(try await fixture.store().find("1") == [.note("1", "first other 0 mine")])
        // Lost, refused, prevented in its slot, refused once more, and then sent as a new unit.
        #expect(network.requests.count { $0.isCommit } <= 5)
    }

    @Test(arguments: [UnreliableNetwork.Fate.answerLost, .requestLost])
    func tooManyLaterWritersLeaveItUnknown(fate: UnreliableNetwork.Fate) async throws {
        let fixture = try await EtcdFixture()
        try await fixture.store().save(.note("1", "first"))
        let network = UnreliableNetwork { request, earlier in
            guard request.isCommit, !earlier.contains(where: { $0.isCommit }) else {
                if earlier.last?.isCommit == true { await fixture.appendOthers(20) }
                return .delivered
            }
            return fate
        }
        await #expect(throws: StorageError.unknownOutcome(location: "\(fixture.address)", reason: lost)) {
            try await fixture.store(network).append("mine", to: "1")
        }
    }

    @Test func anUnreachableClusterLeavesItUnknown() async throws {
        let fixture = try await EtcdFixture()
        let network = UnreliableNetwork { request, earlier in
            if request.isCommit { return .answerLost }
            return earlier.contains { $0.isCommit } ? .unreachable : .delivered
        }
        await #expect(throws: StorageError.unknownOutcome(location: "\(fixture.address)", reason: lost)) {
            try await fixture.store(network).save(.note("1", "first"))
        }
        #expect(try await fixture.store().all(.note) == [.note("1", "first")])
    }

    @Test func aWriteThatWasNeverSentIsUnreachable() async throws {
        let fixture = try await EtcdFixture()
        let network = UnreliableNetwork { request, _ in request.isCommit ? .unreachable : .delivered }
        let host = "\(fixture.cluster.endpoints[0])"
        await #expect(
            throws: StorageError.unreachable(location: "\(fixture.address)", reason: "\(host): no route")
        ) {
            try await fixture.store(network).save(.note("1", "first"))
        }
        #expect(try await fixture.store().all(.note).isEmpty)
    }

    @Test func aReadWhoseAnswerIsLostIsRepeated() async throws {
        let fixture = try await EtcdFixture()
        try await fixture.store().save(.note("1", "first"))
        let network = UnreliableNetwork { _, earlier in earlier.count.isMultiple(of: 2) ? .answerLost : .delivered }
        #expect(try await fixture.store(network).all(.note) == [.note("1", "first")])
    }

    private let lost = "the connection was lost (POST /v3/kv/txn): lost"
}

extension EtcdFixture {
    /// Adds words to the note, as other writers.
    fileprivate func appendOthers(_ count: Int, slot: Int = 0) async {
        for number in 0..<count {
            do throws(StorageError) {
                try await store(slot: slot).append("other \(number)", to: "1")
            } catch {
                Issue.record(error)
            }
        }
    }
}
