import Synchronization
import TestTraits
import Testing

@testable import Storage

@Suite(.endsIfItHangs)
struct ObserversTests {
    private struct Failure: Error, Equatable {}

    private let observers = Observers<Int, Failure>()

    @Test func eachGetsTheCurrentValueAndEachLaterOne() async throws {
        var value = 1
        let first = Observation(observers.add(to: &value) { $0 })
        value = 2
        observers.notify(&value)
        let second = Observation(observers.add(to: &value) { $0 * 10 })
        value = 3
        observers.notify(&value)
        for expected in [1, 2, 3] { #expect(try await first.next() == .success(expected)) }
        for expected in [20, 30] { #expect(try await second.next() == .success(expected)) }
    }

    @Test func nilYieldsNothing() async throws {
        var value = 1
        let seen = Observation(observers.add(to: &value) { $0.isMultiple(of: 2) ? $0 : nil })
        for number in 2...5 {
            value = number
            observers.notify(&value)
        }
        for expected in [2, 4] { #expect(try await seen.next() == .success(expected)) }
    }

    @Test func aFailureOfOneEndsOnlyThatOne() async throws {
        var value = 1
        let failing = Observation(
            observers.add(to: &value) { value throws(Failure) in
                if value == 2 { throw Failure() }
                return value
            })
        let other = Observation(observers.add(to: &value) { $0 })
        for number in 2...3 {
            value = number
            observers.notify(&value)
        }
        #expect(try await failing.next() == .success(1))
        #expect(try await failing.next() == .failure(Failure()))
        #expect(try await failing.next() == nil)
        for expected in [1, 2, 3] { #expect(try await other.next() == .success(expected)) }
    }

    @Test func aCommonFailureEndsAll() async throws {
        var value = 1
        let all = (1...3).map { _ in Observation(observers.add(to: &value) { $0 }) }
        observers.fail(Failure())
        #expect(observers.isEmpty)
        for seen in all {
            #expect(try await seen.next() == .success(1))
            #expect(try await seen.next() == .failure(Failure()))
            #expect(try await seen.next() == nil)
        }
    }

    @Test func watchingLastsFromTheFirstObserverToTheLast() async throws {
        let (starts, started) = AsyncStream.makeStream(of: Int.self)
        let (ends, ended) = AsyncStream.makeStream(of: Int.self)
        let count = Mutex(0)
        let watch: @Sendable () async -> Void = {
            let number = count.withLock { count in
                count += 1
                return count
            }
            started.yield(number)
            let (never, _) = AsyncStream.makeStream(of: Void.self)
            for await _ in never {}
            ended.yield(number)
        }
        let (start, end) = (Observation(starts), Observation(ends))
        var value = 1
        for round in 1...2 {
            let first = Task { [stream = observers.add(to: &value, watch: watch) { $0 }] in for await _ in stream {} }
            let second = Task { [stream = observers.add(to: &value, watch: watch) { $0 }] in for await _ in stream {} }
            #expect(try await start.next() == round)
            first.cancel()
            await first.value
            #expect(!observers.isEmpty)
            second.cancel()
            await second.value
            // Otherwise the watch never ends.
            try #require(observers.isEmpty)
            #expect(try await end.next() == round)
        }
        #expect(count.withLock { $0 } == 2)
    }
}
