import FileTestSupport
import Foundation
import StorageTestSupport
import TestTraits
import Testing

@testable import Storage

/// Processes are killed at any moment. What they acknowledged is there, each unit of work is there whole or not at all,
/// and no cleaning up is needed.
///
/// Twenty times for each engine. Longer:
///
///     BOOKSHELF_KILLS=1000 swift test --filter KilledProcessTests
@Suite(.fewAtATime, .endsIfItHangs)
struct KilledProcessTests {
    /// Each worker is a new process, which compares the records it finds with those that earlier units of work made.
    @Test(arguments: StorageEngine.shared)
    func acknowledgedUnitsSurviveAndEveryUnitIsWhole(engine: StorageEngine) async throws {
        let fixture = try await engine.makeFixture()
        let kills = environmentNumber("BOOKSHELF_KILLS") ?? 20
        let seed = SeededGenerator.seed
        var chance = SeededGenerator(seed: seed)
        var acknowledged = 0
        var kept = 0
        var sizes: [Int] = []
        for kill in 1...kills {
            let worker = try fixture.startWorker("write", "1")
            // One in eight is killed before it prints anything, perhaps before it does anything.
            if Int.random(in: 0..<8, using: &chance) > 0 {
                let found = try #require(await worker.line())
                let count = try #require(Int(found.trimmingPrefix("found ")), "kill \(kill): \(found)")
                try #require((acknowledged...acknowledged + 1).contains(count), "kill \(kill), seed \(seed)")
                kept += count - acknowledged
                acknowledged = count
                for _ in 0..<Int.random(in: 0..<25, using: &chance) { acknowledged = try await next(worker) }
            }
            spend(.microseconds(Int.random(in: 0..<2000, using: &chance)))
            worker.send(SIGKILL)
            // Lines printed before the kill count.
            for line in await worker.lines() {
                acknowledged = try #require(Int(line.trimmingPrefix("found ")), "kill \(kill): \(line)")
            }
            #expect(await worker.status() == SIGKILL)
            if let size = fixture.journalSize { sizes.append(size) }
        }
        print("\(kills) kills, \(acknowledged) acknowledged, none lost; \(kept) kept without acknowledgement")
        #expect(acknowledged >= kills)
        let compactions = zip(sizes, sizes.dropFirst()).count { $1 < $0 }
        #expect(kills < 50 || sizes.isEmpty || compactions > 0, "no compaction was under way")
    }

    /// Whether or not the engine uses a lock, which the killed process would have held.
    @Test(arguments: StorageEngine.shared)
    func aProcessKilledInAUnitOfWorkBlocksNoOther(engine: StorageEngine) async throws {
        let fixture = try await engine.makeFixture()
        try await fixture.open().save(.note("a"))
        let holder = try fixture.startWorker("hold")
        #expect(await holder.line() == "held")
        let waiting = Task { try await fixture.open().save(.note("b")) }
        holder.send(SIGKILL)
        try await waiting.value
        #expect(try await fixture.open().all(.note, .tag, .link) == [.note("a"), .note("b")])
        #expect(await holder.status() == SIGKILL)
    }

    private func next(_ worker: RunningProgram) async throws -> Int {
        let line = try #require(await worker.line())
        return try #require(Int(line), "\(line)")
    }

    /// Busy-waits, because a sleep can't be this short.
    private func spend(_ duration: Duration) {
        let end = ContinuousClock.now + duration
        while ContinuousClock.now < end {}
    }
}

extension StoreFixture {
    /// The size of the journal, which grows until it is compacted; nil if the engine has none.
    fileprivate var journalSize: Int? {
        try? TestFile(path: "\(location.directory)/\(location.name).jsonl").bytes().count
    }
}
