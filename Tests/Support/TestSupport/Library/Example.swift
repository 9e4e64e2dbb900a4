public import Domain

/// A field that has examples.
public protocol ExampleField: EntityField {
    /// Example number `n`. That of the name is "Sample n".
    func example(_ n: Int) -> Example
}

/// A value of some kind with the texts that describe it, which are written out here: no code under test makes them.
public struct Example: Sendable {
    public let value: FieldValue
    /// As people type it, and as lists show it.
    public let text: String
    public let json: String

    /// Example number `n` of that kind. Later ones are greater, but flags are always set, and the words of a choice repeat.
    public init(of kind: FieldKind, _ n: Int) {
        switch kind.form {
        case .number(let allowed):
            // Within narrow bounds they repeat; the first few are in order in each field.
            let number = allowed.contains(n) ? n : allowed.lowerBound + n % 100 % allowed.count
            self.init(.number(number), "\(number)")
        case .decimal: self.init(.decimal(Double(n) + 0.5), "\(n).5")
        case .flag: self.init(.flag(true), "true")
        case .day:
            let text = "\(2026 + n / 336)-\(twoDigits(n / 28 % 12 + 1))-\(twoDigits(n % 28 + 1))"
            self.init(Day(text).fieldValue, text, quoted: true)
        case .choice(let words): self.init(.text(words[n % words.count]), words[n % words.count], quoted: true)
        case .names: self.init(.names(["a \(n)", "b \(n)"]), "a \(n); b \(n)", json: "[\"a \(n)\",\"b \(n)\"]")
        case .orderedNames: self.init(.names(["Sample \(n)"]), "Sample \(n)", json: "[\"Sample \(n)\"]")
        case .reference:
            // Digits are an identifier, too.
            let text = String(repeating: "0", count: 12 - "\(n)".count) + "\(n)"
            self.init(Identifier<Never>(text).fieldValue, text, quoted: true)
        default: self.init(.text("Sample \(n)"), "Sample \(n)", quoted: true)
        }
    }

    /// What a flag is without a value.
    public init?(unset kind: FieldKind) {
        guard kind.form == .flag else { return nil }
        self.init(.flag(false), "false")
    }

    private init(_ value: FieldValue, _ text: String, json: String? = nil, quoted: Bool = false) {
        (self.value, self.text) = (value, text)
        self.json = json ?? (quoted ? "\"\(text)\"" : text)
    }
}

private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
