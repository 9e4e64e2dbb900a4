import Domain
import Presentation

/// The form for a book: what is typed, which field is focused, and what is wrong with the values.
struct FormState: Equatable, Sendable {
    private(set) var fields: Form<FormField>

    /// Whether the book has a day on which it was added, which it can't lose.
    private let hasAdded: Bool
    /// The names of the book that contain the separator.
    private let unusualNames: [String]

    init(_ form: BookForm) {
        hasAdded = form.draft.added != nil
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
        case .choice(_, let index, _): field.write(choice: index, to: &form)
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

    /// What is wrong with the value of a field; nil if it is right.
    private func problem(of field: FormField, in form: BookForm) -> String? {
        if hasUnreadableDay(field) { return "a day is a date like 2026-12-31, or today" }
        if field == .added, hasAdded, form.draft.added == nil { return "a book needs the day on which it was added" }
        guard let problem = field.formField.flatMap({ form.problems[$0] }) else { return nil }
        return switch problem {
        case .missing: field == .title ? BookError.noTitle.message : BookError.noAuthor.message
        case .notAnISBN(let error): error.message
        }
    }

    /// Whether a text in a field for a day is not a day. The book in the form then has no value for that field.
    var hasUnreadableDay: Bool { FormField.usual.contains(where: hasUnreadableDay) }

    private func hasUnreadableDay(_ field: FormField) -> Bool {
        guard field.day != nil, let text = fields.texts[field]?.text.tidied else { return false }
        return !text.isEmpty && FormField.readDay(text) == nil
    }

    /// Why the form can't be saved: the first problem.
    func problem(in form: BookForm) -> String? {
        FormField.usual.lazy.compactMap { problem(of: $0, in: form) }.first
    }
}
