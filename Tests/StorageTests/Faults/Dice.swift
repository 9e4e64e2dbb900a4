import Foundation
import StorageTestSupport

/// Reproducible randomness: `BOOKSHELF_FAULT_SEED` sets the seed, which every failure names.
typealias Dice = SeededGenerator

extension SeededGenerator {
    /// The seed of the whole run.
    static let seed = number("BOOKSHELF_FAULT_SEED") ?? UInt64.random(in: 0...(.max))

    /// A factor for the number of states and runs: `BOOKSHELF_FAULT_ROUNDS`.
    static let rounds = Int(number("BOOKSHELF_FAULT_ROUNDS") ?? 1)

    private static func number(_ variable: String) -> UInt64? {
        ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) }
    }
}
