import Domain
import Presentation

extension FormState {
    /// The fields, as many as fit; below them a message, or else the button, with the reason why it is disabled.
    func view(_ content: BrowserContent<Entity>, _ browser: BrowserState<Entity>) -> View {
        guard let form = content.form else { return .blank }
        let labels = fields.fields.map(\.label.columns).max() ?? 0
        let status =
            browser.note ?? (content.isWorking ? .text("Saving…", .faint) : saveButton(form, content.isFilling))
        let title = form.isNew ? "Add \(Entity.one)" : "Edit \(Entity.names(of: form.fields.draft).first ?? "")"
        return .column([
            .fixed(1, .text(title, .strong)),
            .fixed(1, .blank),
            .share(
                1,
                fields.view(
                    labels: min(browser.columns / 2, 2 + labels), height: browser.dialogHeight,
                    note: { $0.theirs(in: form).map { .text($0, .warning) } }
                ) {
                    ($0.label, $0.value(in: form.fields))
                }),
            .fixed(1, fields.button(status)),
            .fixed(1, browser.hints(content)),
        ])
    }

    private func saveButton(_ form: BrowserContent<Entity>.Form, _ isFilling: Bool) -> View {
        let problem = problem(in: form.fields)
        return .line([
            Styled("[ Save ]", problem == nil && form.canSave ? .plain : .faint),
            isFilling ? Styled("  Looking up…", .faint) : Styled(problem.map { "  \($0)" } ?? "", .warning),
        ])
    }
}
