import Domain
import Presentation

/// The values of an entity's fields on the command line.
struct EntityOptions<Entity: FieldedEntity>: Sendable where Entity.Draft.Field: DescribedField {
    typealias Field = Entity.Draft.Field

    /// What was given for each field, as it was typed.
    private var given: [Field: [String]] = [:]
    /// The fields to empty; where a field has several values, those to remove.
    private var removed: [Field: [String]] = [:]

    /// How to write a day, for the help of every command that takes one.
    static var notes: [String] { ["<day> is a date such as \(Day.example), or the word today or yesterday."] }

    /// The options that set fields, but for these.
    static func setting(besides fields: [Field] = []) -> [OptionSyntax<EntityOptions>] {
        Field.allCases.filter { !fields.contains($0) }.map { field in
            let empty = Entity.Draft()[field]
            return OptionSyntax(
                name: field.option, valueName: empty.valueName, summary: field.words.help, isRepeatable: empty.isList,
                completion: empty.completion
            ) { options, text throws(BadValue) in
                // Only checked here: the day isn't known yet, nor what names refer to.
                let empty = if case .reference = empty { EntityValue.text(nil) } else { empty }
                _ = try mapError(BadValue.init, empty.reading([text], today: .any, folding: .caseOnly))
                options.given[field, default: []].append(text)
            }
        }
    }

    /// What an example of a command line needs to set the required fields, but for these.
    static func example(besides fields: [Field]) -> String {
        Field.allCases.filter { !$0.isOptional && !fields.contains($0) }
            .map { " --\($0.option) \(Entity.Draft()[$0].exampleText)" }.joined()
    }

    /// The options that empty fields.
    static var removing: [OptionSyntax<EntityOptions>] {
        Field.allCases.filter(\.isOptional).map { field in
            let isList = Entity.Draft()[field].isList
            return OptionSyntax(
                name: field.removingOption, valueName: isList ? "<name>" : nil,
                summary: isList ? "a name to remove from \(field.words.help)" : "remove \(field.words.help)",
                isRepeatable: isList
            ) { options, text in
                options.removed[field, default: []] += isList ? [text] : []
            }
        }
    }

    /// The options that exclude each other: a value, and no value.
    static var exclusive: [[String]] {
        Field.allCases.filter { $0.isOptional && !Entity.Draft()[$0].isList }.map { [$0.option, $0.removingOption] }
    }

    /// The options with identifiers instead of the names by which people refer to entities. Throws the error of what is
    /// referred to, if it is none or several.
    func resolved(in context: UseCaseContext) async throws(LibraryError) -> EntityOptions {
        var options = self
        for (field, names) in given {
            guard case .reference(_, let target) = Entity.Draft()[field], let name = names.last else { continue }
            options.given[field] = [
                try await target.type.identifier(named: name, in: context.library, folding: context.folding)
            ]
        }
        return options
    }

    /// Removes values from `draft`, and then sets others.
    func write(to draft: inout Entity.Draft, today: Day, folding: TextFolding) throws(LibraryError) {
        for field in Field.allCases {
            if let texts = removed[field] {
                let value = draft[field]
                draft[field] = value.isList ? texts.reduce(value) { $0.removing($1, folding: folding) } : value.empty
            }
            if let texts = given[field] {
                draft[field] = try draft[field].reading(texts, today: today, folding: folding)
            }
        }
    }
}

extension EntityField {
    /// The name as an option has it: `best-before` for `bestBefore`.
    var option: String { rawValue.reduce("") { $0 + ($1.isUppercase ? "-\($1.lowercased())" : "\($1)") } }

    fileprivate var removingOption: String { "no-\(option)" }
}

extension EntityValue {
    /// How help shows the value of the option.
    fileprivate var valueName: String {
        switch self {
        case .text: "<text>"
        case .choice(_, let words): "<\(words.joined(separator: "|"))>"
        case .names: "<name>"
        case .integer, .decimal: "<number>"
        case .flag: "<yes|no>"
        case .day: "<day>"
        case .reference(_, let target): "<\(target.type.noun)>"
        }
    }

    fileprivate var exampleText: String {
        switch self {
        case .text, .names, .reference: "sample"
        case .integer, .decimal: "7"
        case .flag: "yes"
        case .choice(_, let words): words.first ?? ""
        case .day: "today"
        }
    }

    fileprivate var completion: Completion {
        switch self {
        case .text, .names, .integer, .decimal: .nothing
        case .flag: .words(["yes", "no"], areAll: true)
        case .choice(_, let words): .words(words, areAll: true)
        case .day: .words(ChosenDay.words)
        case .reference(_, let target): .library(.names(of: target.type))
        }
    }
}

extension ReferencedEntity {
    /// The name of the type in lower case, with hyphens.
    fileprivate static var noun: String {
        "\(self)".reduce("") { $0 + ($1.isUppercase ? "\($0.isEmpty ? "" : "-")\($1.lowercased())" : "\($1)") }
    }
}

extension LibraryNames {
    /// The names of all entities of a type.
    static func names<Entity: ReferencedEntity>(of type: Entity.Type) -> LibraryNames {
        containing { library throws(LibraryError) in
            try await library.repository(of: type).all().map(\.displayName)
        }
    }
}

extension Day {
    fileprivate static let any = Day(daysSince1970: 0)
}

extension TextFolding {
    fileprivate static let caseOnly = TextFolding { $0 }
}
