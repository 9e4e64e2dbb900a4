/// A number that the stores have to reach.
struct Figure {
    let title: String
    /// Nil where this run did not measure it.
    let value: Double?
    let unit: Unit
    let target: Double
    /// Whether the target itself is still good.
    let mayEqual: Bool

    enum Unit: String {
        case times, seconds, bytes
    }

    var verdict: String {
        guard let value else { return "not measured" }
        return (mayEqual ? value <= target : value < target) ? "reached" : "not reached"
    }
}
