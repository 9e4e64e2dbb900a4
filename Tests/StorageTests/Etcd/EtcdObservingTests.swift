import TestTraits
import Testing

@testable import Storage

/// Observing a cluster whose servers fail.
@Suite("Observing etcd", .needsEtcd, .fewAtATime, .endsIfItHangs)
struct EtcdObservingTests {
    @Test func changesDuringABrokenWatchAreSeen() async throws {
        let fixture = try await EtcdFixture()
        let network = UnreliableNetwork(
            betweenWatches: {
                await fixture.save(2)
                await fixture.save(3)
            }, fateOfSecond: .unreachable)
        try await fixture.store().save(.note("1"))
        let seen = RecordObservation(fixture.store(network), .note)
        for count in 1...3 {
            #expect(try await seen.next() == (1...count).map { .note("\($0)") })
        }
    }

    /// Complete news come first, then the changes of each unit of work together.
    @Test func eachUnitOfWorkIsOneUpdate() async throws {
        let fixture = try await EtcdFixture()
        try await fixture.store().save(.note("1"), .tag("1"))
        let news = Observation(fixture.store().observe([.note, .tag]))
        let first = try #require(try await news.next()).get()
        #expect(first.isComplete)
        #expect(first.version.counts == [.note: 1, .tag: 1])

        try await fixture.store().change([
            Sample.note("3").saving(), Sample.note("2").saving(), Sample.tag("1", "renamed").saving(),
            Sample.note("1").deleting, Sample.link("1", to: "1").saving(),
        ])
        let second = try #require(try await news.next()).get()
        #expect(!second.isComplete)
        #expect(Set(second.changes.keys) == [.note, .tag])
        #expect(second.changes[.note]?.saved.samples(of: .note) == [.note("2"), .note("3")])
        #expect(second.changes[.note]?.deleted == [recordID("1")])
        #expect(second.changes[.tag]?.saved.samples(of: .tag) == [.tag("1", "renamed")])
        #expect(second.version.counts == [.note: 2, .tag: 1])
        #expect(second.version.number > first.version.number)
    }

    @Test func otherKindsAreIgnored() async throws {
        let fixture = try await EtcdFixture()
        let tags = RecordObservation(fixture.store(), .tag)
        #expect(try await tags.next() == [])
        try await fixture.store().save(.note("1"))
        // An invalid key of another kind doesn't affect this observer.
        try await fixture.put("notes/much-longer-than-sixteen", "{}")
        try await fixture.store().save(.tag("1"))
        #expect(try await tags.next() == [.tag("1")])
    }

    /// A version from an observer is as good as one from a read.
    @Test func readsContinueFromAnObservedVersion() async throws {
        let fixture = try await EtcdFixture()
        let store = fixture.store()
        let news = Observation(store.observe([.note]))
        _ = try await news.next()
        try await store.save(.note("1"), .note("2"))
        try await store.delete(.note("1"))
        _ = try await news.next()
        let version = try #require(try await news.next()).get().version
        try await store.save(.note("3"))
        let later = try await store.news(of: [.note], since: version)
        #expect(!later.isComplete)
        #expect(later.changes[.note]?.saved.samples(of: .note) == [.note("3")])
    }

    @Test func everythingIsReadIfChangesWereCompactedAway() async throws {
        let fixture = try await EtcdFixture(inOwnCluster: true)
        let network = UnreliableNetwork(betweenWatches: {
            await fixture.save(2)
            await fixture.save(3)
            await fixture.removeHistory()
        })
        try await fixture.store().save(.note("1"))
        let seen = RecordObservation(fixture.store(network), .note)
        #expect(try await seen.next() == [.note("1")])
        #expect(try await seen.next() == (1...3).map { .note("\($0)") })
        try await fixture.store().delete(.note("1"))
        #expect(try await seen.next() == (2...3).map { .note("\($0)") })
    }

    @Test func aSilentServerIsAbandoned() async throws {
        let fixture = try await EtcdFixture()
        let network = UnreliableNetwork { request, earlier in
            let isAfterWatch = earlier.contains { $0.isWatch }
            if request.isWatch, !isAfterWatch { return .silent }
            return request.isPulse && earlier.count(where: { $0.isWatch }) == 1 ? .unreachable : .delivered
        }
        let store = fixture.store(network, patience: .watchful)
        let seen = RecordObservation(store, .note)
        #expect(try await seen.next() == [])
        try await fixture.store().save(.note("1"))
        #expect(try await seen.next() == [.note("1")])
    }

    /// The connection of the watch is lost without a word, and all others work.
    @Test func aWatchThatFallsSilentIsRepeated() async throws {
        let fixture = try await EtcdFixture()
        let network = UnreliableNetwork { request, earlier in
            request.isWatch && !earlier.contains { $0.isWatch } ? .silent : .delivered
        }
        let seen = RecordObservation(fixture.store(network, patience: .watchful), .note)
        #expect(try await seen.next() == [])
        try await fixture.store().save(.note("1"))
        #expect(try await seen.next() == [.note("1")])
        #expect(network.requests.count { $0.isWatch } == 2)
    }

    /// A watch that brings nothing about a unit of work is repeated once, in case it has fallen silent.
    @Test func unitsOfOtherKindsRepeatTheWatchAtMostOnce() async throws {
        let fixture = try await EtcdFixture()
        let (pulses, pulse) = AsyncStream.makeStream(of: Void.self)
        let network = UnreliableNetwork { request, _ in
            if request.isPulse { pulse.yield() }
            return .delivered
        }
        let tags = RecordObservation(fixture.store(network, patience: .watchful), .tag)
        #expect(try await tags.next() == [])
        try await fixture.store().save(.note("1"))
        var rest = 20
        for await _ in pulses {
            rest -= 1
            if rest == 0 { break }
        }
        #expect(network.requests.count { $0.isWatch } <= 2)
        try await fixture.store().save(.tag("1"))
        #expect(try await tags.next() == [.tag("1")])
    }

    /// Its first message says that it has begun, and then nothing can be read.
    @Test func aWatchThatOnlyBeginsEndsIt() async throws {
        let fixture = try await EtcdFixture()
        let clock = TestClock()
        let network = UnreliableNetwork { request, _ in
            guard request.isWatch else { return .delivered }
            // Less than the time after which a watch was a good one.
            clock.advance(by: .seconds(20_000))
            return .cutOff(after: 1)
        }
        let seen = RecordObservation(fixture.store(network, patience: clock.patience(pulse: .seconds(30_000))), .note)
        #expect(try await seen.next() == [])
        let failure = try await seen.failure()
        guard case .unreachable = failure else {
            Issue.record("\(failure)")
            return
        }
    }

    @Test func anUnreachableClusterEndsIt() async throws {
        let fixture = try await EtcdFixture()
        let clock = TestClock()
        let network = UnreliableNetwork { request, earlier in
            if request.isWatch {
                clock.advance(by: .seconds(20_000))
                return .unreachable
            }
            return earlier.contains { $0.isWatch } ? .unreachable : .delivered
        }
        let seen = RecordObservation(fixture.store(network, patience: clock.patience(pulse: .seconds(30_000))), .note)
        #expect(try await seen.next() == [])
        let failure = try await seen.failure()
        #expect(failure == .unreachable(location: "\(fixture.address)", reason: "no route"))
    }

    @Test func damageEndsItUntilItIsRemoved() async throws {
        let fixture = try await EtcdFixture()
        let store = fixture.store()
        try await store.save(.note("1"))
        let seen = RecordObservation(store, .note)
        #expect(try await seen.next() == [.note("1")])
        try await fixture.put("notes/a/b", "nonsense")
        let failure = try await seen.failure()
        let location = "“\(fixture.full("notes/a/b"))” in \(fixture.address)"
        #expect(failure == .damaged(location: location, line: nil, reason: "it doesn't end in a valid identifier"))
        try await fixture.delete("notes/a/b")
        #expect(try await RecordObservation(store, .note).next() == [.note("1")])
    }

    @Test func aNewerFormatEndsIt() async throws {
        let fixture = try await EtcdFixture()
        try await fixture.store().save(.note("1"))
        let seen = RecordObservation(fixture.store(), .note)
        #expect(try await seen.next() == [.note("1")])
        try await fixture.put("format", #"{"format":"sample","version":2}"#)
        #expect(try await seen.failure() == .newerVersion(location: "\(fixture.address)", found: 2, known: 1))
    }

    /// All its reads are of one revision, which is gone. A unit that hides the failure runs again, too.
    @Test(arguments: [false, true])
    func aUnitOfWorkRunsAgainIfItsRevisionWasCompactedAway(returnsTheFailure: Bool) async throws {
        let fixture = try await EtcdFixture(inOwnCluster: true)
        try await fixture.store().save(.note("1"), .note("2"))
        let runs = Runs()
        let read = try await fixture.store().perform { reader throws(StorageError) in
            let first = try await reader.find("1")
            if await runs.next() == 1 {
                await fixture.save(3)
                await fixture.removeHistory()
            }
            do throws(StorageError) {
                let second = try await reader.find("2")
                return ([], first + second)
            } catch {
                if returnsTheFailure { return ([], []) }
                throw error
            }
        }
        #expect(read == [.note("1"), .note("2")])
        #expect(await runs.count == 2)
    }
}

extension UnreliableNetwork {
    /// The first watch begins and breaks; `change` runs before the second.
    fileprivate convenience init(
        betweenWatches change: @escaping @Sendable () async -> Void, fateOfSecond: Fate = .delivered
    ) {
        self.init { request, earlier in
            guard request.isWatch else { return .delivered }
            switch earlier.count(where: { $0.isWatch }) {
            case 0: return .cutOff(after: 1)
            case 1:
                await change()
                return fateOfSecond
            default: return .delivered
            }
        }
    }
}

extension EtcdFixture {
    fileprivate func save(_ number: Int) async {
        do {
            try await store().save(.note("\(number)"))
        } catch {
            Issue.record(error)
        }
    }

    fileprivate func removeHistory() async {
        do {
            try await compact()
        } catch {
            Issue.record(error)
        }
    }
}
