import Domain
import Presentation

/// The form for a book: what is typed, and which field is focused.
struct FormState: Equatable, Sendable {
    private(set) var fields: Form<FormField>

    /// The names of the book that contain the separator.
    private let unusualNames: [String]

    init(_ form: BookForm) {
        unusualNames = (form.draft.authors + form.draft.shelves).filter { $0.contains(";") }
        let details = form.draft.details.all.map { FormField.detail($0.name) }
        fields = Form(FormField.usual + details, button: .save) { $0.value(in: form) }
    }

    var focused: FormField {
        get { fields.focused }
        set { fields.focused = newValue }
    }

    /// Moves the focus, or edits the focused field. Returns the form with the new value, if there is one.
    mutating func edit(_ input: TerminalInput, _ form: BookForm, _ content: BrowserContent) -> BookForm? {
        let field = focused
        guard let value = fields.handle(input, field.value(in: form)) else { return nil }
        var form = form
        switch value {
        case .text(let text): field.write(text, names: names(in: text), to: &form, content)
        case .choice(_, let index, _):
            field.write(choice: index, to: &form, content)
            if field == .field(.status) {
                for day in BookField.followingStatus {
                    fields.show(FormField.field(day).value(in: form), in: .field(day))
                }
            }
        case .other: break
        }
        return form
    }

    /// The names between separators. Those that the book had stay whole.
    private func names(in text: String) -> [String] {
        func split(_ text: String) -> [String] {
            text.split(separator: ";").map { String($0).tidied }.filter { !$0.isEmpty }
        }
        var names = split(text)
        for name in unusualNames {
            if let parts = names.firstRange(of: split(name)) { names.replaceSubrange(parts, with: [name]) }
        }
        return names
    }

    /// Shows the values of the form in the fields that are empty, or contain only spaces and separators.
    mutating func fillEmpty(from form: BookForm) {
        for (field, text) in fields.texts where text.characters.allSatisfy({ $0.isWhitespace || $0 == ";" }) {
            fields.show(field.value(in: form), in: field)
        }
    }

    /// Why the form can't be saved: the first problem of a field that was left.
    func problem(in form: BookForm) -> String? {
        let problems = form.problems
        return BookField.allCases.lazy.filter { fields.left.contains(.field($0)) }.compactMap { problems[$0] }.first
    }

    /// Goes to the first field that can't be saved. Returns why; nil if there is none.
    mutating func goToProblem(in form: BookForm) -> String? {
        let problems = form.problems
        guard let field = BookField.allCases.first(where: { problems[$0] != nil }) else { return nil }
        fields.leaveAll()
        focused = .field(field)
        return problems[field]
    }
}
