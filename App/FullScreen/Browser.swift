import Data
import Domain
import Observation
import Presentation
import Storage

/// The books on the screen: keys change the state, the state and the view models make the screen.
@MainActor
@Observable
final class Browser: FullScreenView {
    @ObservationIgnored private(set) var state: BrowserState
    let list: BookListViewModel
    private let loans: LoansViewModel
    private let people: PeopleViewModel
    private let shelves: LibraryContent<[String]>
    private var editor: EditorViewModel<Book>?
    private var detail: DetailViewModel<Book>?
    private let environment: AppEnvironment
    /// Lets the user edit notes in an editor, and returns them.
    private let edit: (String) async throws(ExternalEditor.Failure) -> String
    /// Why notes can't be edited, until the user has seen it.
    private var notesFailure: String?
    /// The command that the view asked about, and why the latest one could not be undone.
    @ObservationIgnored private var lastCommand: LastCommand?
    private var undoFailure: LibraryError?
    /// What is shown, with the text as it was typed.
    private var query = BookQuery()
    private var searchProblem: String?
    /// Why the library can't be read again.
    private var checkFailure: LibraryError?
    /// Whether it could not be read the last time.
    private var isDamaged = false
    @ObservationIgnored private var latestRemedies: (error: LibraryError, remedies: [String])?
    /// Whether the library's file was there.
    @ObservationIgnored private var hadFile = false
    private var isWorking = false
    /// The latest look-up, and the form that it is for.
    private var lookUp: (editor: EditorViewModel<Book>, task: Task<Void, Never>)?
    /// Whether the list no longer follows the library, and the user has seen why.
    private var isStale = false
    /// Changes that follow the one under way.
    @ObservationIgnored private var queued: [@MainActor () async -> Void] = []
    /// The change under way.
    @ObservationIgnored private var work: Task<LibraryError?, Never>?
    /// The change that was under way at the end.
    @ObservationIgnored private var unfinished: Task<LibraryError?, Never>?
    @ObservationIgnored private var observing: Task<Void, Never>?
    @ObservationIgnored private var watchingDetail: Task<Void, Never>?
    @ObservationIgnored private var watchingLoans: Task<Void, Never>?
    /// Whether the next change will be noticed.
    @ObservationIgnored private var isTracked = false
    /// Whether the editor for notes has the terminal, or is about to.
    @ObservationIgnored private(set) var isAway = false
    private let changed: () -> Void

    /// `changed` is called when the screen may have changed by itself.
    init(
        _ environment: AppEnvironment, changed: @escaping () -> Void,
        edit: @escaping (String) async throws(ExternalEditor.Failure) -> String
    ) {
        let context = environment.context
        self.environment = environment
        self.edit = edit
        self.changed = changed
        state = BrowserState(columns: 0, lines: 0)
        list = BookListViewModel(context: context, preferences: environment.preferences)
        loans = LoansViewModel(context: context, preferences: environment.preferences)
        people = PeopleViewModel(context: context)
        shelves = LibraryContent(of: context.library, for: BookQuery { $0.shown = [.shelves] }, context.folding) {
            $0.page.rows.shelves(context.folding).map(\.name)
        }
    }

    /// Begins to show the library.
    func observe() {
        isStale = false
        // The old observation must end before the new one begins.
        observing = Task { [list, old = observing] in
            old?.cancel()
            await old?.value
            await list.observe()
        }
        observeDetail()
        if state.home == .loans { observeLoans() }
    }

    private func observeLoans() {
        watchingLoans?.cancel()
        watchingLoans = Task { [loans, people] in
            async let loansEnd: Void = loans.content.observe()
            async let peopleEnd: Void = people.content.observe()
            _ = await (loansEnd, peopleEnd)
        }
    }

    private func observeDetail() {
        watchingDetail?.cancel()
        watchingDetail = detail.map { detail in Task { await detail.content.observe() } }
    }

    /// Ends the view: only the change that is being stored goes on.
    func stop() {
        observing?.cancel()
        watchingDetail?.cancel()
        watchingLoans?.cancel()
        if isWorking { unfinished = work }
    }

    /// Waits for the change that was being stored at the end, if there is one. Returns the error if it failed.
    func finish() async -> LibraryError? {
        await unfinished?.value
    }

    /// Why there is nothing to show.
    var failure: LibraryError? {
        list.content.value == nil ? list.content.loadError ?? list.content.observeError : nil
    }

    /// The library's file, if it was there and is gone.
    private var lostPath: String? {
        guard let path = environment.libraryPath else { return nil }
        // A missing file is not even the same as itself.
        let isThere = environment.libraryFiles.isSameFile(path, path)
        hadFile = hadFile || isThere
        return hadFile && !isThere ? path : nil
    }

    /// What the view models show now.
    var content: BrowserContent {
        var content = BrowserContent(today: environment.today(), folding: environment.context.folding)
        content.rows = list.rows
        content.library = list.content.value?.library
        content.isLoading = list.content.value == nil
        content.isReading = list.awaitsRows
        content.isWorking = isWorking
        content.isLookingUp = editor != nil && lookUp?.editor === editor
        content.hasCatalog = environment.catalog.isBuiltIn
        content.isStale = isStale
        content.isDamaged = isDamaged
        content.query = query
        content.searchProblem = searchProblem
        content.lostPath = lostPath
        content.sort = BookSort.allCases.first { $0.order == list.sort } ?? .title
        content.shelves = shelves.value ?? []
        content.people = people.rows.map(\.borrower.name)
        content.openLoans = loans.content.value
        content.borrowers = people.rows.filter { $0.booksOut > 0 }
        content.detail = detail?.row
        content.loans = detail?.loans(today: environment.today()) ?? []
        content.form = editor.map { editor in
            BrowserContent.Form(
                fields: editor.form, isNew: editor.entity == nil, isChanged: editor.isChanged, canSave: editor.canSave,
                known: editor.known, theirs: editor.theirs)
        }
        content.error = error?.message
        return content
    }

    /// The first of the errors, and what dismisses it. The next one, if any, is then shown.
    private var error: (message: String, dismiss: @MainActor () -> Void)? {
        if let notesFailure { return (notesFailure, { self.notesFailure = nil }) }
        let errors: [(LibraryError?, @MainActor () -> Void)] = [
            (editor?.actionError, { self.editor?.actionError = nil }),
            (loans.actionError, { self.loans.actionError = nil }),
            (undoFailure, { self.undoFailure = nil }),
            (checkFailure, { self.checkFailure = nil }),
            (list.actionError, { self.list.actionError = nil }),
            (loans.content.loadError, { self.loans.content.loadError = nil }),
            (loans.content.observeError, { self.loans.content.observeError = nil }),
            (people.content.observeError, { self.people.content.observeError = nil }),
            (people.content.loadError, { self.people.content.loadError = nil }),
            (shelves.loadError, { self.shelves.loadError = nil }),
            (detail?.content.loadError, { self.detail?.content.loadError = nil }),
            (list.content.loadError, { self.list.content.loadError = nil }),
            // It doesn't interrupt typing.
            (
                state.takesText ? nil : list.content.observeError,
                {
                    self.list.content.observeError = nil
                    self.isStale = true
                }
            ),
        ]
        for case (let error?, let dismiss) in errors {
            return (text(error), dismiss)
        }
        return nil
    }

    /// Where the store failed, also what can be done about it.
    private func text(_ error: LibraryError) -> String {
        guard case .store = error else { return "\(error.message.withCapital)." }
        // To find a remedy, the whole file may be read.
        if latestRemedies?.error != error { latestRemedies = (error, environment.remedies(error)) }
        let remedies = latestRemedies?.remedies ?? []
        return ([ErrorReport(error).message.withCapital] + remedies).joined(separator: " ") + "."
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
                    // Called on the main actor, just before a view model changes. The task runs after the change.
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

    var takesText: Bool { state.takesText }

    var isAsking: Bool { state.isAsking }

    /// Handles what the user has typed. Returns false if that ends the view.
    func handle(_ input: TerminalInput) -> Bool {
        if isAway { return true }
        let content = content
        state.follow(content)
        let actions = state.reduce(input, content)
        for action in actions { perform(action) }
        return !actions.contains(.quit)
    }

    private func perform(_ action: BrowserAction) {
        if action.writes, let lostPath { return state.ask(.begin(path: lostPath, action)) }
        switch action {
        case .show(let query):
            self.query = query
            (list.query, searchProblem) = ListCommand<Book>.search(query, today: environment.today())
            state.awaitsBooks = true
        case .sort(let sort):
            query.sort = sort.order
            list.sort = sort.order
        case .openForm(let book): editor = EditorViewModel(book, context: environment.context)
        case .fill(let form): editor?.form = form
        case .closeForm:
            editor = nil
            lookUp?.task.cancel()
        case .lookUp:
            guard let editor, lookUp?.editor !== editor else { break }
            lookUp?.task.cancel()
            lookUp = (editor, Task { await self.lookUp(editor) })
        case .editNotes(let saves):
            guard let editor else { break }
            isAway = !isWorking
            change { await self.editNotes(editor, saves: saves) }
        case .save: if let editor { change(saving(editor)) }
        case .addAgain:
            if let editor { change { self.show(await editor.addAgain(), of: editor, isNew: true, twin: nil) } }
        case .openDetail(let book):
            detail = DetailViewModel(book, context: environment.context)
            observeDetail()
        case .closeDetail:
            detail = nil
            observeDetail()
        case .openLoans: observeLoans()
        case .closeLoans: watchingLoans?.cancel()
        case .loadShelves: Task { await shelves.load() }
        case .loadPeople: Task { await people.content.load() }
        case .lend(let book, let person, let term):
            change {
                await self.people.content.load()
                let isNew = self.people.content.loadError == nil && !self.people.knows(person)
                guard let loan = await self.loans.lend(book, to: person, for: term) else { return }
                let borrower = "\(loan.borrower)\(isNew ? ", a new person," : "")"
                let message: Message = "Lent \"\(long: loan.title)\" to \(borrower) until \(loan.loan.due)."
                // What was opened meanwhile stays.
                guard case .lend(let lent, _) = self.state.mode, lent.id == book else {
                    self.state.say(message)
                    return
                }
                self.state.showList(selecting: book, message: message)
            }
        case .takeBack(let book):
            change(waits: true) {
                guard let loan = await self.loans.takeBack(book) else { return }
                self.state.say("\(loan.borrower) has returned \"\(long: loan.title)\".")
            }
        case .extend(let book):
            change(waits: true) {
                guard let loan = await self.loans.extend(book) else { return }
                self.state.say("\(loan.borrower) can keep \"\(long: loan.title)\" until \(loan.loan.due).")
            }
        case .quickKey(let key, let books):
            change(waits: true) { await self.press(key, for: books) }
        case .shelve(let books, let shelf, let isOn):
            change {
                await self.shelves.load()
                let context = self.environment.context
                let name = self.shelves.value?.first { context.folding($0) == context.folding(shelf) } ?? shelf
                let shelves = BookField.shelves.kind
                let changed = await self.list.change(.shelves, of: books) { names throws(LibraryError) in
                    try isOn
                        ? shelves.reading([name], in: names, today: context.today(), folding: context.folding)
                        : shelves.removing(name, from: names, folding: context.folding)
                }
                guard let changed else {
                    if books.count > 1 { self.state.warning = "None of the \(books.count) books was changed." }
                    return
                }
                self.state.selection.unmark(books)
                let message: Message = "\(changed.called): \(isOn ? "on" : "off") the shelf \"\(name)\"."
                // What was opened meanwhile stays.
                guard case .shelve(let chosen, _) = self.state.mode, chosen.map(\.id) == books else {
                    self.state.say(message)
                    return
                }
                self.state.showList(selecting: nil, message: message)
            }
        case .remove(let books):
            change(waits: true) {
                guard let removed = await self.list.remove(books) else {
                    if books.count > 1 { self.state.warning = "None of the \(books.count) books was removed." }
                    return
                }
                self.state.selection.unmark(books)
                self.state.say("Removed \(removed.called).")
            }
        case .askUndo: change { await self.askUndo() }
        case .undo: if let lastCommand { change { await self.undo(lastCommand) } }
        case .dismissError: error?.dismiss()
        case .begin: hadFile = false
        case .reload:
            observe()
            // Today may be another day.
            perform(.show(query))
            Task {
                checkFailure = await environment.check()
                isDamaged = checkFailure != nil
            }
        case .quit: stop()
        }
    }

    /// Carries out one change at a time. Until it is done, another one `waits`, because such keys may be pressed faster than
    /// their changes are stored, or is refused. After one that fails, those that wait are left.
    private func change(waits: Bool = false, _ action: @escaping @MainActor () async -> Void) {
        if isWorking {
            if waits { queued.append(action) } else { state.refuse() }
            return
        }
        isWorking = true
        work = Task {
            await action()
            while !queued.isEmpty, actionFailure == nil { await queued.removeFirst()() }
            if !queued.isEmpty, state.warning == nil {
                state.warning = "Not done: what was pressed after the change that failed."
            }
            queued = []
            isWorking = false
            // The state may have changed, too.
            changed()
            return actionFailure
        }
    }

    private var actionFailure: LibraryError? {
        list.actionError ?? loans.actionError ?? editor?.actionError ?? undoFailure
    }

    /// Does what a quick key means for the books as they are stored, which the list may not show yet.
    private func press(_ key: String, for ids: [Book.ID]) async {
        var stored: [Book] = []
        do throws(LibraryError) {
            for id in ids { if let book = try await environment.library.books.find(id) { stored.append(book) } }
        } catch {
            list.actionError = error
            return
        }
        guard let (field, value) = stored.first?.draft.quickChange(key) else {
            state.warning = "Nothing to change: the library no longer has this book."
            return
        }
        // A change of nothing would let undo take back an earlier one.
        let same = stored.filter { $0.draft[field] == value }.map(\.id)
        let others = ids.filter { !same.contains($0) }
        if others.isEmpty {
            state.warning = "Nothing to change: \(field.said(value)) already."
        } else if let changed = await list.change(field, of: others, { _ in value }) {
            state.selection.unmark(ids)
            state.say("\(changed.called): \(field.said(value)).")
        } else if others.count > 1 {
            state.warning = "None of the \(others.count) books was changed."
        }
    }

    private func askUndo() async {
        do throws(LibraryError) {
            lastCommand = try await environment.maintenance.lastCommand()
        } catch {
            undoFailure = error
            return
        }
        guard let lastCommand else {
            state.message = "There is nothing to undo."
            return
        }
        // What was opened meanwhile stays.
        guard state.mode == state.home else { return }
        let lines = lastCommand.lines(today: environment.today(), most: 4)
        let question = lines[0].withCapital + ": " + lines.dropFirst().map(\.tidied).joined(separator: "; ") + "."
        state.mode = .undo(question, yes: lastCommand.answer, ListPosition())
    }

    private func undo(_ command: LastCommand) async {
        do throws(LibraryError) {
            try await environment.maintenance.undo(command) { _ in }
            if command.command.isTakenBack {
                state.say("Brought back.")
            } else {
                state.message = command.command.repair == nil ? "Taken back; U brings it back." : "Taken back."
            }
        } catch {
            undoFailure = error
        }
    }

    /// Saves the form as it is now: what is typed before the change begins isn't part of it.
    private func saving(_ editor: EditorViewModel<Book>) -> @MainActor () async -> Void {
        let (form, isNew, isChanged) = (editor.form, editor.entity == nil, editor.isChanged)
        return {
            let saved = await editor.save(form)
            if editor.isGone, let book = editor.entity, self.editor === editor, case .form = self.state.mode {
                editor.actionError = nil
                self.state.ask(.addAgain(book.title))
            }
            let twin = if isNew, let saved { await self.twin(of: saved) } else { nil as Book? }
            self.show(saved, of: editor, isNew: isNew, twin: twin, isUndoable: isChanged)
        }
    }

    /// Another book with its title and authors. Nil also if the library can't be read now: the book was saved.
    private func twin(of book: Book) async -> Book? {
        try? await AddBook(environment.context).twins(of: book.draft).first { $0.id != book.id }
    }

    /// Closes the form of a book that was saved, and selects it in the list.
    private func show(
        _ saved: Book?, of editor: EditorViewModel<Book>, isNew: Bool, twin: Book?, isUndoable: Bool = true
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
        if isNew { state.added = Row(saved) }
    }

    /// What comes first may not be cut off: why the list lacks the book, and that it was there already.
    private func message(_ saved: Book, isNew: Bool, twin: Book?) -> Message {
        let verb = isNew ? "Added" : "Saved"
        let twin = twin.map { "the library already had \($0)" as Message }
        // `hides` takes the book as one that nobody has borrowed.
        let isLent = list.content.value?.library?.loans.contains { $0.isOpen && $0.book == saved.id } ?? false
        if !isLent, list.hides(saved) {
            let cause = query.text.isEmpty ? "filter" : "search"
            let end: Message = twin.map { "it; \($0)" } ?? "\(saved)"
            return "\(verb), but hidden by the \(cause): escape shows \(end)."
        }
        return twin.map { "\(verb), though \($0)." } ?? "\(verb) \(saved)."
    }

    private func lookUp(_ editor: EditorViewModel<Book>) async {
        let isDone = await editor.lookUp(LookUpBook(environment.context, catalog: environment.catalog))
        if lookUp?.editor === editor { lookUp = nil }
        if isDone, self.editor === editor { state.fillEmpty(from: editor.form) }
    }

    /// Opens the notes in the user's editor. The edited notes go into the form. If `saves`, the form is saved.
    private func editNotes(_ editor: EditorViewModel<Book>, saves: Bool) async {
        do {
            let notes = try await edit(editor.form.draft.notes ?? "").tidiedLines
            isAway = false
            editor.form.draft.notes = notes.isEmpty ? nil : notes
        } catch {
            isAway = false
            notesFailure = error.message
        }
        guard saves else { return }
        if editor.isChanged, let lostPath { return state.ask(.begin(path: lostPath, .save)) }
        if editor.isChanged { return await saving(editor)() }
        self.editor = nil
        state.showList(selecting: nil, message: "The notes are unchanged.", isUndoable: false)
    }
}
