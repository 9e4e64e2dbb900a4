import Testing

@testable import Storage

/// Observing a cluster whose servers come and go.
@Suite("Observing etcd", .needsEtcd, .timeLimit(.minutes(5)))
struct EtcdObservingTests {
    @Test func whatHappenedWhileTheWatchWasBrokenIsSeen() async throws {
        let place = try await EtcdPlace()
        let network = UnreliableNetwork(
            betweenWatches: {
                await place.save(2)
                await place.save(3)
            }, fateOfSecond: .unreachable)
        try await place.store().save(.note("1"))
        let seen = RecordObservation(place.store(network), .note)
        for count in 1...3 {
            #expect(try await seen.next() == (1...count).map { .note("\($0)") })
        }
    }

    /// Complete news come first, then the changes of each unit of work as one.
    @Test func eachUnitIsToldOnce() async throws {
        let place = try await EtcdPlace()
        try await place.store().save(.note("1"), .tag("1"))
        let news = Observation(place.store().observe([.note, .tag]))
        let first = try #require(try await news.next()).get()
        #expect(first.isComplete)
        #expect(first.version.counts == [.note: 1, .tag: 1])

        try await place.store().change([
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

    @Test func otherKindsAreNotTold() async throws {
        let place = try await EtcdPlace()
        let tags = RecordObservation(place.store(), .tag)
        #expect(try await tags.next() == [])
        try await place.store().save(.note("1"))
        // A key of another kind that names no record is no concern of this observer.
        try await place.put("notes/much-longer-than-sixteen", "{}")
        try await place.store().save(.tag("1"))
        #expect(try await tags.next() == [.tag("1")])
    }

    /// A version that an observer was told is as good as one that was read.
    @Test func readingGoesOnFromAnObservedVersion() async throws {
        let place = try await EtcdPlace()
        let store = place.store()
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

    @Test func whatWasCompactedAwayMeanwhileIsReadAnew() async throws {
        let place = try await EtcdPlace(inOwnCluster: true)
        let network = UnreliableNetwork(betweenWatches: {
            await place.save(2)
            await place.save(3)
            await place.removeHistory()
        })
        try await place.store().save(.note("1"))
        let seen = RecordObservation(place.store(network), .note)
        #expect(try await seen.next() == [.note("1")])
        #expect(try await seen.next() == (1...3).map { .note("\($0)") })
        try await place.store().delete(.note("1"))
        #expect(try await seen.next() == (2...3).map { .note("\($0)") })
    }

    @Test func aServerThatFallsSilentIsLeft() async throws {
        let place = try await EtcdPlace()
        let network = UnreliableNetwork { request, earlier in
            let isAfterWatch = earlier.contains { $0.isWatch }
            if request.isWatch, !isAfterWatch { return .silent }
            return request.isPulse && earlier.count(where: { $0.isWatch }) == 1 ? .unreachable : .delivered
        }
        let store = place.store(network, patience: EtcdPatience(pulse: .milliseconds(1)))
        let seen = RecordObservation(store, .note)
        #expect(try await seen.next() == [])
        try await place.store().save(.note("1"))
        #expect(try await seen.next() == [.note("1")])
    }

    @Test func aClusterThatIsGoneForGoodEndsIt() async throws {
        let place = try await EtcdPlace()
        let network = UnreliableNetwork { request, earlier in
            if request.isWatch { return .unreachable }
            return earlier.contains { $0.isWatch } ? .unreachable : .delivered
        }
        let seen = RecordObservation(place.store(network, patience: EtcdPatience(cluster: .seconds(3))), .note)
        #expect(try await seen.next() == [])
        let failure = try await seen.failure()
        #expect(failure == .unreachable(location: "\(place.address)", reason: "no route"))
    }

    @Test func damageEndsItAndANewCallWorksOnceItIsGone() async throws {
        let place = try await EtcdPlace()
        let store = place.store()
        try await store.save(.note("1"))
        let seen = RecordObservation(store, .note)
        #expect(try await seen.next() == [.note("1")])
        try await place.put("notes/a/b", "nonsense")
        let failure = try await seen.failure()
        let location = "“\(place.full("notes/a/b"))” in \(place.address)"
        #expect(failure == .damaged(location: location, line: nil, reason: "it names no note"))
        try await place.delete("notes/a/b")
        #expect(try await RecordObservation(store, .note).next() == [.note("1")])
    }

    @Test func aNewerFormatEndsIt() async throws {
        let place = try await EtcdPlace()
        try await place.store().save(.note("1"))
        let seen = RecordObservation(place.store(), .note)
        #expect(try await seen.next() == [.note("1")])
        try await place.put("format", #"{"format":"sample","version":2}"#)
        #expect(try await seen.failure() == .newerVersion(location: "\(place.address)", found: 2, known: 1))
    }

    /// Its reads are of one revision, and that is gone. A unit that keeps the failure to itself runs again, too.
    @Test(arguments: [false, true])
    func aUnitOfWorkWhoseRevisionWasCompactedAwayRunsAgain(returnsTheFailure: Bool) async throws {
        let place = try await EtcdPlace(inOwnCluster: true)
        try await place.store().save(.note("1"), .note("2"))
        let runs = Runs()
        let read = try await place.store().perform { reader throws(StorageError) in
            let first = try await reader.find("1")
            if await runs.next() == 1 {
                await place.save(3)
                await place.removeHistory()
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
    /// The first watch begins, and then breaks; what happens before the second, nobody watches.
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

extension EtcdPlace {
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
