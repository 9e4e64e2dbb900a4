import Domain
import Presentation

extension BrowserState {
    typealias Content = BrowserContent<Entity>
    typealias Action = BrowserAction<Entity>

    /// Handles a key or a text; where no field takes it, only a text of one character is a command.
    mutating func reduce(_ input: TerminalInput, _ content: Content) -> [Action] {
        if input == .key(.control("c")) { return quit(content) }
        guard isUsable else { return input == .text("q") && mode == .list ? [.quit] : [] }
        if content.error != nil, !isAsking {
            let isSeen =
                [.key(.enter), .key(.escape)].contains(input) || !takesText && [.text(" "), .text("q")].contains(input)
            return isSeen ? [.dismissError] : []
        }
        said = nil
        warning = nil
        // What moves the selection, or opens something, is about what is seen; what is typed, about what it was opened
        // for.
        if !takesText, !isCommand(input, content) { added = nil }
        // A click on the title of a column sorts by it, a second one in reverse order.
        if case .choice(let order) = input {
            selection.sort()
            return [.sort(order, isReversed: order == content.sort && !content.query.isReversed)]
        }
        if isHome, let actions = reduceUsual(input) { return actions }
        switch mode {
        case .list: return reduceList(input, content)
        case .search: return reduceSearch(input, content)
        case .page, .dialog: return [.pass(input)]
        case .detail(let id, let position): return reduceDetail(input, id, position, content)
        case .naming(let entities, let name): return reduceNaming(input, entities, name, content)
        case .form(let form): return reduceForm(input, form, content)
        case .asking(let question, let opened, var position):
            let isSure = position.answer(input)
            mode = isSure == nil ? .asking(question, over: opened, position) : opened
            return isSure == true ? go(on: question) : []
        case .help(var position, let page):
            let isMoved = position.move(input, of: help(content).count, height: dialogHeight)
            let isLeft = !isMoved && [.key(.escape), .key(.enter), .text("q"), .text("?")].contains(input)
            mode = isLeft ? page : .help(position, over: page)
            return []
        case .menu(let menu, let position, let page): return reduceMenu(input, menu, position, page, content)
        }
    }

    /// What the answer yes asks for.
    private mutating func go(on question: Question) -> [Action] {
        switch question {
        case .discard:
            let isForm = if case .form = mode { true } else { false }
            leave()
            return [isForm ? .closeForm : .closeDialog]
        case .removal(let entities): return [.remove(entities.map(\.id))]
        case .undo: return [.undo]
        case .addAgain: return [.addAgain]
        case .begin: return [.begin]
        }
    }

    private mutating func quit(_ content: Content) -> [Action] {
        // A second Control-C doesn't answer the question, but leaves. The view waits for what a dialog is storing.
        switch mode {
        case .form where content.form?.isChanged == true: discard(content)
        case .dialog where content.dialog?.isChanged == true && !content.isWorking: discard(content)
        case .naming(_, let name) where !name.characters.isEmpty && !content.isWorking: discard(content)
        default: return [.quit]
        }
        return []
    }

    /// Asks whether what was typed may be lost. While it is being saved, it stays.
    mutating func discard(_ content: Content) {
        if content.isWorking { refuse() } else { ask(.discard) }
    }

    // MARK: The list

    private mutating func reduceList(_ input: TerminalInput, _ content: Content) -> [Action] {
        if selection.move(input, in: content.rows.ids, height: listHeight) { return [] }
        if added != nil, [.text(" "), .text("v"), .text("A")].contains(input) {
            warning = "Not done: the \(Entity.noun.plural) are still being looked for. Try again."
            return []
        }
        switch input {
        case .text("q"): return [.quit]
        case .text("/"):
            if !content.rows.isEmpty { selection.beginSearch() }
            mode = .search
        case .text("s"): open(.sort, on: content.sort, content)
        case .text("f") where Entity.hasFilters:
            open(.filter(nil), content)
            return Entity.nameFields.map { .loadNames($0.option) }
        case .text(" "): selection.mark(in: content.rows.ids, height: listHeight)
        case .text("v"): selection.markRange(in: content.rows.ids)
        case .text("A"): selection.markAll(in: content.rows.ids)
        case .key(.escape) where !selection.marks.isEmpty: selection.unmark()
        case .text("a"):
            mode = .form(FormState(DraftForm(Entity.Draft(), isNew: true)))
            return [.openForm(nil)]
        case .key(.escape):
            if content.rows.isEmpty, !search.characters.isEmpty { selection.leaveSearch() }
            search = TextField()
            return [.show(content.query.withoutConditions), .back(isFromOne: false)]
        case .key(.enter):
            guard let entity = row(in: content)?.entity else { return [] }
            mode = .detail(entity.id, ListPosition())
            return [.openDetail(entity.id)]
        default:
            if let command = content.commands.first(where: { $0.input == input && !$0.needsRow }) {
                return [.command(command.input, for: [])]
            }
            return reduceCommand(input, content)
        }
        return []
    }

    /// The commands for the selected entity.
    mutating func reduceCommand(_ input: TerminalInput, _ content: Content) -> [Action] {
        guard let row = row(in: content), let entity = row.entity else { return [] }
        if [.text("e"), .text("n")].contains(input), chosen(in: content).map(\.id) != [row.id] {
            warning = "That is for one \(Entity.noun.singular), and others are marked. Escape removes the marks."
            return []
        }
        if content.commands.contains(where: { $0.input == input && $0.needsRow }) {
            return [.command(input, for: chosen(in: content).map(\.id))]
        }
        if case .text(let key) = input, Entity.quickChange(key, of: row.draft) != nil {
            return [.quickKey(key, of: chosen(in: content).map(\.id))]
        }
        switch input {
        case .text("e"):
            mode = .form(FormState(DraftForm(entity.draft, isNew: false, names: row.names)))
            return [.closeDetail, .openForm(entity)]
        case .text("n"):
            guard let field = Entity.longText else { return [] }
            var form = FormState<Entity>(DraftForm(entity.draft, isNew: false, names: row.names))
            form.focused = .field(field)
            mode = .form(form)
            return [.closeDetail, .openForm(entity), .editText(saves: true)]
        case .text("t"):
            guard let choice = Entity.choice, let first = chosen(in: content).first else { return [] }
            // On the value after the one that it has.
            let line = choice.values.firstIndex(of: first.draft[choice.field]).map { $0 + 1 } ?? 0
            open(.choice(chosen(in: content).compactMap(\.entity)), on: line % choice.values.count, content)
        case .text("S"):
            guard let field = Entity.named else { return [] }
            mode = .naming(chosen(in: content).compactMap(\.entity), TextField())
            return [.closeDetail, .loadNames(field.option)]
        case .text("x"), .key(.delete):
            // What refuses it may be about to end.
            if !content.isWorking, let refusal = chosen(in: content).lazy.compactMap(Entity.refusal(of:)).first {
                warning = refusal.message + "."
                return []
            }
            let entities = chosen(in: content).compactMap(\.entity)
            mode = home
            ask(.removal(entities))
            return [.closeDetail]
        default: break
        }
        return []
    }

    /// Whether a key can be handled now. Until the rows are found, the list shows what an earlier query found, and a command
    /// would be for another one. A dialog that is about to close takes nothing, but Escape closes it at once.
    func takes(_ input: TerminalInput, _ content: Content) -> Bool {
        if isDialog { return !isClosing || content.error != nil || input == .key(.escape) }
        return mode != .list || !awaitsRows || content.error != nil || !isCommand(input, content)
    }

    /// Whether it is for the selected entity.
    private func isCommand(_ input: TerminalInput, _ content: Content) -> Bool {
        if case .menu(.choice, _, _) = mode { return true }
        let keys = [.key(.delete), .key(.enter)] + "entxSvA ".map { TerminalInput.text(String($0)) }
        return keys.contains(input) || Entity.quickInputs.contains(input)
            || content.commands.contains { $0.needsRow && $0.input == input }
    }

    /// The entities that a quick key changes: the one whose details are shown, or else the marked ones, or else the selected
    /// one.
    func chosen(in content: Content) -> [Row<Entity>] {
        let one = row(in: content).map { [$0] } ?? []
        if case .detail = mode { return one }
        let marked = selection.marked(in: content.rows.ids)
        return marked.isEmpty ? one : marked.map { content.rows[$0] }
    }

    /// The entity whose details are shown, or else the selected one.
    func row(in content: Content) -> Row<Entity>? {
        var row = added ?? selection.row(in: content.rows)
        if case .detail(let id, _) = shown, row?.id != id { row = content.detail?.id == id ? content.detail : nil }
        row?.names = content.names
        return row
    }
}
