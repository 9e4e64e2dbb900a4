/// A result of a command, described once, as named fields. Its JSON, its tab-separated values and the names and values
/// that people see all follow from this description.
protocol Described: Sendable {
    /// Writes all fields, in the order of the output.
    func describe(to fields: inout some FieldWriter)
}

/// Takes the fields of a result, one after the other. A name is that of a JSON member, such as `dueDate`.
protocol FieldWriter {
    /// Whether it takes fields that tab-separated values leave out unless `--columns` names them, because their columns
    /// stay as they were in the first version.
    var takesLaterFields: Bool { get }
    mutating func field(_ name: String, _ text: String?)
    mutating func field(_ name: String, _ texts: [String])
    mutating func field(_ name: String, _ number: Int?)
    /// A value that JSON doesn't quote.
    mutating func field(_ name: String, _ text: String?, inJSON json: String?)
    mutating func field(_ name: String, _ flag: Bool)
    /// Several numbers, each with a name of its own, such as "2026". The text forms put `label` before each name:
    /// "finished in 2026".
    mutating func field(_ name: String, label: String, _ numbers: [(name: String, number: Int)])
    /// Several texts, each with a name of its own. Tab-separated values leave them out unless `--columns` names them.
    mutating func laterField(_ name: String, _ texts: [(name: String, text: String)])
    /// Several results in one. Only JSON has them.
    mutating func laterField(_ name: String, _ results: [some Described])
}

extension FieldWriter {
    var takesLaterFields: Bool { true }

    mutating func laterField(_ name: String, _ results: [some Described]) {}

    mutating func field(_ name: String, _ texts: [String]) {
        field(name, texts.count == 1 ? texts[0] : texts.joined(separator: "; "))
    }

    mutating func field(_ name: String, _ number: Int?) {
        field(name, number?.description)
    }

    mutating func field(_ name: String, _ text: String?, inJSON json: String?) {
        field(name, text)
    }

    /// A number of at least 0, with two decimals.
    mutating func field(_ name: String, _ number: Double?) {
        field(name, number?.hundredths, inJSON: number?.hundredths)
    }

    mutating func field(_ name: String, _ flag: Bool) {
        field(name, flag ? name.description : nil)
    }

    mutating func field(_ name: String, label: String, _ numbers: [(name: String, number: Int)]) {
        field(name, numbers.map { "\(label)\($0.name): \($0.number)" })
    }
}

extension FieldWriter {
    /// Several numbers, in the order of what they are called by.
    mutating func field<Key: Comparable>(_ name: String, label: String, _ numbers: [Key: Int]) {
        field(name, label: label, numbers.sorted { $0.key < $1.key }.map { ("\($0.key)", $0.value) })
    }
}

extension Double {
    /// With two decimals; `self` is not negative.
    var hundredths: String {
        let hundredths = Int((self * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 / 10)\(hundredths % 10)"
    }
}
