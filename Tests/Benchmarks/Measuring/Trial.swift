/// Several ways to do one thing, measured side by side.
struct Trial {
    let operation: Operation
    let contenders: [Contender]
    /// Whether each has done it already.
    var isWarm = false
}

/// One way to do it.
struct Contender {
    let name: String
    /// With how many books; nil where that is no matter.
    let books: Int?
    /// Does it once.
    let run: () async throws -> Cost
}

/// What the rounds of one contender cost, in their order.
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
