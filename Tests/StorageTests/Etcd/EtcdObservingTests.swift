import Data
import Domain
import TestSupport
import Testing

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
        try await place.library().books.save(book(1))
        var seen = place.library(network).books.observe().makeAsyncIterator()
        for count in 1...3 {
            #expect(try await seen.next() == (1...count).map { try book($0) })
        }
    }

    @Test func whatWasCompactedAwayMeanwhileIsReadAnew() async throws {
        let place = try await EtcdPlace(inOwnCluster: true)
        let network = UnreliableNetwork(betweenWatches: {
            await place.save(2)
            await place.save(3)
            await place.removeHistory()
        })
        try await place.library().books.save(book(1))
        var seen = place.library(network).books.observe().makeAsyncIterator()
        #expect(try await seen.next() == [book(1)])
        #expect(try await seen.next() == (1...3).map { try book($0) })
        try await place.library().books.delete(bookID(1))
        #expect(try await seen.next() == (2...3).map { try book($0) })
    }

    @Test func aServerThatFallsSilentIsLeft() async throws {
        let place = try await EtcdPlace()
        let network = UnreliableNetwork { request, earlier in
            let isAfterWatch = earlier.contains { $0.isWatch }
            if request.isWatch, !isAfterWatch { return .silent }
            // The question whether it is still there.
            return request.isPulse && earlier.count(where: { $0.isWatch }) == 1 ? .unreachable : .delivered
        }
        let library = place.library(network, patience: EtcdPatience(pulse: .milliseconds(1)))
        var seen = library.books.observe().makeAsyncIterator()
        #expect(try await seen.next() == [])
        try await place.library().books.save(book(1))
        #expect(try await seen.next() == [book(1)])
    }

    @Test func aClusterThatIsGoneForGoodEndsIt() async throws {
        let place = try await EtcdPlace()
        let network = UnreliableNetwork { request, earlier in
            if request.isWatch { return .unreachable }
            return earlier.contains { $0.isWatch } ? .unreachable : .delivered
        }
        let library = place.library(network, patience: EtcdPatience(cluster: .seconds(1)))
        var seen = library.observe().makeAsyncIterator()
        #expect(try await seen.next() == LibrarySnapshot())
        await #expect(throws: LibraryError.store(.unreachable(place: "\(place.address)", reason: "no route"))) {
            try await seen.next()
        }
        #expect(try await seen.next() == nil)
    }

    @Test func damageEndsItAndANewCallWorksOnceItIsGone() async throws {
        let place = try await EtcdPlace()
        let library = place.library()
        try await library.books.save(book(1))
        var seen = library.observe().makeAsyncIterator()
        #expect(try await seen.next()?.books == [book(1)])
        try await place.put("books/000000000002", "nonsense")
        let damage = LibraryError.store(
            .damaged(
                place: "“\(place.full("books/000000000002"))” in \(place.address)", line: nil,
                reason: "“record” is missing"))
        await #expect(throws: damage) { try await seen.next() }
        #expect(try await seen.next() == nil)
        try await place.delete("books/000000000002")
        var again = library.observe().makeAsyncIterator()
        #expect(try await again.next()?.books == [book(1)])
    }

    /// Its reads are of one moment, and that moment is gone.
    @Test func aUnitOfWorkWhoseMomentWasCompactedAwayRunsAgain() async throws {
        let place = try await EtcdPlace(inOwnCluster: true)
        try await place.library().books.save([book(1), book(2)])
        let runs = Runs()
        let titles = try await place.library().perform { unit throws(LibraryError) in
            let first = try await unit.books.find(bookID(1))?.title
            if await runs.next() == 1 {
                await place.save(3)
                await place.removeHistory()
            }
            return [first, try await unit.books.find(bookID(2))?.title]
        }
        #expect(titles == ["Emma", "Emma"])
        #expect(await runs.count == 2)
    }
}

extension UnreliableNetwork {
    /// The first watch is there, and tells nothing any more; what happens before the second, nobody watches.
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
            try await library().books.save(book(number))
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
