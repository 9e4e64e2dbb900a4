/// Where the values of several rounds lie. Medians and quartiles: one round that something disturbed moves them little.
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

    /// Between two values, the share of each counts.
    private func quantile(_ share: Double) -> Double {
        guard let last = sorted.last else { return .nan }
        let place = share * Double(sorted.count - 1)
        let lower = Int(place)
        guard lower + 1 < sorted.count else { return last }
        return sorted[lower] + (sorted[lower + 1] - sorted[lower]) * (place - Double(lower))
    }
}
