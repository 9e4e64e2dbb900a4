/// A target that the program has to reach.
struct Figure {
    let title: String
    /// Nil if this run didn't measure it.
    let value: Double?
    let unit: Unit
    let target: Double
    /// Whether a value equal to the target reaches it.
    let mayEqual: Bool

    enum Unit: String {
        case times, seconds, bytes
    }

    var verdict: String {
        guard let value else { return "not measured" }
        return (mayEqual ? value <= target : value < target) ? "reached" : "not reached"
    }
}
