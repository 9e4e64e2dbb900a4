import Foundation
import StorageTestSupport

/// Chance that can be replayed: `BOOKSHELF_FAULT_SEED` sets the seed, which every failure names.
typealias Dice = SeededGenerator

extension SeededGenerator {
    /// One for the whole run.
    static let seed = number("BOOKSHELF_FAULT_SEED") ?? UInt64.random(in: 0...(.max))

    /// How much more than usual is tried: `BOOKSHELF_FAULT_ROUNDS`.
    static let rounds = Int(number("BOOKSHELF_FAULT_ROUNDS") ?? 1)

    private static func number(_ variable: String) -> UInt64? {
        ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) }
    }
}
