import StorageTestSupport
import TestSupport

/// How often things are measured. In each round every contender has its turn, in an order that changes from round to
/// round: so what else the machine does meets all of them alike, and none always comes after the same one, which may
/// have emptied the processor's caches or used up this process's share of time.
struct Rounds {
    /// So many at most.
    let most: Int
    /// A contender that has taken this long, after at least `least` rounds, is left out of the further ones.
    let budget: Duration
    let least: Int
    /// How long to rest before each turn, so that one is not held back for what those before it have used.
    var rest = Duration.zero

    func measure(_ trial: Trial) async throws -> [Measurement] {
        let contenders = trial.contenders
        var measurements = contenders.map {
            Measurement(operation: trial.operation, contender: $0.name, books: $0.books)
        }
        // Once unmeasured, so that files and programs are in memory for all.
        for contender in contenders where !trial.isWarm { _ = try await contender.run() }
        var spent = contenders.map { _ in Duration.zero }
        let clock = ContinuousClock()
        var random = SeededGenerator(seed: 1)
        for round in 0..<most {
            for place in contenders.indices.shuffled(using: &random) {
                if round >= least, spent[place] > budget { continue }
                // A rest, and no waiting for anything: see `rest`. Nothing here passes or fails by time.
                if rest > .zero { try await Task.sleep(for: rest) }
                let start = clock.now
                measurements[place].costs.append(try await contenders[place].run())
                spent[place] += clock.now - start
            }
        }
        return measurements
    }
}
