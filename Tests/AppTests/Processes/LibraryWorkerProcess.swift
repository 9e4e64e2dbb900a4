import Foundation

/// A worker that changes the library in a folder; see `LibraryWorker`.
func startWorker(in directory: URL, _ arguments: String...) throws -> RunningProgram {
    let process = Process()
    process.executableURL = try builtProgram("LibraryWorker")
    process.arguments = [directory.appending(path: "library.jsonl").path] + arguments
    return try RunningProgram(process)
}

/// Chance that can be replayed: the seed is printed, and `BOOKSHELF_SEED` sets it. SplitMix64 (Steele, Lea, Flood:
/// "Fast Splittable Pseudorandom Number Generators", 2014).
struct SeededChance: RandomNumberGenerator {
    let seed: UInt64
    private var state: UInt64

    init(for purpose: String) {
        seed = Self.number("BOOKSHELF_SEED") ?? UInt64.random(in: 0...(.max))
        state = seed
        print("\(purpose): BOOKSHELF_SEED=\(seed)")
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from the environment.
    static func number(_ variable: String) -> UInt64? {
        ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) }
    }
}
