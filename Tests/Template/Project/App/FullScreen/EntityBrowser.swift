import Domain
import Observation
import Presentation

/// The entities on the screen: keys change the state, the state and the view models make the screen.
@MainActor
final class EntityBrowser<Entity: ListedEntity>: FullScreenView {
    typealias Field = Entity.Draft.Field

    enum Mode: Equatable {
        case list
        case search
        case detail(ListPosition)
        case sort(ListPosition)
        case removal([Entity], ListPosition)
        case form(Form<FormField>)
        case discarding(Form<FormField>, ListPosition)
    }

    enum FormField: Hashable, Sendable {
        case field(Field)
        case save
    }

    private(set) var mode = Mode.list
    private(set) var message: String?
    private let list: ListViewModel<Entity>
    private var editor: EditorViewModel<Entity>?
    private let context: UseCaseContext
    private var search = TextField()
    private var selection = ListSelection<Entity.ID>()
    private var size = (columns: 0, lines: 0)
    private var observing: Task<Void, Never>?
    /// The change that is being stored.
    private var work: Task<Void, Never>?
    private var isTracked = false
    private let changed: () -> Void

    /// `changed` is called when the screen may have changed by itself.
    init(_ context: UseCaseContext, changed: @escaping () -> Void) {
        self.context = context
        list = ListViewModel(context: context)
        self.changed = changed
    }

    /// Reads the library once.
    func load() async { await list.content.load() }

    /// Begins to show the library.
    func observe() {
        observing?.cancel()
        observing = Task { [list] in await list.content.observe() }
    }

    /// Ends the view, and waits for the change that is being stored. Returns its error.
    func finish() async -> LibraryError? {
        observing?.cancel()
        await work?.value
        return error
    }

    private var error: LibraryError? { editor?.actionError ?? list.actionError ?? list.content.observeError }

    // MARK: FullScreenView

    var failure: LibraryError? {
        list.content.value == nil ? list.content.loadError ?? list.content.observeError : nil
    }

    var takesText: Bool {
        switch mode {
        case .search, .form: true
        case .list, .detail, .sort, .removal, .discarding: false
        }
    }

    var isAsking: Bool {
        switch mode {
        case .removal, .discarding: true
        case .list, .search, .detail, .sort, .form: false
        }
    }

    var isAway: Bool { false }

    func resize(columns: Int, lines: Int) { size = (columns, lines) }

    /// The screen as it is now. From then on, `changed` is called once when the view models change.
    func screen() -> Screen {
        if !isTracked {
            isTracked = true
            withObservationTracking {
                _ = (list.content.value, list.content.isLoading, editor?.isSaving, error)
            } onChange: {
                // Called just before the change; the task runs after it.
                Task { @MainActor in
                    self.isTracked = false
                    self.changed()
                }
            }
        }
        selection.follow(list.rows, height: listHeight, keepsTop: mode == .search || list.content.isLoading)
        return view.screen(columns: size.columns, lines: size.lines)
    }

    func handle(_ input: TerminalInput) -> Bool {
        if error != nil, mode != .search {
            editor?.actionError = nil
            list.actionError = nil
            list.content.observeError = nil
            return true
        }
        message = nil
        if input == .key(.control("c")) { return askBeforeQuitting() }
        switch mode {
        case .list: return handleList(input)
        case .search: handleSearch(input)
        case .detail(var position):
            let isMoved = position.scroll(input, of: detailLines.count, height: size.lines - 3)
            mode = .detail(position)
            if !isMoved { handleDetail(input) }
        case .sort(let position): handleSort(input, position)
        case .removal(let entities, var position):
            let isSure = position.answer(input)
            mode = isSure == nil ? .removal(entities, position) : .list
            if isSure == true { remove(entities) }
        case .form(let form): return handleForm(input, form)
        case .discarding(let form, var position):
            let isSure = position.answer(input)
            mode = isSure.map { $0 ? .list : .form(form) } ?? .discarding(form, position)
            if isSure == true { editor = nil }
        }
        return true
    }

    // MARK: Keys

    /// Asks whether what was typed may be lost. A second Control-C doesn't answer that, but ends the view.
    private func askBeforeQuitting() -> Bool {
        guard case .form(let form) = mode, editor?.isChanged == true else { return false }
        mode = .discarding(form, ListPosition())
        return true
    }

    private var selected: Entity? { selection.row(in: list.rows)?.entity }

    private func handleList(_ input: TerminalInput) -> Bool {
        if selection.move(input, in: list.rows, height: listHeight) { return true }
        switch input {
        case .text("q"): return false
        case .text("/"):
            if !list.rows.isEmpty { selection.beginSearch() }
            mode = .search
        case .text("a"): open(nil)
        case .text("s"): mode = .sort(ListPosition())
        case .text(" "): selection.mark(in: list.rows, height: listHeight)
        case .key(.escape) where !selection.marks.isEmpty: selection.unmark()
        case .key(.escape):
            if list.rows.isEmpty { selection.leaveSearch() }
            show(TextField())
        case .key(.enter): if selected != nil { mode = .detail(ListPosition()) }
        default: handleDetail(input)
        }
        return true
    }

    private func handleDetail(_ input: TerminalInput) {
        switch input {
        case .text("e"): if let selected { open(selected) }
        case .text("x"), .key(.delete):
            let rows =
                mode == .list ? selection.chosen(in: list.rows).compactMap(\.entity) : selected.map { [$0] } ?? []
            if !rows.isEmpty { mode = .removal(rows, ListPosition()) }
        case .key(.escape), .key(.enter), .text("q"): mode = .list
        default: break
        }
    }

    private func handleSearch(_ input: TerminalInput) {
        switch input {
        case .key(.enter): mode = .list
        case .key(.escape):
            mode = .list
            if list.rows.isEmpty || list.content.isLoading { selection.leaveSearch() }
            show(TextField())
        case .key(.up), .key(.down), .rows: _ = selection.move(input, in: list.rows, height: listHeight)
        default:
            var field = search
            if field.take(input) {
                selection.isAtTop = true
                show(field)
            } else {
                search = field
            }
        }
    }

    private func show(_ words: TextField) {
        search = words
        list.query.text = words.text
    }

    private func handleSort(_ input: TerminalInput, _ position: ListPosition) {
        var position = position
        if position.move(input, of: Field.allCases.count, height: dialogHeight) {
            mode = .sort(position)
        } else if input == .key(.enter) {
            let field = Field.allCases[position.selected]
            list.query.isReversed = list.query.sort?.field == field && !list.query.isReversed
            list.query.sort = Sort(field)
            selection.sort()
            mode = .list
        } else if [.key(.escape), .text("q")].contains(input) {
            mode = .list
        }
    }

    private func remove(_ entities: [Entity]) {
        change {
            if await self.list.remove(entities.map(\.id)) != nil { self.message = "Removed \(self.called(entities))." }
        }
    }

    /// One entity by its name, or how many they are.
    private func called(_ entities: [Entity]) -> String {
        entities.count == 1 ? entities[0].quoted : Entity.counting(entities.count)
    }

    /// Carries out one change at a time.
    private func change(_ action: @escaping @MainActor () async -> Void) {
        guard work == nil else {
            message = "Not done: the previous change is still being saved. Try again."
            return
        }
        work = Task {
            await action()
            work = nil
            changed()
        }
    }

    // MARK: The form

    private func open(_ entity: Entity?) {
        let editor = EditorViewModel(entity, context: context)
        self.editor = editor
        let fields = Field.allCases.map { FormField.field($0) }
        mode = .form(Form(fields, button: .save) { Self.value(of: $0, in: editor.form) })
    }

    private static func value(of field: FormField, in form: DraftForm<Entity.Draft>) -> FormValue {
        guard case .field(let field) = field else { return .other("") }
        let text = form.text(of: field)
        switch field.kind.form {
        case .choice(let words):
            let words = (field.isOptional || text.isEmpty ? ["none"] : []) + words
            return .choice(words, words.firstIndex(of: text) ?? 0)
        case .flag: return .flag(form.draft[field] == .flag(true))
        default: return .text(text)
        }
    }

    /// Sets the value that a text describes, or the names between semicolons.
    private func type(_ text: String, into field: Field, of editor: EditorViewModel<Entity>) {
        let texts = field.kind.isList ? text.split(separator: ";").map(String.init) : [text]
        editor.form.type(texts, into: field, today: context.today(), folding: context.folding)
    }

    private func handleForm(_ input: TerminalInput, _ form: Form<FormField>) -> Bool {
        guard let editor else { return true }
        var form = form
        switch input {
        case .key(.enter) where form.focused == .save, .key(.control("s")):
            form.leaveAll()
            let problems = editor.form.problems
            if let field = Field.allCases.first(where: { problems[$0] != nil }) { form.focused = .field(field) }
            mode = .form(form)
            save(editor)
        case .key(.escape):
            mode = editor.isChanged ? .discarding(form, ListPosition()) : .list
            if !editor.isChanged { self.editor = nil }
        default:
            let value = form.handle(input, Self.value(of: form.focused, in: editor.form))
            if case .field(let field) = form.focused {
                switch value {
                case .text(let text): type(text, into: field, of: editor)
                case .choice(_, let index, _) where field.kind.form == .flag:
                    editor.form.draft[field] = .flag(index == 1)
                case .choice(let words, let index, _):
                    type(words[index] == "none" ? "" : words[index], into: field, of: editor)
                case .other, nil: break
                }
            }
            mode = .form(form)
        }
        return true
    }

    private func save(_ editor: EditorViewModel<Entity>) {
        guard editor.canSave else { return }
        // What is typed before the change begins isn't part of it.
        let form = editor.form
        change {
            guard let saved = await editor.save(form) else { return }
            self.message = "Saved \(saved.quoted)."
            self.selection.want(saved.id)
            // What was typed meanwhile, into this form or another, stays.
            if self.editor === editor, !editor.isChanged, case .form = self.mode { self.mode = .list }
        }
    }

    // MARK: The screen

    private var listHeight: Int { max(1, size.lines - 5) }
    private var dialogHeight: Int { max(1, size.lines - 4) }

    private var view: View {
        if size.columns < 24 || size.lines < 8 { return .paragraph("The window is too small.") }
        if let error {
            return ListPosition().question(
                "\(error.message.withCapital).", title: "That didn't work", ["[ OK ]"], width: size.columns - 8,
                over: listView)
        }
        switch mode {
        case .list, .search: return listView
        case .detail(let position):
            return .column([
                .fixed(1, .text(selected?.displayName ?? "It is no longer there.", .strong)),
                .share(1, position.page(detailLines, height: size.lines - 3)),
                .fixed(1, note), .fixed(1, .keys(["escape back", "e edit", "x remove"], width: size.columns)),
            ])
        case .sort(let position):
            return position.menu("Sort by", Field.allCases, height: dialogHeight, over: listView) { field in
                .check(field == self.list.query.sort?.field, field.words.label)
            }
        case .removal(let entities, let position):
            return position.question(
                "Remove \(called(entities))?", ["Keep it", "Remove it"], width: size.columns - 8, over: listView)
        case .form(let form): return formView(form)
        case .discarding(let form, let position):
            return position.question(
                "Discard what you have typed?", ["Keep typing", "Discard it"], width: size.columns - 8,
                over: formView(form))
        }
    }

    private var note: View {
        if let message { return .text(message, .good) }
        return work == nil ? .blank : .text("Saving…", .faint)
    }

    private var detailLines: [View] {
        guard var row = selection.row(in: list.rows) else { return [] }
        row.names = list.names
        var fields = FieldList()
        row.describe(to: &fields)
        return fields.lines(width: size.columns)
    }

    private var listView: View {
        let keys = ["q quit", "/ search", "a add", "e edit", "enter show", "x remove", "s sort", "space mark"]
        let marked = selection.marked(in: list.rows).count
        return .column([
            .fixed(
                1,
                .line([
                    Styled(Bookshelf.name.withCapital, .strong), Styled("  " + Entity.counting(list.total)),
                    Styled(marked > 0 ? "  \(marked) marked" : "", .good),
                ])),
            .fixed(
                1,
                mode == .search || !search.characters.isEmpty
                    ? .row([.fixed(1, .text("/")), .share(1, .field(search, isFocused: mode == .search))])
                    : .text("/ to search", .faint)),
            .share(1, rowsView),
            .fixed(1, note),
            .fixed(1, .keys(mode == .search ? ["enter done", "escape clear"] : keys, width: size.columns)),
        ])
    }

    private var rowsView: View {
        if list.content.value == nil { return .text("Loading…") }
        if list.rows.isEmpty {
            return .paragraph(
                search.characters.isEmpty ? "There is nothing yet. Press a to add something." : "Nothing found.")
        }
        let fields = Field.allCases.prefix(max(1, min(6, size.columns / 20)))
        let titles = View.row(fields.map { .share(1, .text($0.words.label, .faint)) })
        let rows = selection.position.list(list.rows, height: listHeight, isFocused: mode != .search) { row in
            let draft = row.draft
            return selection.marking(.row(fields.map { .share(1, .text(draft[$0].text)) }), row.id)
        }
        return .column([.fixed(1, selection.marking(titles)), .share(1, rows)])
    }

    /// Why the form can't be saved, as far as the fields say that were left: the others may be unfinished.
    private func problem(of editor: EditorViewModel<Entity>, _ form: Form<FormField>) -> String? {
        let problems = editor.form.problems
        return Field.allCases.lazy.filter { form.left.contains(.field($0)) }.compactMap { problems[$0] }.first
    }

    /// What others have made of a field, if saving again replaces it.
    private func theirs(in field: Field, of editor: EditorViewModel<Entity>) -> FieldValue? {
        guard let theirs = editor.theirs?[field] else { return nil }
        let (before, mine) = (editor.known[field], editor.form.draft[field])
        return field.kind.conflicts(withChangeFrom: before, to: mine, now: theirs) ? theirs : nil
    }

    private func formView(_ form: Form<FormField>) -> View {
        guard let editor else { return .blank }
        let labels = Field.allCases.map(\.words.label.columns).max() ?? 0
        let problem = problem(of: editor, form)
        let button = View.line([
            Styled("[ Save ]", editor.canSave ? .strong : .faint), Styled(problem.map { "  \($0)" } ?? "", .warning),
        ])
        return .column([
            .fixed(1, .text(editor.entity.map { "Edit \($0.displayName)" } ?? "Add one", .strong)),
            .fixed(1, .blank),
            .share(
                1,
                form.view(
                    labels: min(size.columns / 2, 2 + labels), height: dialogHeight,
                    note: { field in
                        guard case .field(let name) = field, let theirs = theirs(in: name, of: editor) else {
                            return nil
                        }
                        return "theirs: " + (theirs.text.isEmpty ? "none" : theirs.text)
                    }
                ) { field in
                    guard case .field(let name) = field else { return ("", .other("")) }
                    return (name.words.label, Self.value(of: field, in: editor.form))
                }),
            .fixed(1, note), .fixed(1, form.button(button)),
            .fixed(1, .keys(["^S save", "escape cancel", "tab next field"], width: size.columns)),
        ])
    }
}
