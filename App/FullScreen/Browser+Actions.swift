import Data
import Domain
import Presentation
import Storage

// What the keys ask for.
extension Browser {
    func carryOut(_ action: BrowserAction<Entity>) {
        switch action {
        case .show(let query):
            self.query = query
            // An open menu keeps its names.
            if query == query.withoutConditions { (state.linked, known) = (nil, state.isHome ? [:] : known) }
            search()
        case .sort(let index, let isReversed):
            (query.sort, query.isReversed) = (orders[index].sort, isReversed)
            search()
            list.sort = query.sort
            order = (isReversed ? "-" : "") + orders[index].name
        case .openForm(let entity):
            editor = EditorViewModel(entity, names: state.row(in: content)?.names ?? [:], context: environment.context)
            Task { for field in Entity.Draft.Field.allCases where field.isEntered { await loadNames(field.option) } }
        case .fill(let form): editor?.form = form
        case .closeForm:
            editor = nil
            filling?.task.cancel()
        case .lookUp: fillForm()
        case .editText(let saves):
            guard let editor else { break }
            isAway = !changes.isWorking
            change(writes: false) { await self.editText(editor, saves: saves) }
        case .save: if let editor { change(saving(editor)) }
        case .addAgain:
            if let editor { change { self.show(await editor.addAgain(), of: editor, isNew: true, twin: nil) } }
        case .openDetail(let id):
            detail = DetailViewModel(id, context: environment.context)
            observeDetail()
        case .closeDetail:
            detail = nil
            observeDetail()
        case .follow(let link): follow(link)
        case .loadNames(let condition): Task { await loadNames(condition) }
        case .back(let isFromOne): goBack(isFromOne)
        case .command(let input, let ids): addition?.carryOut(input, for: ids, in: self)
        case .pass(let input): addition?.handle(input, in: self)
        case .closeDialog: addition?.closeDialog()
        case .quickKey(let key, let ids):
            change(waits: true) { await self.set(ids) { Entity.quickChange(key, of: $0) } }
        case .choose(let value, let ids):
            change(waits: true) { await self.set(ids) { _ in Entity.choice.map { ($0.field, value) } } }
        case .setName(let ids, let name, let isOn): change { await self.set(name, isOn: isOn, for: ids) }
        case .remove(let ids): change(waits: true) { await self.remove(ids) }
        case .askUndo: change(writes: false) { await self.askUndo() }
        case .undo: if let lastCommand { change { await self.undo(lastCommand) } }
        case .dismissError: dismissError()
        case .begin:
            store.beginAnew()
            postponed.take()?()
        case .reload:
            observe()
            // Today may be another day.
            carryOut(.show(query))
            Task { await store.check() }
        case .quit: stop()
        }
    }

    // MARK: Changes of some

    /// Sets a field of the entities to what is to become of the first one as it is stored, which the list may not show yet.
    private func set(
        _ ids: [Entity.ID], _ change: (Entity.Draft) -> (field: Entity.Draft.Field, value: FieldValue)?
    ) async {
        var stored: [Entity] = []
        do throws(LibraryError) {
            let entities = environment.library.repository(of: Entity.self)
            for id in ids { if let entity = try await entities.find(id) { stored.append(entity) } }
        } catch {
            list.actionError = error
            return
        }
        guard let (field, value) = stored.first.flatMap({ change($0.draft) }) else {
            state.warning = "Nothing to change: the library no longer has this \(Entity.noun.singular)."
            return
        }
        // A change of nothing would let undo take back an earlier one.
        let same = stored.filter { $0.draft[field] == value }.map(\.id)
        let others = ids.filter { !same.contains($0) }
        let said = Entity.said(value, of: field)
        if others.isEmpty {
            state.warning = "Nothing to change: \(said) already."
        } else if let changed = await list.change(field, of: others, { _ in value }) {
            state.say("\(changed.called): \(said).")
        } else {
            refuse(others, "changed")
        }
    }

    /// Adds a name to the field of names, spelled as others have it, or removes it.
    private func set(_ typed: String, isOn: Bool, for ids: [Entity.ID]) async {
        guard let field = Entity.named else { return }
        await loadNames(field.option)
        let context = environment.context
        let name = known[field.option]?.first { context.folding($0) == context.folding(typed) } ?? typed
        let changed = await list.change(field, of: ids) { [kind = field.kind] names throws(LibraryError) in
            try isOn
                ? kind.reading([name], in: names, today: context.today(), folding: context.folding)
                : kind.removing(name, from: names, folding: context.folding)
        }
        guard let changed else { return refuse(ids, "changed") }
        let message: Notice = "\(changed.called): \(field.each) \"\(name)\" \(isOn ? "added" : "removed")."
        // What was opened meanwhile stays.
        guard case .naming(let chosen, _) = state.mode, chosen.map(\.id) == ids else { return state.say(message) }
        state.showList(selecting: nil, message: message)
    }

    private func remove(_ ids: [Entity.ID]) async {
        guard let removed = await list.remove(ids) else { return refuse(ids, "removed") }
        state.selection.unmark(ids)
        state.say("Removed \(removed.called).")
    }

    func refuse(_ ids: [Entity.ID], _ verb: String) {
        if ids.count > 1 { state.warning = "None of the \(Entity.counting(ids.count)) was \(verb)." }
    }

    // MARK: Undo

    private func askUndo() async {
        do throws(LibraryError) {
            lastCommand = try await environment.maintenance.lastCommand()
        } catch {
            list.actionError = error
            return
        }
        guard let lastCommand else { return state.say("There is nothing to undo.", isUndoable: false) }
        // What was opened meanwhile stays.
        guard state.mode == state.home else { return }
        let lines = lastCommand.lines(today: environment.today(), most: 4) {
            $0.text.isEmpty ? $0.named : "\($0.noun) \"\($0.text)\""
        }
        let question = lines[0].withCapital + ": " + lines.dropFirst().map(\.tidied).joined(separator: "; ") + "."
        state.ask(.undo(question, yes: lastCommand.answer))
    }

    private func undo(_ command: LastCommand) async {
        do throws(LibraryError) {
            try await environment.maintenance.undo(command) { _ in }
            if command.command.isTakenBack {
                state.say("Brought back.")
            } else {
                state.said = command.command.repair == nil ? "Taken back; U brings it back." : "Taken back."
            }
        } catch {
            list.actionError = error
        }
    }

    // MARK: The form

    /// Saves the form as it is now: what is typed before the change begins isn't part of it.
    private func saving(_ editor: EditorViewModel<Entity>) -> @MainActor () async -> Void {
        let (form, isNew, isChanged) = (editor.form, editor.entity == nil, editor.isChanged)
        return {
            let saved = await editor.save(form)
            if editor.isGone, let entity = editor.entity, self.editor === editor, case .form = self.state.mode {
                editor.actionError = nil
                self.state.ask(.addAgain(entity.displayName))
            }
            var twin: Entity?
            // Nil also if the library can't be read now: the entity was saved.
            if isNew, let saved { twin = try? await Entity.twin(of: saved, self.environment.context) }
            self.show(saved, of: editor, isNew: isNew, twin: twin, isUndoable: isChanged)
        }
    }

    /// Closes the form of an entity that was saved, and selects it in the list.
    private func show(
        _ saved: Entity?, of editor: EditorViewModel<Entity>, isNew: Bool, twin: Entity?, isUndoable: Bool = true
    ) {
        guard let saved else { return }
        let message = message(saved, isNew: isNew, twin: twin)
        // What was typed meanwhile, into this form or another, stays.
        guard self.editor === editor, !editor.isChanged else {
            state.say(message, isUndoable: isUndoable)
            return
        }
        self.editor = nil
        state.showList(selecting: saved.id, message: message, isUndoable: isUndoable)
        if isNew || state.added?.id == saved.id { state.added = Row(saved) }
    }

    /// What comes first may not be cut off: why the list lacks the entity, and that it was there already.
    private func message(_ saved: Entity, isNew: Bool, twin: Entity?) -> Notice {
        let verb = isNew ? "Added" : "Saved"
        let twin = twin.map { "the library already had \($0.message)" as Notice }
        if list.hides(saved) {
            let cause = query.text.isEmpty ? "filter" : "search"
            let end: Notice = twin.map { "it; \($0)" } ?? saved.message
            return "\(verb), but hidden by the \(cause): escape shows \(end)."
        }
        return twin.map { "\(verb), though \($0)." } ?? "\(verb) \(saved.message)."
    }

    private func fillForm() {
        guard let editor, let filler, filling?.editor !== editor else { return }
        filling?.task.cancel()
        let task = Task {
            let isDone = await filler.fill(editor)
            if self.filling?.editor === editor { self.filling = nil }
            if isDone, self.editor === editor { state.fillEmpty(from: editor.form) }
            changed()
        }
        filling = (editor, task)
    }

    /// Opens the long text in the user's editor. The edited text goes into the form. If `saves`, the form is saved.
    private func editText(_ editor: EditorViewModel<Entity>, saves: Bool) async {
        guard let field = Entity.longText else { return }
        do {
            let text = try await edit(editor.form.draft[field].text).tidiedLines
            isAway = false
            editor.form.draft[field] = text.fieldValue
        } catch {
            isAway = false
            store.report(error.message)
        }
        guard saves else { return }
        if editor.isChanged, asksFirst({ self.change(self.saving(editor)) }) { return }
        if editor.isChanged { return await saving(editor)() }
        self.editor = nil
        let message: Notice = "Nothing was changed in the \(field.words.label.lowercased())."
        state.showList(selecting: nil, message: message, isUndoable: false)
    }
}
