/// How often things are measured. In each round every contender has its turn, each time another one first, so that
/// what else the machine does meets all of them alike.
struct Rounds {
    /// So many at most.
    let most: Int
    /// A contender that has taken this long, after at least `least` rounds, is left out of the further ones.
    let budget: Duration
    let least: Int

    func measure(_ trial: Trial) async throws -> [Measurement] {
        let contenders = trial.contenders
        var measurements = contenders.map {
            Measurement(operation: trial.operation, contender: $0.name, books: $0.books)
        }
        // Once unmeasured, so that files and programs are in memory for all.
        for contender in contenders where !trial.isWarm { _ = try await contender.run() }
        var spent = contenders.map { _ in Duration.zero }
        let clock = ContinuousClock()
        for round in 0..<most {
            for turn in contenders.indices {
                let place = (turn + round) % contenders.count
                if round >= least, spent[place] > budget { continue }
                let start = clock.now
                measurements[place].costs.append(try await contenders[place].run())
                spent[place] += clock.now - start
            }
        }
        return measurements
    }
}
