/// All that was measured in this run.
struct Measurements {
    private(set) var all: [Measurement] = []

    mutating func append(_ measurements: [Measurement]) {
        all += measurements
    }

    func find(_ operation: Operation, _ contender: String, _ books: Int?) -> Measurement? {
        all.first { $0.operation == operation && $0.contender == contender && $0.books == books && !$0.costs.isEmpty }
    }
}

extension Measurement {
    /// How many times as long, or as much memory, this took as the other: of both in each round, so that a round in
    /// which the machine was slow counts as any other.
    func ratios(to other: Measurement) -> Spread {
        let values = zip(costs, other.costs).compactMap { own, other -> Double? in
            if operation == .memory {
                guard let own = own.memory, let other = other.memory else { return nil }
                return Double(own) / Double(other)
            }
            return own.wall / other.wall
        }
        return Spread(values)
    }
}
