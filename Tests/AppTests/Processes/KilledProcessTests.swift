import Foundation
import StorageTestSupport
import Testing

/// Processes that are killed at any moment: what they acknowledged is there, each unit of work is there whole or not
/// at all, and nobody has to clear up after them.
///
/// The long run, with 1,000 kills:
///
///     BOOKSHELF_KILLS=1000 swift test --filter KilledProcessTests
@Suite(.timeLimit(.minutes(10)))
final class KilledProcessTests {
    private let bookshelf: CommandLineProgram

    init() throws { bookshelf = try CommandLineProgram() }

    deinit { bookshelf.remove() }

    /// Each worker is a fresh process, which holds what it finds against what the units of work before it made.
    @Test func whatWasAcknowledgedIsThereAndEveryUnitOfWorkWhole() async throws {
        let kills = SeededChance.number("BOOKSHELF_KILLS") ?? 60
        var chance = SeededChance(for: "\(kills) kills")
        var acknowledged = 0
        var kept = 0
        var sizes: [Int] = []
        for kill in 1...kills {
            let worker = try startWorker(in: bookshelf.directory, "write", "1")
            // One in eight is killed before it has said anything, perhaps before it has done anything.
            if Int.random(in: 0..<8, using: &chance) > 0 {
                let found = try #require(await worker.line())
                let count = try #require(Int(found.trimmingPrefix("found ")), "kill \(kill): \(found)")
                try #require((acknowledged...acknowledged + 1).contains(count), "kill \(kill), seed \(chance.seed)")
                kept += count - acknowledged
                acknowledged = count
                for _ in 0..<Int.random(in: 0..<25, using: &chance) { acknowledged = try await next(worker) }
            }
            spend(.microseconds(Int.random(in: 0..<2000, using: &chance)))
            worker.send(SIGKILL)
            // What it said before it was killed was said.
            for line in await worker.lines() {
                acknowledged = try #require(Int(line.trimmingPrefix("found ")), "kill \(kill): \(line)")
            }
            #expect(await worker.status() == SIGKILL)
            sizes.append(try size())
        }
        print("\(kills) kills, \(acknowledged) acknowledged, none lost; \(kept) kept though nobody was told")
        let compactions = zip(sizes, sizes.dropFirst()).count { $1 < $0 }
        #expect(kills < 50 || compactions > 0, "no compaction was under way")
        print("compacted between \(compactions) of the kills")
    }

    @Test func theLockOfAKilledProcessIsFree() async throws {
        let holder = try startWorker(in: bookshelf.directory, "hold")
        #expect(await holder.line() == "held")
        let waiting = try bookshelf.start("add", "Dune", "--author", "Frank Herbert", "--directory", ".", "--json")
        holder.send(SIGKILL)
        #expect(try #require(await waiting.line()).contains("Dune"))
        #expect(await waiting.status() == 0)
        #expect(try await bookshelf.run("list", "--directory", ".").output.split(separator: "\n").count == 1)
    }

    private func next(_ worker: RunningProgram) async throws -> Int {
        let line = try #require(await worker.line())
        return try #require(Int(line), "\(line)")
    }

    private func size() throws -> Int {
        let file = bookshelf.directory.appending(path: "library.jsonl").path
        guard FileManager.default.fileExists(atPath: file) else { return 0 }
        return try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
    }

    /// Lets a time pass that no pause could be as short as.
    private func spend(_ duration: Duration) {
        let end = ContinuousClock.now + duration
        while ContinuousClock.now < end {}
    }
}
