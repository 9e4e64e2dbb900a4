import Domain
import Presentation

/// The values of an entity's fields in the options of `add` and `edit`. See `ConditionOption` for those of `list`.
struct FieldOptions<Entity: FieldedEntity>: Sendable where Entity.Draft.Field: DescribedField {
    typealias Field = Entity.Draft.Field

    /// What was given for each field, as it was typed.
    var given: [Field: [String]] = [:]
    /// The fields to empty; where a field has several values, those to remove.
    var removed: [Field: [String]] = [:]
    var chosen: Set<Field> { Set(given.keys).union(removed.keys) }

    /// How to write a day, for the help of every command that takes one.
    static var dayNote: String { "<day> is a date such as \(Day.example), or the word today or yesterday." }

    /// The option that sets a field.
    static func setting(_ field: Field) -> OptionSyntax<FieldOptions> {
        OptionSyntax(
            name: field.option, valueName: field.valueName, summary: field.words.help,
            isRepeatable: field.kind.isList, completion: field.completion(of: Entity.self)
        ) { options, text throws(BadValue) in
            options.given[field, default: []].append(text)
            // Only the library knows whom a name means.
            if field.kind.target != nil { return }
            let texts = options.given[field] ?? []
            let initial = Entity.Draft.initial(field)
            // Only checked here: neither the day nor the library is known yet.
            let value = try mapError(
                BadValue.init, field.kind.reading(texts, in: initial, today: .any, folding: .caseOnly))
            if case .namedTexts(let details) = value, details.all.count < texts.count {
                throw BadValue(expected: "each name only once")
            }
        }
    }

    /// What an example of a command line needs to set the required fields, but for these.
    static func example(besides fields: [Field]) -> String {
        Field.allCases.filter { !$0.isOptional && !fields.contains($0) }
            .map { " --\($0.option) \($0.exampleText)" }.joined()
    }

    /// The options that empty fields.
    static var removing: [OptionSyntax<FieldOptions>] {
        Field.allCases.filter(\.isOptional).map { field in
            let kind = field.kind
            return OptionSyntax(
                name: field.removingOption, valueName: field.removedName,
                summary: field.words.removal ?? "remove \(field.words.help)",
                isRepeatable: kind.isList,
                completion: kind.isList ? field.completion(of: Entity.self, end: "") : .nothing
            ) { options, text throws(BadValue) in
                options.removed[field, default: []] += kind.isList ? [text] : []
                let initial = Entity.Draft.initial(field)
                _ = try mapError(BadValue.init, kind.removing(text, from: initial, folding: .caseOnly))
            }
        }
    }

    /// The options that exclude each other: a value, and no value.
    static var exclusive: [[String]] {
        Field.allCases.filter { $0.isOptional && !$0.kind.isList }.map { [$0.option, $0.removingOption] }
    }

    /// The options with identifiers instead of the names by which people refer to entities. Throws the error of what is
    /// referred to, if it is none or several.
    func resolved(in context: UseCaseContext) async throws(LibraryError) -> FieldOptions {
        var options = self
        for (field, names) in given {
            guard let target = field.kind.target, let name = names.last else { continue }
            let reference = try await target.type.reference(named: name, in: context.library, folding: context.folding)
            options.given[field] = [reference.text]
        }
        return options
    }

    /// Removes values from `draft`, and then sets others. Returns those to remove that it did not have.
    @discardableResult
    func write(
        to draft: inout Entity.Draft, today: Day, folding: TextFolding
    ) throws(LibraryError) -> [(field: Field, text: String)] {
        var missing: [(Field, String)] = []
        // Details come first, so that the warnings of `edit` stay in their order.
        for field in Field.allCases.reversed() {
            guard let texts = removed[field] else { continue }
            let (before, kind) = (draft[field], field.kind)
            if !kind.isList { draft[field] = Entity.Draft.initial(field) }
            for text in texts {
                if try kind.removing(text, from: before, folding: folding) == before {
                    missing.append((field, text.tidied))
                }
                draft[field] = try kind.removing(text, from: draft[field], folding: folding)
            }
        }
        for (field, texts) in given {
            draft[field] = try field.kind.reading(texts, in: draft[field], today: today, folding: folding)
        }
        return missing
    }
}

/// The options that commands have whatever the fields are.
let commonOptions = Set(
    """
    all color columns directory dry-run format from help in json limit offset plain quiet reverse sort store trace update \
    version where yes
    """.split(separator: " ").map { String($0) })

extension DescribedField {
    /// The name of the option that sets it: `best-before` for `bestBefore`, and `its-color` for `color`.
    var option: String {
        let name = words.each ?? rawValue.reduce("") { $0 + ($1.isUppercase ? "-\($1.lowercased())" : "\($1)") }
        return commonOptions.contains(name) ? "its-\(name)" : name
    }

    fileprivate var removingOption: String { kind.form == .names ? "remove-\(option)" : "no-\(option)" }

    /// How help shows one of several values to remove; nil if there is at most one.
    fileprivate var removedName: String? { !kind.isList ? nil : isEntered ? "<name>" : valueName }

    /// How help shows the value of the option; nil for a flag.
    fileprivate var valueName: String? {
        switch kind.form {
        case .line, .choice: "<\(option)>"
        case .lines: "<text>"
        case .orderedNames, .names: "<name>"
        case .namedTexts: "<name>=<value>"
        case .identifiers: "<program>"
        case .number: kind.fewNumbers.map { "<\($0.lowerBound)-\($0.upperBound)>" } ?? "<n>"
        case .decimal: "<number>"
        case .flag: nil
        case .day: "<day>"
        case .reference(let target): "<\(target.type.noun)>"
        }
    }

    fileprivate var exampleText: String {
        switch kind.form {
        case .number(let allowed): "\(min(max(7, allowed.lowerBound), allowed.upperBound))"
        case .decimal: "7"
        case .choice(let words): words.first ?? ""
        case .day: "today"
        default: "sample"
        }
    }

    fileprivate func completion<Entity: FieldedEntity>(of type: Entity.Type, end: String = "=") -> Completion
    where Entity.Draft.Field == Self {
        switch kind.form {
        case .line, .lines, .flag, .decimal: .nothing
        case .choice(let words): .words(words, areAll: true)
        case .number: kind.fewNumbers.map { .words($0.map { "\($0)" }) } ?? .nothing
        case .day: .words(ChosenDay.words)
        case .orderedNames, .names, .identifiers, .namedTexts, .reference:
            libraryNames(of: type, end: kind.form == .namedTexts ? end : "").map { .library($0) } ?? .nothing
        }
    }

    /// The names in a library that complete a value; nil if none do.
    func libraryNames<Entity: FieldedEntity>(of type: Entity.Type, end: String = "") -> LibraryNames?
    where Entity.Draft.Field == Self {
        kind.target.map { .displayNames(of: $0.type) } ?? (kind.isList ? .names(in: self, of: type, end: end) : nil)
    }
}

extension NamedEntity {
    /// The name of the type in lower case, with hyphens.
    fileprivate static var noun: String {
        "\(self)".reduce("") { $0 + ($1.isUppercase ? "\($0.isEmpty ? "" : "-")\($1.lowercased())" : "\($1)") }
    }
}
