import Domain
import Presentation

// Questions and dialogs.
extension BrowserState {
    /// What is open over `base`.
    func dialog(_ mode: Mode, _ content: Content, over base: View) -> View {
        switch mode {
        case .list, .search, .page, .detail, .form: return base
        case .dialog:
            guard let dialog = content.dialog else { return base }
            return .dialog(
                title: dialog.title, width: min(60, columns - 8), height: dialog.height, dialog.body, over: base)
        case .naming(let entities, let name): return naming(name, entities, content, over: base)
        case .asking(let question, let opened, let position):
            let (text, answers) = question.words
            return position.question(text, answers, width: columns - 8, over: dialog(opened, content, over: base))
        case .menu(let menu, let position, _):
            let width = menu.isForSeveral ? 24 : 40
            let lines = lines(of: menu, content)
            let shown = lines.isEmpty ? [.text("nothing has this text", .faint)] : lines
            return position.menu(title(of: menu), shown, width: width, height: dialogHeight, over: base) { $0 }
        case .help(let position, _):
            return .target(
                nil, position.menu("Keys", help(content), width: 60, height: dialogHeight, over: base) { $0 })
        }
    }

    private func naming(_ field: TextField, _ entities: [Entity], _ content: Content, over base: View) -> View {
        let (each, name) = (Entity.named?.each ?? "", field.text.tidied)
        let known = content.names(in: Entity.named, beginningWith: field.text)
        let isNew = !content.names(in: Entity.named).contains { content.folding($0) == content.folding(name) }
        let without = entities.without(name, content.folding).count
        let all = entities.count == 1 ? "it" : "all \(entities.count)"
        let outcome =
            without == 0
            ? Styled("enter removes this \(each) from \(all)", .warning)
            : Styled(
                "enter adds this \(each) to \(without == entities.count ? all : "the other \(without)")", .faint)
        let new = Styled(isNew && without > 0 ? ", which is a new one" : "", .warning)
        return .dialog(
            title: "\(each.withArticle.withCapital) for \(entities.called.text)", width: min(60, columns - 8),
            height: 3,
            .column([
                .fixed(1, .field(field, isFocused: true)),
                .fixed(1, .text((known.isEmpty ? "" : "tab: ") + known.joined(separator: ", "), .faint)),
                .fixed(1, name.isEmpty ? .blank : .line([outcome, new])),
            ]), over: base)
    }
}

extension BrowserState.Question {
    /// The question, and the answers no and yes.
    fileprivate var words: (text: String, answers: [String]) {
        switch self {
        case .removal(let entities) where entities.count > 1:
            (
                "Remove \(entities.called.text): \(entities.map(\.quoted).shortened.listed)?",
                ["Keep them", "Remove them"]
            )
        case .removal(let entities): ("Remove \(entities.called.text)?", ["Keep it", "Remove it"])
        case .undo(let question, let yes): (question, ["Leave it", yes])
        case .discard: ("Discard what you have typed?", ["Keep typing", "Discard it"])
        case .addAgain(let name): ("\"\(name)\" was removed elsewhere. Add it again?", ["Leave it", "Add it again"])
        case .begin(let path):
            (
                "The library's file \(path) is gone. Begin a new, empty library?",
                ["Write nothing", "Begin a new one"]
            )
        }
    }
}
