/// All measurements of a run.
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
    /// The ratios of this measurement's times, or memory, to the other's, round by round, so that a round in which the
    /// machine was slow counts like any other.
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
