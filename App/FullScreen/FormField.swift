import Domain
import Presentation

/// A line of the form for an entity.
enum FormField<Entity: BrowsedEntity>: Hashable, Sendable {
    typealias Draft = Entity.Draft

    case field(Draft.Field)
    /// A named text of that field.
    case entry(Draft.Field, TextName)
    case save

    /// Every field that people enter. Named texts have a line each.
    static var usual: [FormField] {
        Draft.Field.allCases.filter { $0.isEntered && $0.kind.form != .namedTexts }.map { .field($0) }
    }

    var label: String {
        switch self {
        case .field(let field): field.words.label
        case .entry(_, let name): "\(name)"
        case .save: ""
        }
    }

    /// What the field takes, for the line of hints.
    func hint(_ content: BrowserContent<Entity>) -> String? {
        guard case .field(let field) = self else { return nil }
        if let filler = content.filler, filler.field == field { return "^O \(filler.hint)" }
        return switch field.kind.form {
        case .line, .namedTexts, .identifiers, .decimal, .reference: nil
        case .orderedNames, .names: "separate several with ;"
        case .choice: "← → choose"
        case .number: field.kind.fewNumbers.map { _ in "← → choose" }
        case .flag: "space changes it"
        case .day: "a day: \(Day.example), today or yesterday"
        case .lines: field == Entity.longText ? "enter opens your editor" : nil
        }
    }

    /// What is typed, with the last name completed; nil if nothing completes it, or a name is whole.
    func completed(_ typed: TextField?, _ content: BrowserContent<Entity>) -> String? {
        guard case .field(let field) = self, let text = typed?.text else { return nil }
        let start = field.kind.isList ? text.lastIndex(of: ";").map { text.index(after: $0) } : nil
        let (before, last) = (text[..<(start ?? text.startIndex)], String(text[(start ?? text.startIndex)...]).tidied)
        let names = last.isEmpty ? [] : content.names(in: field, beginningWith: last)
        let name = names.first { !field.kind.isList || !$0.contains(";") }
        guard let name, content.folding(name) != content.folding(last) else { return nil }
        return before.isEmpty ? name : "\(before) \(name)"
    }

    /// What others have made of the field, if it was changed here as well and would be replaced.
    func theirs(in form: BrowserContent<Entity>.Form, _ names: [String: String]) -> String? {
        guard let theirs = form.theirs, let now = value(of: theirs), let before = value(of: form.known),
            let mine = value(of: form.fields.draft), kind.conflicts(withChangeFrom: before, to: mine, now: now)
        else { return nil }
        let drawn = if case .field(let field) = self { Entity.drawn(now, of: field) } else { now.text }
        return "theirs: " + (names[now.text] ?? (drawn.isEmpty ? "none" : drawn))
    }

    private var kind: FieldKind { if case .field(let field) = self { field.kind } else { FieldKind(.lines) } }

    private func value(of draft: Draft) -> FieldValue? {
        switch self {
        case .field(let field): draft[field]
        case .entry(let field, let name): draft.texts(in: field)[name].fieldValue
        case .save: nil
        }
    }

    func value(in form: DraftForm<Draft>) -> FormValue {
        switch self {
        case .field(let field):
            let text = form.text(of: field)
            switch field.kind.form {
            case .line, .decimal, .orderedNames, .names, .day, .reference: return .text(text)
            case .lines where field != Entity.longText: return .text(text)
            case .lines: return .other(text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "none")
            case .choice(let words):
                let none = Self.none(in: field, text)
                return .choice(none + words, words.firstIndex(of: text).map { $0 + none.count } ?? 0)
            case .number:
                guard let few = field.kind.fewNumbers else { return .text(text) }
                let none = Self.none(in: field, text)
                let index = Int(text).map { $0 - few.lowerBound + none.count } ?? 0
                // Digits choose where the numbers are those of the lines.
                return .choice(
                    none + few.map { Entity.drawn(.number($0), of: field) }, index,
                    isNumbered: few.lowerBound == none.count)
            case .flag: return .flag(text == "true")
            case .namedTexts, .identifiers: return .other("")
            }
        case .entry(let field, let name): return .text(form.draft.texts(in: field)[name] ?? "")
        case .save: return .other("")
        }
    }

    /// The word for no value, where there may be none, or is none yet.
    private static func none(in field: Draft.Field, _ text: String) -> [String] {
        field.isOptional || text.isEmpty ? ["none"] : []
    }

    /// Sets the value that a text, or the names in it, describe.
    func write(_ text: String, names: [String], to form: inout DraftForm<Draft>, _ content: BrowserContent<Entity>) {
        switch self {
        case .field(let field):
            let texts = field.kind.isList ? names : [text]
            form.type(texts, into: field, today: content.today, folding: content.folding)
        case .entry(let field, let name):
            var texts = form.draft.texts(in: field)
            texts[name] = text
            form.draft[field] = .namedTexts(texts)
        case .save: break
        }
    }

    /// Sets the value to the one of that index among those to choose from. Returns the fields that were set with it.
    func write(
        choice index: Int, to form: inout DraftForm<Draft>, _ content: BrowserContent<Entity>
    ) -> [Draft.Field] {
        guard case .field(let field) = self else { return [] }
        let chosen = index - Self.none(in: field, form.text(of: field)).count
        switch field.kind.form {
        case .choice(let words):
            let value = chosen < 0 ? FieldValue.none : .text(words[chosen])
            return form.set(field, to: value, of: content.form?.known ?? form.draft, today: content.today, Entity.self)
        case .number:
            form.draft[field] = chosen < 0 ? .none : .number((field.kind.fewNumbers?.lowerBound ?? 0) + chosen)
        case .flag: form.draft[field] = .flag(index == 1)
        default: break
        }
        return []
    }
}

extension EntityDraft {
    /// The named texts of a field; none if it has others.
    func texts(in field: Field) -> NamedTexts {
        if case .namedTexts(let texts) = self[field] { texts } else { NamedTexts() }
    }
}
