/// A condition on a value that a book may lack.
public enum ValueFilter<Value: Comparable & Hashable & Sendable>: Hashable, Sendable {
    /// A value in this range, both ends included; no value if `from` comes after `through`.
    case within(from: Value, through: Value)
    /// No value.
    case missing

    public func includes(_ value: Value?) -> Bool {
        switch self {
        case .within(let from, let through): value.map { from <= $0 && $0 <= through } ?? false
        case .missing: value == nil
        }
    }
}
