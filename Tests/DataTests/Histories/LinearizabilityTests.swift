import FileTestSupport
import Storage
import StorageTestSupport
import TestTraits
import Testing

@testable import Histories

/// Several processes use one library at once, and meet faults; an order of what they did must explain what each was
/// answered. The page "How it is tested" tells how.
///
/// A failure names its seed. For ten seconds; more histories, or the one of a seed again:
///
///     BOOKSHELF_HISTORIES=2000 swift test --filter LinearizabilityTests
///     swift run Histories journal 1 42
@Suite(.fewAtATime, .endsIfItHangs)
struct LinearizabilityTests {
    @Test(arguments: StorageEngine.allCases.filter { $0.obstacle == nil })
    func anOrderExplainsEachHistory(engine: StorageEngine) async throws {
        let run = HistoryRun(engine)
        let start = ContinuousClock.now
        let count: UInt64? = environmentNumber("BOOKSHELF_HISTORIES")
        var number: UInt64 = 0
        // The time decides how many there are, not whether one fails.
        while count.map({ number < $0 }) ?? (number < 5 || start.duration(to: .now) < .seconds(2)) {
            let history = try await run.record(seed: SeededGenerator.seed &+ number)
            guard history.isExplained else {
                Issue.record("\(history.smallest.text)")
                return
            }
            number += 1
        }
        print("\(engine): \(number) histories, \(run.summary)")
    }
}
