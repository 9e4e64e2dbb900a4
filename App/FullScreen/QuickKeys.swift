import Domain
import Presentation

// Keys that set a field: the first choice of an entity from a menu, its first flag and its first number of few at once. They
// are there for each entity that has such a field.
extension BrowsedEntity {
    /// The field that a key sets from a menu, and what it can be.
    static var choice: (field: Field, values: [FieldValue])? {
        Field.allCases.lazy.compactMap { field in
            guard case .choice(let words) = field.kind.form else { return nil }
            return (field, words.map { .text($0) } + (field.isOptional ? [.none] : []))
        }.first
    }
    private static var marked: Field? { Field.allCases.first { $0.kind.form == .flag } }
    private static var rated: (field: Field, few: ClosedRange<Int>)? {
        Field.allCases.compactMap { field in field.kind.fewNumbers.map { (field, $0) } }.first { $1.lowerBound >= 0 }
    }
    /// The field of names to which a key adds one.
    static var named: Field? { Field.allCases.first { $0.kind.form == .names } }
    /// The text that a key opens in an editor.
    static var longText: Field? { Field.allCases.first { $0.kind.form == .lines } }

    /// What a key makes of an entity; nil if it means something else.
    static func quickChange(_ key: String, of draft: Draft) -> (field: Field, value: FieldValue)? {
        if key == "*" { return marked.map { ($0, .flag(draft[$0] != .flag(true))) } }
        guard let (field, few) = rated, let number = Int(key) else { return nil }
        if few.contains(number) { return (field, .number(number)) }
        return number == 0 && field.isOptional ? (field, .none) : nil
    }

    /// Every input that such a key is.
    static var quickInputs: [TerminalInput] {
        (["*"] + (0...9).map(String.init)).filter { quickChange($0, of: Draft()) != nil }.map { .text($0) }
    }

    /// These keys, for people.
    static var quickKeys: [(key: String, meaning: String, hint: String)] {
        func word(_ field: Field) -> String { field.words.label.lowercased() }
        return [
            rated.map { field, few in
                let low = field.isOptional ? 0 : few.lowerBound
                let removal = low < few.lowerBound ? "; 0 removes it" : ""
                let high = min(few.upperBound, 9)
                return ("\(low) to \(high)", "set the \(word(field))\(removal)", "\(low)-\(high) \(word(field))")
            },
            choice.map { ("t", "choose the \(word($0.field)); t again: the next", "t \(word($0.field))") },
            marked.map { ("*", "mark as \(word($0)), or no longer", "* \(word($0))") },
            named.map { ("S", "add \($0.each.withArticle), or remove it", "S \($0.each)") },
        ].compactMap(\.self)
    }
}
