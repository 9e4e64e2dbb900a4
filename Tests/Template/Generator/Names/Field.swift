/// A field of an entity, as arguments write it: `bestBefore:Day?`.
struct Field: CustomStringConvertible {
    let name: Name
    let type: String
    /// The field of the template whose place it takes.
    var model: TemplateField
    /// The lines that declare the values of a choice.
    let cases: [String]
    /// The entity that it refers to.
    let target: String?

    var description: String { "\(name.text):\(type)" }

    /// `entities` are those that it can refer to.
    init(_ text: String, entities: [String]) throws(Refusal) {
        let parts = text.split(separator: ":", maxSplits: 1).map { String($0) }
        guard parts.count == 2 else {
            throw Refusal("the field \"\(text)\" lacks a name or a type", "write <name>:<Type>, such as title:String")
        }
        try NameRules.checkField(parts[0])
        (name, type) = (Name(parts[0]), parts[1])
        let isOptional = type.hasSuffix("?")
        let plainType = isOptional ? String(type.dropLast()) : type
        target = entities.first { $0 == plainType }
        if let model = TemplateField.byType[type] {
            (self.model, cases) = (model, [])
        } else if target != nil {
            (model, cases) = (isOptional ? .sampleTie : .sampleLink, [])
        } else if type.contains("|") {
            model = isOptional ? .sampleOption : .sampleChoice
            cases = try Self.cases(plainType)
        } else {
            let types = (["String", "Int", "Double", "Bool", "Day", "[String]"] + entities).joined(separator: ", ")
            throw Refusal(
                "there is no type \(type)",
                "use \(types) or values such as small|large, in quotes; all but Bool and [String] may end in ?")
        }
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
