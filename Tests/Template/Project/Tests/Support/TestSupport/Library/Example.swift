public import Domain

/// A field that has examples.
public protocol ExampleField: EntityField {
    /// Example number `n`. That of the name is "Sample n".
    func example(_ n: Int) -> Example
}

/// A value of some kind with the texts that describe it, which are written out here: no code under test makes them.
public struct Example: Sendable {
    public let value: EntityValue
    /// As people type it, and as lists show it.
    public let text: String
    public let json: String

    /// Example number `n` of the kind of `kind`. Later ones are greater, but flags alternate, and the words of a choice
    /// repeat.
    public init(of kind: EntityValue, _ n: Int) {
        switch kind {
        case .text: self.init(.text("Sample \(n)"), "Sample \(n)", quoted: true)
        case .integer: self.init(.integer(n), "\(n)")
        case .decimal: self.init(.decimal(Double(n) + 0.5), "\(n).5")
        case .flag: self.init(.flag(n % 2 == 0), n % 2 == 0 ? "yes" : "no", json: n % 2 == 0 ? "true" : "false")
        case .day:
            let text = "\(2026 + n / 336)-\(twoDigits(n / 28 % 12 + 1))-\(twoDigits(n % 28 + 1))"
            self.init(.day(Day(text)), text, quoted: true)
        case .choice(_, let words):
            let word = words[n % words.count]
            self.init(.choice(word, of: words), word, quoted: true)
        case .names:
            self.init(.names(["a \(n)", "b \(n)"]), "a \(n); b \(n)", json: "[\"a \(n)\",\"b \(n)\"]")
        case .reference(_, let target):
            // Digits are an identifier, too.
            let text = String(repeating: "0", count: 12 - "\(n)".count) + "\(n)"
            self.init(.reference(text, to: target), text, quoted: true)
        }
    }

    private init(_ value: EntityValue, _ text: String, json: String? = nil, quoted: Bool = false) {
        (self.value, self.text) = (value, text)
        self.json = json ?? (quoted ? "\"\(text)\"" : text)
    }
}

private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
