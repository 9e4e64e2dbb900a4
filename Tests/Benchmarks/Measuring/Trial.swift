/// Several ways to do one thing, to be compared.
struct Trial {
    let operation: Operation
    let contenders: [Contender]
    /// Whether each contender has already run once.
    var isWarm = false
}

/// One way to do it.
struct Contender {
    let name: String
    /// The number of books; nil if it doesn't matter.
    let books: Int?
    /// Runs once.
    let run: () async throws -> Cost
}

/// The costs of one contender's rounds, in order.
struct Measurement {
    let operation: Operation
    let contender: String
    let books: Int?
    var costs: [Cost] = []

    var wall: Spread { Spread(costs.map { $0.wall.inSeconds }) }
    var processor: Spread { Spread(costs.compactMap { $0.processor?.inSeconds }) }
    var memory: Spread { Spread(costs.compactMap { $0.memory.map(Double.init) }) }
}

extension Duration {
    var inSeconds: Double { self / .seconds(1) }
}
