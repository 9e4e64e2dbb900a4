/// A condition on a value that a book may lack.
public enum ValueFilter<Value: Hashable & Sendable>: Hashable, Sendable {
    /// A value in this range, both ends included; nil for an open end. No value if `from` comes after `through`.
    case within(from: Value?, through: Value?)
    /// No value.
    case missing

    public func includes(_ value: Value?) -> Bool where Value: Comparable {
        switch (self, value) {
        case (.within(let from, let through), let value?): from ?? value <= value && value <= through ?? value
        case (.within, nil): false
        case (.missing, _): value == nil
        }
    }

    /// The same condition on other values.
    public func map<Other>(_ transform: (Value) -> Other) -> ValueFilter<Other> {
        switch self {
        case .within(let from, let through): .within(from: from.map(transform), through: through.map(transform))
        case .missing: .missing
        }
    }
}
