import FileTestSupport
import Foundation
import StorageTestSupport
import Testing

@testable import Storage

/// Processes that are killed at any moment: what they acknowledged is there, each unit of work is there whole or not at
/// all, and nobody has to clear up after them.
///
/// The long run, with 1,000 kills:
///
///     BOOKSHELF_KILLS=1000 swift test --filter KilledProcessTests
@Suite(.serialized, .timeLimit(.minutes(10)))
struct KilledProcessTests {
    /// Each worker is a fresh process, which holds what it finds against what the units of work before it made.
    @Test(arguments: StorageEngine.shared)
    func whatWasAcknowledgedIsThereAndEveryUnitOfWorkWhole(engine: StorageEngine) async throws {
        let place = try await engine.makePlace()
        let kills = SeededChance.number("BOOKSHELF_KILLS") ?? 60
        var chance = SeededChance(for: "\(kills) kills, \(engine)")
        var acknowledged = 0
        var kept = 0
        var sizes: [Int] = []
        for kill in 1...kills {
            let worker = try place.startWorker("write", "1")
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
            if let size = place.journalSize { sizes.append(size) }
        }
        print("\(kills) kills, \(acknowledged) acknowledged, none lost; \(kept) kept though nobody was told")
        #expect(acknowledged >= kills)
        let compactions = zip(sizes, sizes.dropFirst()).count { $1 < $0 }
        #expect(kills < 50 || sizes.isEmpty || compactions > 0, "no compaction was under way")
    }

    /// The store has a lock that the killed process held, or it has none.
    @Test(arguments: StorageEngine.shared)
    func aProcessKilledInAUnitOfWorkHoldsNobodyUp(engine: StorageEngine) async throws {
        let place = try await engine.makePlace()
        try await place.open().save(.note("a"))
        let holder = try place.startWorker("hold")
        #expect(await holder.line() == "held")
        let waiting = Task { try await place.open().save(.note("b")) }
        holder.send(SIGKILL)
        try await waiting.value
        #expect(try await place.open().all(.note, .tag, .link) == [.note("a"), .note("b")])
        #expect(await holder.status() == SIGKILL)
    }

    private func next(_ worker: RunningProgram) async throws -> Int {
        let line = try #require(await worker.line())
        return try #require(Int(line), "\(line)")
    }

    /// Lets a time pass that no pause could be as short as.
    private func spend(_ duration: Duration) {
        let end = ContinuousClock.now + duration
        while ContinuousClock.now < end {}
    }
}

extension Place {
    /// The size of the file that grows with each unit, until it is compacted; nil where there is none.
    fileprivate var journalSize: Int? {
        try? TestFile(path: "\(location.directory)/\(location.name).jsonl").bytes().count
    }
}
