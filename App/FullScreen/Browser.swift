import Domain
import Observation
import Presentation

/// The books on the screen: keys change the state, the state and the view models make the screen.
@MainActor
final class Browser {
    private(set) var state: BrowserState
    private let list: BookListViewModel
    private let loans: LoansViewModel
    private let people: PeopleViewModel
    private var editor: EditorViewModel?
    private var detail: BookDetailViewModel?
    private let environment: AppEnvironment
    /// Lets the user edit notes in an editor, and returns them.
    private let edit: (String) async throws(NotesEditor.Failure) -> String
    private var isWorking = false
    private var isStale = false
    private var observing: Task<Void, Never>?
    private var watchingDetail: Task<Void, Never>?
    /// Whether a change of each view model will be noticed.
    private var isTracked = false
    private let changed: () -> Void

    /// What the program has to do.
    enum Request: Sendable {
        case redraw
        case suspend
        case quit
    }

    /// `changed` is called when the screen may have changed by itself.
    init(
        _ environment: AppEnvironment, columns: Int, lines: Int,
        edit: @escaping (String) async throws(NotesEditor.Failure) -> String, changed: @escaping () -> Void
    ) {
        let context = environment.context
        self.environment = environment
        self.edit = edit
        self.changed = changed
        state = BrowserState(columns: columns, lines: lines)
        list = BookListViewModel(context: context)
        loans = LoansViewModel(context: context)
        people = PeopleViewModel(context: context)
    }

    /// Begins to show the library.
    func observe() {
        isStale = false
        observing?.cancel()
        observing = Task { [list] in await list.observe() }
    }

    func stop() {
        observing?.cancel()
        watchingDetail?.cancel()
    }

    /// Why there is nothing to show.
    var failure: LibraryError? {
        list.content.value == nil ? list.content.loadError ?? list.content.observeError : nil
    }

    /// What the view models show now.
    var content: BrowserContent {
        var content = BrowserContent(today: environment.today())
        content.rows = list.rows
        content.isLoading = list.content.value == nil
        content.isWorking = isWorking
        content.isStale = isStale
        content.query = list.query
        content.sort = list.sort
        content.people = people.rows.map(\.borrower.name)
        content.loans = detail?.loans ?? []
        content.form = editor.map { editor in
            BrowserContent.Form(
                fields: editor.form, isNew: editor.book == nil, isChanged: editor.isChanged, canSave: editor.canSave)
        }
        content.error = error
        return content
    }

    private var error: LibraryError? {
        list.actionError ?? list.content.loadError ?? list.content.observeError ?? loans.actionError
            ?? editor?.actionError ?? people.content.loadError ?? detail?.content.loadError
    }

    /// The screen as it is now. From then on, `changed` is called once when the view models change.
    func screen() -> Screen {
        let content =
            if isTracked {
                self.content
            } else {
                withObservationTracking {
                    self.content
                } onChange: {
                    // Called before the change, on the main actor, where the view models are; after it, the task runs.
                    Task { @MainActor in
                        self.isTracked = false
                        self.changed()
                    }
                }
            }
        isTracked = true
        state.follow(content)
        return state.screen(content)
    }

    func resize(columns: Int, lines: Int) {
        state.columns = columns
        state.lines = lines
    }

    /// Takes in what the user has typed. Returns what the program has to do for it.
    func handle(_ input: TerminalInput) -> [Request] {
        guard case .text(let text) = input, !state.takesText else { return take(input) }
        var requests: [Request] = []
        var rest = text[...]
        while let character = rest.popFirst() {
            requests += take(.text(String(character)))
            // What was typed before a question appeared doesn't answer it.
            if state.isAsking { break }
            if state.takesText, !rest.isEmpty { return requests + take(.text(String(rest))) }
        }
        return requests
    }

    private func take(_ input: TerminalInput) -> [Request] {
        let content = content
        state.follow(content)
        return state.reduce(input, content).compactMap(perform)
    }

    private func perform(_ action: BrowserAction) -> Request? {
        switch action {
        case .show(let query): list.query = query
        case .sort(let sort): list.sort = sort
        case .openForm(let book):
            editor = EditorViewModel(book, context: environment.context)
            isTracked = false
        case .fill(let form): editor?.form = form
        case .closeForm: editor = nil
        case .lookUp: change { await self.lookUp() }
        case .editNotes(let saves): change { await self.editNotes(saves: saves) }
        case .save: change { await self.save() }
        case .openDetail(let book):
            let detail = BookDetailViewModel(book, context: environment.context)
            self.detail = detail
            isTracked = false
            watchingDetail = Task { await detail.content.observe() }
        case .closeDetail:
            watchingDetail?.cancel()
            detail = nil
        case .loadPeople: Task { await people.content.load() }
        case .lend(let book, let person, let term):
            change {
                guard let loan = await self.loans.lend(book, to: person, for: term) else { return }
                self.state.showList(
                    selecting: book, message: "Lent \"\(loan.title)\" to \(loan.borrower) until \(loan.loan.due).")
            }
        case .takeBack(let book):
            change {
                guard let loan = await self.loans.takeBack(book) else { return }
                self.state.message = "\(loan.borrower) has returned \"\(loan.title)\"."
            }
        case .remove(let book):
            change {
                guard let removed = await self.list.remove([book])?.first else { return }
                self.state.message = "Removed \(removed.named)."
            }
        case .dismissError: dismissErrors()
        case .reload: observe()
        case .redraw: return .redraw
        case .suspend: return .suspend
        case .quit: return .quit
        }
        return nil
    }

    /// Carries out one change after the other: a second one that is asked for meanwhile is dropped.
    private func change(_ action: @escaping @MainActor () async -> Void) {
        guard !isWorking else { return }
        isWorking = true
        Task {
            await action()
            isWorking = false
            changed()
        }
    }

    private func save() async {
        guard let editor else { return }
        let isNew = editor.book == nil
        guard let saved = await editor.save() else { return }
        self.editor = nil
        state.showList(selecting: saved.id, message: "\(isNew ? "Added" : "Saved") \(saved.named).")
    }

    private func lookUp() async {
        guard let editor, await editor.lookUp(in: environment.catalog) else { return }
        state.fillEmpty(from: editor.form)
    }

    private func dismissErrors() {
        if list.content.observeError != nil { isStale = true }
        list.actionError = nil
        list.content.loadError = nil
        list.content.observeError = nil
        loans.actionError = nil
        editor?.actionError = nil
        people.content.loadError = nil
        detail?.content.loadError = nil
    }

    /// Opens the notes in the user's editor. What was written there replaces them in the form.
    private func editNotes(saves: Bool) async {
        guard let editor else { return }
        do {
            let notes = try await edit(editor.form.draft.notes ?? "").tidiedLines
            editor.form.draft.notes = notes.isEmpty ? nil : notes
        } catch {
            state.message = error.message
            return
        }
        guard saves else { return }
        if editor.isChanged { return await save() }
        self.editor = nil
        state.showList(selecting: nil, message: "The notes are as before.")
    }
}
