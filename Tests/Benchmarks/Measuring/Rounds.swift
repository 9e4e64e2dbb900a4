import StorageTestSupport
import TestSupport

/// How often to measure. Each round runs every contender once, in a random order: so other load on the machine affects
/// all alike, and none always follows the same one, which may have emptied the processor's caches or used up this
/// process's share of time.
struct Rounds {
    /// The largest number of rounds.
    let most: Int
    /// A contender that has taken this long, after at least `least` rounds, skips the others.
    let budget: Duration
    let least: Int
    /// The pause before each run, so that it isn't slowed down for the time that earlier ones have used.
    var rest = Duration.zero

    func measure(_ trial: Trial) async throws -> [Measurement] {
        let contenders = trial.contenders
        var measurements = contenders.map {
            Measurement(operation: trial.operation, contender: $0.name, books: $0.books)
        }
        // Once without measuring, so that files and programs are cached for all.
        for contender in contenders where !trial.isWarm { _ = try await contender.run() }
        var spent = contenders.map { _ in Duration.zero }
        let clock = ContinuousClock()
        var random = SeededGenerator(seed: 1)
        for round in 0..<most {
            for index in contenders.indices.shuffled(using: &random) {
                if round >= least, spent[index] > budget { continue }
                // A pause, which waits for nothing: see `rest`. No test passes or fails by time here.
                if rest > .zero { try await Task.sleep(for: rest) }
                let start = clock.now
                measurements[index].costs.append(try await contenders[index].run())
                spent[index] += clock.now - start
            }
        }
        return measurements
    }
}
