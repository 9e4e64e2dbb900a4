import FileTestSupport
import Foundation
import Storage
import StorageTestSupport

/// Checks that libraries are linearizable: several processes carry out random operations on one library and meet faults,
/// and an order of the operations must explain what each was answered.
///
///     swift run Histories <engine>|all [<count>|<seconds>s [<first seed>]]
///
/// Without a limit it doesn't end; with a count of 1 it prints the history. It ends with 1 at the first history that no
/// order explains, and prints that one.
@main
struct Histories {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == "worker" {
            var worker = Worker()
            try await worker.run()
            return
        }
        let named = StorageEngine.allCases.filter { ["all", $0.rawValue].contains(arguments.first) }
        let limit = arguments.dropFirst().first
        let count = limit.map { UInt64($0) } ?? .max
        let seconds = limit.flatMap { $0.hasSuffix("s") ? Int($0.dropLast()) : nil }
        guard !named.isEmpty, count != nil || seconds != nil else {
            print("usage: Histories <engine>|all [<count>|<seconds>s [<first seed>]]")
            exit(64)
        }
        let seed = arguments.dropFirst(2).first.flatMap { UInt64($0) } ?? .random(in: 0...UInt64(UInt32.max))
        let engines = named.filter { $0.obstacle == nil }
        for engine in named { if let obstacle = engine.obstacle { print("\(engine): \(obstacle)") } }
        let time = seconds.map { Duration.seconds($0) / engines.count }
        for engine in engines { try await check(engine, from: seed, count: count ?? .max, for: time) }
    }

    private static func check(
        _ engine: StorageEngine, from seed: UInt64, count: UInt64, for time: Duration?
    ) async throws {
        let run = HistoryRun(engine)
        let start = ContinuousClock.now
        var number: UInt64 = 0
        while number < count, number == 0 || time.map({ start.duration(to: .now) < $0 }) ?? true {
            let history: History
            do {
                history = try await run.record(seed: seed &+ number)
            } catch {
                fail("\(error)", engine, seed &+ number)
            }
            if !history.isExplained {
                fail("\(history.smallest.text)\n\nNo order explains it.", engine, seed &+ number)
            }
            number += 1
            if count == 1 { print(history.text) }
            if number.isMultiple(of: 100) { print("\(engine): \(number)") }
            fflush(nil)
        }
        print("\(engine): \(number) histories from seed \(seed) explained; \(run.summary)")
    }

    private static func fail(_ what: String, _ engine: StorageEngine, _ seed: UInt64) -> Never {
        print("\(what)\nFAILED: Histories \(engine) 1 \(seed)")
        exit(1)
    }
}
