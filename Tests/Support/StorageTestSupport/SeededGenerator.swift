import Foundation

/// A reproducible random number generator: SplitMix64, from Guy Steele, Doug Lea and Christine Flood, "Fast Splittable
/// Pseudorandom Number Generators" (OOPSLA 2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// The seed of this run of the tests: `BOOKSHELF_SEED`, which replays a run, or else a random one. It is printed,
    /// and failures name it.
    public static let seed: UInt64 = {
        let seed = environmentNumber("BOOKSHELF_SEED") ?? UInt64.random(in: 0 ... .max)
        print("BOOKSHELF_SEED=\(seed)")
        return seed
    }()

    public init(seed: UInt64 = seed) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// A number from the environment, with which a run is replayed or made longer.
public func environmentNumber<Number: FixedWidthInteger>(_ variable: String) -> Number? {
    ProcessInfo.processInfo.environment[variable].flatMap { Number($0) }
}
