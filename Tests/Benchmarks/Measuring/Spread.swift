/// The distribution of the values of several rounds. A single disturbed round hardly moves medians and quartiles.
struct Spread {
    let sorted: [Double]

    init(_ values: [Double]) {
        sorted = values.sorted()
    }

    var isEmpty: Bool { sorted.isEmpty }
    var least: Double { sorted.first ?? .nan }
    var median: Double { quantile(0.5) }
    var lowerQuartile: Double { quantile(0.25) }
    var upperQuartile: Double { quantile(0.75) }

    /// Ninety-five of a hundred values are at most this.
    var percentile95: Double { quantile(0.95) }

    /// Interpolates between two values.
    private func quantile(_ share: Double) -> Double {
        guard let last = sorted.last else { return .nan }
        let position = share * Double(sorted.count - 1)
        let lower = Int(position)
        guard lower + 1 < sorted.count else { return last }
        return sorted[lower] + (sorted[lower + 1] - sorted[lower]) * (position - Double(lower))
    }
}
