/// A field of an entity, as arguments write it: `bestBefore:Day?`.
struct Field: CustomStringConvertible {
    let name: Name
    let type: String
    /// The field of the template whose place it takes.
    var model: TemplateField
    /// The lines that declare the values of a choice.
    private(set) var cases: [String] = []
    /// The entity that it refers to.
    let target: String?
    /// What stands in its lines, and what the template's field has instead.
    private(set) var words: [(own: String, usual: String)] = []

    var description: String { "\(name.text):\(type)" }

    /// Whether people name an entity by such a field, if it is the first.
    var isName: Bool { model == .sampleText && words.isEmpty }

    /// `entities` are those that it can refer to, and `entity` is the one that has it.
    init(_ text: String, of entity: String, entities: [String]) throws(Refusal) {
        let parts = text.split(separator: ":", maxSplits: 1).map { String($0) }
        guard parts.count == 2 else {
            throw Refusal("the field \"\(text)\" lacks a name or a type", "write <name>:<Type>, such as title:String")
        }
        try NameRules.checkField(parts[0])
        (name, type) = (Name(parts[0]), parts[1])
        let isOptional = type.hasSuffix("?")
        let plainType = isOptional ? String(type.dropLast()) : type
        target = (entities + [entity]).first { $0 == plainType }
        if let model = TemplateField.byType[type] {
            self.model = model
        } else if plainType == "Text" {
            guard isOptional else { throw Refusal("a Text is written later, in an editor", "write \(parts[0]):Text?") }
            model = .sampleNote
            words = [("FieldKind(.lines)", "FieldKind(.line)")]
        } else if let bounds = try Self.bounds(plainType) {
            model = isOptional ? .sampleCount : .sampleNumber
            words = [
                ("FieldKind(.number(\(bounds.lowerBound)...\(bounds.upperBound)))", ".anyNumber"),
                ("a whole number from \(bounds.lowerBound) to \(bounds.upperBound)", "a whole number"),
            ]
        } else if let target {
            guard isOptional || target != entity else {
                throw Refusal("the first \(entity) would have no other to refer to", "write \(parts[0]):\(entity)?")
            }
            model = isOptional ? .sampleTie : .sampleLink
        } else if type.contains("|") {
            model = isOptional ? .sampleOption : .sampleChoice
            cases = try Self.cases(plainType)
        } else {
            throw Self.refusal(of: type, plainType, isOptional, for: parts[0], entities + ["\(entity)?"])
        }
    }

    private static func refusal(
        of type: String, _ plainType: String, _ isOptional: Bool, for name: String, _ entities: [String]
    ) -> Refusal {
        if ["Bool", "[String]"].contains(plainType) {
            return Refusal("a \(plainType) can't be optional: it may be empty anyway", "write \(name):\(plainType)")
        }
        if let meant = meant[plainType.lowercased()] {
            let mark = isOptional && !["Bool", "[String]", "Text?"].contains(meant) ? "?" : ""
            return Refusal("there is no type \(type)", "write \(name):\(meant)\(mark)")
        }
        let types = ["String", "Text?", "Int", "Int(1...5)", "Double", "Bool", "Day", "[String]"] + entities
        return Refusal(
            "there is no type \(type)",
            "use \(types.joined(separator: ", ")), or values such as small|large; all but Bool and [String] may end in ?"
        )
    }

    /// What else people call a type.
    private static let meant = [
        "string": "String", "str": "String", "char": "String", "url": "String", "link": "String", "email": "String",
        "text": "Text?", "longtext": "Text?", "markdown": "Text?", "int": "Int", "integer": "Int", "number": "Int",
        "uint": "Int", "float": "Double", "double": "Double", "decimal": "Double", "money": "Double",
        "date": "Day", "day": "Day", "datetime": "Day", "time": "Day", "bool": "Bool", "boolean": "Bool",
        "flag": "Bool",
        "array": "[String]", "list": "[String]", "tags": "[String]", "[text]": "[String]",
    ]

    /// The bounds of `Int(1...5)`; nil for another type.
    private static func bounds(_ type: String) throws(Refusal) -> ClosedRange<Int>? {
        guard let match = type.wholeMatch(of: /Int\((-?\d+)\.\.\.(-?\d+)\)/) else { return nil }
        guard let first = Int(match.1), let last = Int(match.2), first < last else {
            throw Refusal("\(type) has no number", "write the smallest and the largest, such as Int(1...5)")
        }
        return first...last
    }

    private static func cases(_ type: String) throws(Refusal) -> [String] {
        var cases: [String] = []
        for value in type.split(separator: "|", omittingEmptySubsequences: false) {
            let words = value.split(separator: "-").map { String($0) }
            let name = words.prefix(1).joined() + words.dropFirst().map(\.uppercasedFirst).joined()
            guard value.wholeMatch(of: /[a-z][a-z0-9-]*/) != nil,
                !["allCases", "init", "none", "self", "some"].contains(name)
            else { throw Refusal("\"\(value)\" can't be a value", "use other words, such as small or to-buy") }
            let quoted = NameRules.isKeyword(name) ? "`\(name)`" : name
            cases.append(name == value ? "case \(quoted)" : "case \(quoted) = \"\(value)\"")
        }
        guard Set(cases.map { $0.split(separator: " ")[1] }).count == cases.count else {
            throw Refusal("\(type) has a value twice", "use different words")
        }
        return cases
    }
}
