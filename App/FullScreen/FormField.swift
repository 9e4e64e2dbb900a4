import Domain
import Presentation

/// A line of the form for a book.
enum FormField: Hashable, Sendable {
    case field(BookField)
    case detail(DetailName)
    case save

    /// The fields of every book. Its details have a line each.
    static let usual: [FormField] = BookField.allCases.filter { $0 != .details }.map { .field($0) }

    var label: String {
        switch self {
        case .field(let field): field.words.label
        case .detail(let name): "\(name)"
        case .save: ""
        }
    }

    /// What the field takes, for the line of hints.
    var hint: String? {
        guard case .field(let field) = self else { return nil }
        return switch field.initial {
        case .text, .optionalText, .number, .namedTexts: nil
        case .isbn: "^O looks up title and authors"
        case .requiredNames, .names: "separate several with ;"
        case .choice, .stars: "← → choose"
        case .flag: "space changes it"
        case .requiredDay, .day: "a day like \(Day.example), or today"
        case .longText: "enter opens your editor"
        }
    }

    func value(in form: BookForm) -> FormValue {
        switch self {
        case .field(let field):
            let text = form.text(of: field)
            return switch field.initial {
            case .text, .optionalText, .number, .requiredNames, .names, .requiredDay, .day, .isbn: .text(text)
            case .longText: .other(text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "none")
            case .choice(_, let words): .choice(words, words.firstIndex(of: text) ?? 0)
            case .stars:
                .choice(
                    ["none"] + Rating.allowedStars.map { FieldValue.stars(Rating($0)).drawn }, Int(text) ?? 0,
                    isNumbered: true)
            case .flag: .flag(text == "true")
            case .namedTexts: .other("")
            }
        case .detail(let name): return .text(form.draft.details[name] ?? "")
        case .save: return .other("")
        }
    }

    /// Sets the value that a text, or the names in it, describe.
    func write(_ text: String, names: [String], to form: inout BookForm, _ context: FieldContext) {
        switch self {
        case .field(let field):
            switch field.initial {
            case .requiredNames, .names: form.type(names, into: field, context)
            default: form.type([text], into: field, context)
            }
        case .detail(let name): form.draft.details[name] = text
        case .save: break
        }
    }

    /// Sets the value to the one of that index among those to choose from.
    func write(choice index: Int, to form: inout BookForm) {
        guard case .field(let field) = self else { return }
        switch form.draft[field] {
        case .choice(_, let words): form.draft[field] = .choice(words[index], of: words)
        case .stars: form.draft[field] = .stars(Rating(index))
        case .flag: form.draft[field] = .flag(index == 1)
        default: break
        }
    }
}
