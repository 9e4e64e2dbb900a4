import Synchronization
import Testing

@testable import Storage

/// Work distributed among the processors.
struct ConcurrentMapTests {
    @Test(arguments: [0, 1, 2, 499, 500, 501, 999, 1000, 1001, 10_000])
    func partsCoverTheArrayInOrder(count: Int) {
        let numbers = Array(0..<count).map { $0 * 7 }
        let parts = numbers.concurrentMapOfParts(Array.init)
        #expect(parts.flatMap(\.self) == numbers)
        #expect(parts.allSatisfy { !$0.isEmpty })
    }

    @Test(arguments: [0, 1, 2, 1000])
    func resultsAreInOrder(count: Int) {
        let calls = Mutex(0)
        let results = concurrentMap(count) { number in
            calls.withLock { $0 += 1 }
            return "\(number)"
        }
        #expect(results == (0..<count).map(String.init))
        #expect(calls.withLock { $0 } == count)
    }
}
