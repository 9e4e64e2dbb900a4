import Domain
import Presentation

/// An option of `list` that sets a condition, such as `--color`, and what stands for it in `--where` and in other
/// searches, such as `color:`. See `FieldOptions` for the options of `add` and `edit`.
struct ConditionOption<Entity: ListedEntity>: Sendable {
    /// That of the option, and what stands before the colon.
    let name: String
    let field: ListField<Entity>
    /// What the option means; nil if there is none.
    let summary: String?
    /// What a flag means; nil if there is a value.
    private(set) var flag: (@Sendable (_ today: Day) -> Condition)?
    private(set) var names: LibraryNames?

    /// A condition with a value. How it is read follows from the form of the field's kind: see `reader`.
    init(
        _ field: ListField<Entity>, named name: String, _ summary: String? = nil, completedBy names: LibraryNames? = nil
    ) {
        (self.field, self.name, self.summary, self.names) = (field, name, summary, names)
    }

    init(_ field: Entity.Draft.Field, _ summary: String? = nil) {
        self.init(.own(field), named: field.option, summary)
    }

    /// A condition without a value.
    static func flag(
        _ name: String, _ field: ListField<Entity>, _ summary: String? = nil,
        _ condition: @escaping @Sendable (_ today: Day) -> Condition
    ) -> ConditionOption {
        var new = ConditionOption(field, named: name, summary)
        new.flag = condition
        return new
    }

    /// The usual condition on a field; nil for a kind that has none.
    static func usual(_ field: Entity.Draft.Field) -> ConditionOption? {
        let (many, label) = (Entity.noun.plural, field.words.label.lowercased())
        return switch field.kind.form {
        case .line, .lines: ConditionOption(field)
        case .identifiers: nil
        case .flag:
            .flag(field.option, .own(field), "only \(many) with the mark \(label)") { _ in
                .oneOf([FieldValue.flag(true)])
            }
        case .day: ConditionOption(field, "only \(many) with this \(label), in a period")
        default: ConditionOption(field, "only \(many) with this \(label)")
        }
    }
}

/// A condition as it was given on the command line.
enum GivenCondition: Sendable {
    case value(@Sendable (_ today: Day) -> Condition)
    /// The name of what a field refers to.
    case reference(String, to: ReferencedType)

    /// Throws an error if the name belongs to no entity, or to several.
    func condition(_ context: UseCaseContext) async throws(LibraryError) -> Condition {
        switch self {
        case .value(let condition): return condition(context.today())
        case .reference(let name, let target):
            let value = try await target.type.reference(named: name, in: context.library, folding: context.folding)
            return .oneOf([value])
        }
    }
}

extension ConditionOption {
    /// The option, or what stands for it among words.
    var syntax: OptionSyntax<ListCommand<Entity>> {
        if let flag {
            return OptionSyntax(name: name, valueName: nil, summary: summary ?? "") { [field] list, _ in
                list.given.append((field, .value(flag)))
            }
        }
        let reader = reader
        return OptionSyntax(
            name: name, valueName: reader.valueName, summary: summary ?? "", isRepeatable: true,
            completion: names.map { .library($0) } ?? reader.completion
        ) { [field] list, text throws(BadValue) in
            list.given.append((field, try reader.read(text)))
        }
    }

    private var reader: ValueReader<GivenCondition> {
        switch field.kind.form {
        case .choice(let words):
            ValueReader("<\(name)>", expected: words.alternatives) { text in
                let word = text.lowercased()
                return words.contains(word) ? .value { _ in .oneOf([FieldValue.text(word)]) } : nil
            }
            .completed(by: .words(words, areAll: true))
        case .names: text("<name>") { .named($0) }
        case .orderedNames: text("<name>") { .words($0) }
        case .line, .lines, .flag, .identifiers: text("<text>") { .words($0) }
        case .namedTexts:
            ValueReader("<name>=<value>", namesOfField(end: "=")) { [kind = field.kind] text throws(LibraryError) in
                let read = try kind.reading([text], in: .namedTexts(NamedTexts()), today: .any, folding: .caseOnly)
                guard case .namedTexts(let texts) = read, let wanted = texts.all.first else { throw .value(.notAName) }
                return .value { _ in .namedWords(wanted) }
            }
        case .number(let allowed):
            numbers(allowed == .min ... .max ? "a number" : "a number from \(allowed.ends)") { text in
                Int(text).flatMap { allowed.contains($0) && !text.hasPrefix("+") ? .number($0) : nil }
            }
            .completed(by: .words((field.kind.fewNumbers.map { $0.map { "\($0)" } } ?? []) + ["none"]))
        case .decimal: numbers("a number") { text in Double(text).flatMap { $0.isFinite ? .decimal($0) : nil } }
        case .day: ValueReader<ChosenPeriod>.when.map { period in .value { period.condition(ifToday: $0) } }
        case .reference(let target):
            ValueReader<String>.name("<name>").completed(by: .library(.displayNames(of: target.type)))
                .map { .reference($0, to: target) }
        }
    }

    private func text(
        _ valueName: String, _ condition: @escaping @Sendable (String) -> Condition
    ) -> ValueReader<GivenCondition> {
        ValueReader<String>.name(valueName).completed(by: namesOfField()).map { text in .value { _ in condition(text) }
        }
    }

    /// The names that entities have in the field.
    private func namesOfField(end: String = "") -> Completion {
        guard case .own(let field) = field, field.kind.isList else { return .nothing }
        return .library(.names(in: field, of: Entity.self, end: end))
    }

    private func numbers(
        _ expected: String, _ read: @escaping @Sendable (String) -> FieldValue?
    ) -> ValueReader<GivenCondition> {
        .range(
            "<n>|<n>..<m>|none", expected: "\(expected), a range such as 4..5, 4.. or ..2, or none",
            none: .value { _ in .missing }, ends: { text in read(text).map { ($0, $0) } }, step: { $0.next(by: $1) }
        ) { from, through in
            if let from, let through, through.isLess(than: from) { return nil }
            return .value { _ in .within(from: from, through: through) }
        }
    }
}

extension FieldValue {
    /// The number after this one, or before it.
    fileprivate func next(by step: Int) -> FieldValue {
        switch self {
        case .number(let value): .number(value.addingReportingOverflow(step).overflow ? value : value + step)
        case .decimal(let value): .decimal(step < 0 ? value.nextDown : value.nextUp)
        default: self
        }
    }
}

extension Day {
    static let any = Day(daysSince1970: 0)
}

extension TextFolding {
    static let caseOnly = TextFolding { $0 }
}
