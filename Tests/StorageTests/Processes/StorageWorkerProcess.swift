import Foundation
import Storage
import StorageTestSupport

extension StoreFixture {
    /// Starts a process that changes this store; see `StorageWorker`.
    func startWorker(_ arguments: String...) throws -> RunningProgram {
        let process = Process()
        process.executableURL = try builtProgram("StorageWorker")
        let cluster = location.etcd.map { "\($0.address)" } ?? "none"
        process.arguments =
            [engine.rawValue, location.application, location.name, location.directory, cluster] + arguments
        return try RunningProgram(process)
    }
}

/// Reproducible randomness: the seed is printed, and `BOOKSHELF_SEED` sets it.
struct SeededChance: RandomNumberGenerator {
    let seed: UInt64
    private var generator: SeededGenerator

    init(for purpose: String) {
        seed = Self.number("BOOKSHELF_SEED") ?? UInt64.random(in: 0...(.max))
        generator = SeededGenerator(seed: seed)
        print("\(purpose): BOOKSHELF_SEED=\(seed)")
    }

    mutating func next() -> UInt64 {
        generator.next()
    }

    /// A number from the environment.
    static func number(_ variable: String) -> UInt64? {
        ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) }
    }
}
