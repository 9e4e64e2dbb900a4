import Foundation

/// Chance that can be replayed: `BOOKSHELF_FAULT_SEED` sets the seed, which every failure names. SplitMix64, of Steele,
/// Lea and Flood (2014).
struct Dice: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// One for the whole run.
    static let seed = number("BOOKSHELF_FAULT_SEED") ?? UInt64.random(in: 0...(.max))

    /// How much more than usual is tried: `BOOKSHELF_FAULT_ROUNDS`.
    static let rounds = Int(number("BOOKSHELF_FAULT_ROUNDS") ?? 1)

    private static func number(_ variable: String) -> UInt64? {
        ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) }
    }
}
