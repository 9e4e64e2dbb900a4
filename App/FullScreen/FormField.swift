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
        return switch field.initial {
        case .text, .number, .namedTexts, .sources: nil
        case .isbn: content.hasCatalog ? "^O looks up title and authors" : nil
        case .requiredNames, .names: "separate several with ;"
        case .choice, .stars: "← → choose"
        case .flag: "space changes it"
        case .day: "a day: \(Day.example), today or yesterday"
        case .longText: "enter opens your editor"
        }
    }

    /// What others have made of the field, if it was changed here as well and would be replaced.
    func theirs(in form: BrowserContent.Form) -> String? {
        guard let theirs = form.theirs, let now = value(of: theirs), let before = value(of: form.known),
            let mine = value(of: form.fields.draft), now.conflicts(withChangeFrom: before, to: mine)
        else { return nil }
        return "theirs: " + (now.drawn.isEmpty ? "none" : now.drawn)
    }

    private func value(of draft: BookDraft) -> BookFieldValue? {
        switch self {
        case .field(let field): draft[field]
        case .detail(let name): .text(draft.details[name])
        case .save: nil
        }
    }

    func value(in form: BookForm) -> FormValue {
        switch self {
        case .field(let field):
            let text = form.text(of: field)
            return switch field.initial {
            case .text, .number, .requiredNames, .names, .day, .isbn: .text(text)
            case .longText: .other(text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "none")
            case .choice(_, let words): .choice(words, words.firstIndex(of: text) ?? 0)
            case .stars:
                .choice(
                    ["none"] + Rating.allowedStars.map { BookFieldValue.stars(Rating($0)).drawn }, Int(text) ?? 0,
                    isNumbered: true)
            case .flag: .flag(text == "true")
            case .namedTexts, .sources: .other("")
            }
        case .detail(let name): return .text(form.draft.details[name] ?? "")
        case .save: return .other("")
        }
    }

    /// Sets the value that a text, or the names in it, describe.
    func write(_ text: String, names: [String], to form: inout BookForm, _ content: BrowserContent) {
        switch self {
        case .field(let field):
            let texts = field.initial.isList ? names : [text]
            form.type(texts, into: field, today: content.today, folding: content.folding)
        case .detail(let name): form.draft.details[name] = text
        case .save: break
        }
    }

    /// Sets the value to the one of that index among those to choose from.
    func write(choice index: Int, to form: inout BookForm, _ content: BrowserContent) {
        guard case .field(let field) = self else { return }
        switch form.draft[field] {
        case .choice(_, let words) where field == .status:
            form.setStatus(
                .choice(words[index], of: words), of: content.form?.known ?? form.draft, today: content.today)
        case .choice(_, let words): form.draft[field] = .choice(words[index], of: words)
        case .stars: form.draft[field] = .stars(Rating(index))
        case .flag: form.draft[field] = .flag(index == 1)
        default: break
        }
    }
}
