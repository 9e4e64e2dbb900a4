import Domain
import Presentation

extension FormState {
    /// The fields, as many as fit; below them a message, or else the button, with the reason why it is disabled.
    func view(_ content: BrowserContent, _ browser: BrowserState) -> View {
        guard let form = content.form else { return .blank }
        let width = min(browser.columns / 2, 2 + (fields.map(\.label.columns).max() ?? 0))
        let rows = fields.dropLast().map { field in
            View.row([
                .fixed(width, .text(field.label, field == focused ? .strong : .plain)),
                .share(1, value(of: field, form)),
            ])
        }
        let status =
            browser.note ?? (content.isWorking ? .text("Saving…", .faint) : saveButton(form, content.isLookingUp))
        let height = max(1, browser.lines - 4)
        let start = max(0, min(focus - height / 2, rows.count - height))
        return .column([
            .fixed(1, .text(form.isNew ? "Add a book" : "Edit \(form.fields.draft.title)", .strong)),
            .fixed(1, .blank),
            .share(1, .column(rows[start...].map { .fixed(1, $0) })),
            .fixed(1, focused == .save ? .list([status], selected: 0) : status),
            .fixed(1, browser.hints(content)),
        ])
    }

    private func saveButton(_ form: BrowserContent.Form, _ isLookingUp: Bool) -> View {
        let problem = problem(in: form.fields)
        return .line([
            Styled("[ Save ]", problem == nil && form.canSave ? .strong : .faint),
            isLookingUp ? Styled("  Looking up…", .faint) : Styled(problem.map { "  \($0)" } ?? "", .warning),
        ])
    }

    private func value(of field: FormField, _ form: BrowserContent.Form) -> View {
        if let text = self[field] { return .field(text, isFocused: field == focused) }
        let draft = form.fields.draft
        let value =
            switch field {
            case .status: draft.status.rawValue
            case .rating: draft.rating?.drawn ?? "none"
            case .favorite: draft.isFavorite ? "yes" : "no"
            default: draft.notes?.split(whereSeparator: \.isNewline).first.map(String.init) ?? "none"
            }
        return field == focused ? .list([.text(value)], selected: 0) : .text(value)
    }
}
