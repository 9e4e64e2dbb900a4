import Domain
import Presentation

/// The form for an entity: what is typed, and which field is focused.
struct FormState<Entity: BrowsedEntity>: Equatable, Sendable {
    private(set) var fields: Form<FormField<Entity>>

    /// The names of the entity that contain the separator.
    private let unusualNames: [String]

    init(_ form: DraftForm<Entity.Draft>) {
        let all = Entity.Draft.Field.allCases
        unusualNames = all.flatMap { if case .names(let names) = form.draft[$0] { names } else { [String]() } }
            .filter { $0.contains(";") }
        let entries = all.flatMap { field in
            form.draft.texts(in: field).all.map { FormField<Entity>.entry(field, $0.name) }
        }
        fields = Form(FormField<Entity>.usual + entries, button: .save) { $0.value(in: form) }
    }

    var focused: FormField<Entity> {
        get { fields.focused }
        set { fields.focused = newValue }
    }

    /// Moves the focus, or edits the focused field. Returns the form with the new value, if there is one.
    mutating func edit(
        _ input: TerminalInput, _ form: DraftForm<Entity.Draft>, _ content: BrowserContent<Entity>
    ) -> DraftForm<Entity.Draft>? {
        let field = focused
        let name = input == .key(.tab) ? field.completed(fields.texts[field], content).map { FormValue.text($0) } : nil
        if let name { fields.show(name, in: field) }
        guard let value = name ?? fields.handle(input, field.value(in: form)) else { return nil }
        var form = form
        switch value {
        case .text(let text): field.write(text, names: names(in: text), to: &form, content)
        case .choice(_, let index, _):
            for other in field.write(choice: index, to: &form, content) {
                fields.show(FormField<Entity>.field(other).value(in: form), in: .field(other))
            }
        case .other: break
        }
        return form
    }

    /// The names between separators. Those that the entity had stay whole.
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
    mutating func fillEmpty(from form: DraftForm<Entity.Draft>) {
        for (field, text) in fields.texts where text.characters.allSatisfy({ $0.isWhitespace || $0 == ";" }) {
            fields.show(field.value(in: form), in: field)
        }
    }

    /// Why the form can't be saved: the first problem of a field that was left.
    func problem(in form: DraftForm<Entity.Draft>) -> String? {
        let problems = form.problems
        return Entity.Draft.Field.allCases.lazy.filter { fields.left.contains(.field($0)) }.compactMap { problems[$0] }
            .first
    }

    /// Goes to the first field that can't be saved. Returns why; nil if there is none.
    mutating func goToProblem(in form: DraftForm<Entity.Draft>) -> String? {
        let problems = form.problems
        fields.leaveAll()
        focused = Entity.Draft.Field.allCases.first { problems[$0] != nil }.map { .field($0) } ?? focused
        return problem(in: form) ?? problems.values.first
    }
}
