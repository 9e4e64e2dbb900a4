/// A whole number that its type bounds.
public struct Bounded<Limits: NumberLimits>: Hashable, Comparable, Sendable {
    public let number: Int

    /// Nil if the number is out of bounds.
    public init?(_ number: Int) {
        guard Limits.allowed.contains(number) else { return nil }
        self.number = number
    }

    /// The nearest number within the bounds.
    public init(clamping number: Int) {
        self.number = min(max(number, Limits.allowed.lowerBound), Limits.allowed.upperBound)
    }

    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

public protocol NumberLimits: Sendable {
    static var allowed: ClosedRange<Int> { get }
}
