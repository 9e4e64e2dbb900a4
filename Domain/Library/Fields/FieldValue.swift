/// The value of a field: what a form holds, a list shows and a condition compares. It doesn't say what else the field
/// takes; that is said by the field's ``FieldKind``.
public enum FieldValue: Hashable, Sendable {
    case none
    /// One line or several.
    case text(String)
    case number(Int)
    case decimal(Double)
    case flag(Bool)
    case day(Day)
    /// Perhaps none.
    case names([String])
    /// Perhaps none.
    case namedTexts(NamedTexts)
    /// The bits of an identifier.
    case reference(UInt64)

    /// The value as one text; empty for none.
    public var text: String {
        switch self {
        case .none: ""
        case .text(let text): text
        case .number(let number): "\(number)"
        case .decimal(let number):
            number == number.rounded() && number.magnitude < 1e15 ? "\(Int(number))" : "\(number)"
        case .flag(let flag): "\(flag)"
        case .day(let day): "\(day)"
        case .names(let names): names.joined(separator: "; ")
        case .namedTexts(let texts): texts.all.map { "\($0.name)=\($0.text)" }.joined(separator: "; ")
        case .reference(let bits): "\(Identifier<Never>(bits: bits))"
        }
    }

    /// Whether nothing can be seen of it.
    public var isBlank: Bool {
        if case .names(let names) = self { names.allSatisfy(\.isBlank) } else { text.isBlank }
    }
}

/// A type that a field's value may have in Swift. Optional values of such types are of such a type, too.
public protocol FieldType {
    /// Nil if the value isn't one of this type.
    init?(_ value: FieldValue)

    var fieldValue: FieldValue { get }
}

extension FieldType {
    /// Becomes this value. Stops the program if it isn't one of this type, which is never entered: a kind reads only its
    /// own values.
    public mutating func set(_ value: FieldValue) {
        guard let new = Self(value) else { preconditionFailure("\(value) is not a \(Self.self)") }
        self = new
    }
}

/// Empty for no value.
extension String: FieldType {
    public init?(_ value: FieldValue) {
        switch value {
        case .text(let text): self = text
        case .none: self = ""
        default: return nil
        }
    }

    public var fieldValue: FieldValue { isEmpty ? .none : .text(self) }
}

extension Int: FieldType {
    public init?(_ value: FieldValue) { if case .number(let number) = value { self = number } else { return nil } }
    public var fieldValue: FieldValue { .number(self) }
}

extension Double: FieldType {
    public init?(_ value: FieldValue) { if case .decimal(let number) = value { self = number } else { return nil } }
    public var fieldValue: FieldValue { .decimal(self) }
}

extension Identifier: FieldType {
    public init?(_ value: FieldValue) {
        if case .reference(let bits) = value { self.init(bits: bits) } else { return nil }
    }
    public var fieldValue: FieldValue { .reference(bits) }
}

extension Bounded: FieldType {
    public static var kind: FieldKind { FieldKind(.number(Limits.allowed)) }
    public init?(_ value: FieldValue) { if case .number(let number) = value { self.init(number) } else { return nil } }
    public var fieldValue: FieldValue { .number(number) }
}

extension Bool: FieldType {
    public init?(_ value: FieldValue) { if case .flag(let flag) = value { self = flag } else { return nil } }
    public var fieldValue: FieldValue { .flag(self) }
}

extension Day: FieldType {
    public init?(_ value: FieldValue) { if case .day(let day) = value { self = day } else { return nil } }
    public var fieldValue: FieldValue { .day(self) }
}

extension [String]: FieldType {
    public init?(_ value: FieldValue) { if case .names(let names) = value { self = names } else { return nil } }
    public var fieldValue: FieldValue { .names(self) }
}

extension NamedTexts: FieldType {
    public init?(_ value: FieldValue) { if case .namedTexts(let texts) = value { self = texts } else { return nil } }
    public var fieldValue: FieldValue { .namedTexts(self) }
}

extension Optional: FieldType where Wrapped: FieldType {
    public init?(_ value: FieldValue) {
        if value == .none { self = .none } else if let some = Wrapped(value) { self = some } else { return nil }
    }

    public var fieldValue: FieldValue { self?.fieldValue ?? .none }
}

/// A value out of a few words.
public protocol FieldChoice: FieldType, RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

extension FieldChoice {
    public init?(_ value: FieldValue) {
        guard case .text(let word) = value else { return nil }
        self.init(rawValue: word)
    }

    public var fieldValue: FieldValue { .text(rawValue) }

    public static var kind: FieldKind { FieldKind(.choice(allCases.map(\.rawValue))) }
}
