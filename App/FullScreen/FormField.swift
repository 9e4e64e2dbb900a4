import Domain
import Presentation

/// A line of the form for a book.
enum FormField: Hashable, Sendable {
    case field(BookField)
    case detail(DetailName)
    case save

    /// Every field that people enter, but the details, which have a line each.
    static let usual: [FormField] = BookField.allCases.filter { $0.isEntered && $0 != .details }.map { .field($0) }

    var label: String {
        switch self {
        case .field(let field): field.words.label
        case .detail(let name): "\(name)"
        case .save: ""
        }
    }

    /// What the field takes, for the line of hints.
    func hint(_ content: BrowserContent) -> String? {
        guard case .field(let field) = self else { return nil }
        return switch field.kind.form {
        case .line: field == .isbn && content.hasCatalog ? "^O looks up title and authors" : nil
        case .namedTexts, .identifiers, .decimal, .reference: nil
        case .orderedNames, .names: "separate several with ;"
        case .number where field.kind.fewNumbers == nil: nil
        case .choice, .number: "← → choose"
        case .flag: "space changes it"
        case .day: "a day: \(Day.example), today or yesterday"
        case .lines: "enter opens your editor"
        }
    }

    /// What others have made of the field, if it was changed here as well and would be replaced.
    func theirs(in form: BrowserContent.Form) -> String? {
        guard let theirs = form.theirs, let now = value(of: theirs), let before = value(of: form.known),
            let mine = value(of: form.fields.draft), kind.conflicts(withChangeFrom: before, to: mine, now: now)
        else { return nil }
        let drawn = if case .field(let field) = self { field.drawn(now) } else { now.text }
        return "theirs: " + (drawn.isEmpty ? "none" : drawn)
    }

    private var kind: FieldKind { if case .field(let field) = self { field.kind } else { FieldKind(.lines) } }

    private func value(of draft: BookDraft) -> FieldValue? {
        switch self {
        case .field(let field): draft[field]
        case .detail(let name): draft.details[name].fieldValue
        case .save: nil
        }
    }

    func value(in form: BookForm) -> FormValue {
        switch self {
        case .field(let field):
            let text = form.text(of: field)
            return switch field.kind.form {
            case .line, .decimal, .orderedNames, .names, .day, .reference: .text(text)
            case .lines: .other(text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "none")
            case .choice(let words): .choice(words, words.firstIndex(of: text) ?? 0)
            case .number:
                field.kind.fewNumbers.map { few in
                    .choice(["none"] + few.map { field.drawn(.number($0)) }, Int(text) ?? 0, isNumbered: true)
                } ?? .text(text)
            case .flag: .flag(text == "true")
            case .namedTexts, .identifiers: .other("")
            }
        case .detail(let name): return .text(form.draft.details[name] ?? "")
        case .save: return .other("")
        }
    }

    /// Sets the value that a text, or the names in it, describe.
    func write(_ text: String, names: [String], to form: inout BookForm, _ content: BrowserContent) {
        switch self {
        case .field(let field):
            let texts = field.kind.isList ? names : [text]
            form.type(texts, into: field, today: content.today, folding: content.folding)
        case .detail(let name): form.draft.details[name] = text
        case .save: break
        }
    }

    /// Sets the value to the one of that index among those to choose from.
    func write(choice index: Int, to form: inout BookForm, _ content: BrowserContent) {
        guard case .field(let field) = self else { return }
        switch field.kind.form {
        case .choice(let words) where field == .status:
            form.setStatus(.text(words[index]), of: content.form?.known ?? form.draft, today: content.today)
        case .choice(let words): form.draft[field] = .text(words[index])
        case .number: form.draft[field] = index == 0 ? .none : .number(index)
        case .flag: form.draft[field] = .flag(index == 1)
        default: break
        }
    }
}
