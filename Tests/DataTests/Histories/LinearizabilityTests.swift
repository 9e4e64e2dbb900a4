import FileTestSupport
import Storage
import StorageTestSupport
import TestTraits
import Testing

@testable import Histories

/// Several processes use one library at once, and meet faults; some order of their operations must explain every answer.
/// The page "How it is tested" tells how.
///
/// A failure names its seed. For two seconds and five histories; more of them, or the plan of one seed again:
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
            let seed = SeededGenerator.seed &+ number
            do {
                let history = try await run.record(seed: seed)
                if !history.isExplained { throw ClientFailure("no order explains\n\(history.smallest.text)") }
            } catch {
                Issue.record("Histories \(engine) 1 \(seed): \(error)")
                return
            }
            number += 1
        }
        print("\(engine): \(number) histories, \(run.summary)")
    }
}
