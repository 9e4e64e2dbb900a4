import Data
import Domain
import Observation
import Presentation
import Storage

/// The entities of a type on the screen: keys change the state, the state and the view models make the screen.
@MainActor
final class Browser<Entity: BrowsedEntity>: BrowserPage {
    var state = BrowserState<Entity>(columns: 0, lines: 0)
    let list: ListViewModel<Entity>
    var editor: EditorViewModel<Entity>? { didSet { isTracked = false } }
    var detail: DetailViewModel<Entity>? { didSet { isTracked = false } }
    let addition: (any BrowserAddition<Entity>)?
    let environment: AppEnvironment
    let store: StoreWatch
    let changes: ChangeQueue<LibraryError>
    /// Whether the page of another feature is the one to go back to.
    var showsPage: Bool { state.home == .page }
    let edit: TextEditor
    var next: String?
    var follow: (PageLink) -> Void = { _ in }
    var goBack: (_ isFromOne: Bool) -> Void = { _ in }
    /// What is shown, with the text as it was typed.
    var query = Query<Entity>()
    /// Finds out what the names in it mean.
    var resolving: Task<Void, Never>?
    /// The names that complete conditions and fields.
    var known: [String: [String]] = [:]
    let filler: FormFiller<Entity>?
    let orders = Entity.orders
    /// The order that was chosen, as it is kept; nil until one is.
    var order: String?
    /// The form that is being filled in from elsewhere.
    var filling: (editor: EditorViewModel<Entity>, task: Task<Void, Never>)?
    /// The change that waits for the answer whether a new library is begun.
    var postponed: (() -> Void)?
    /// The command that the view asked about.
    var lastCommand: LastCommand?
    /// Whether the editor for texts has the terminal, or is about to.
    var isAway = false
    private var observing: Task<Void, Never>?
    private var watchingDetail: Task<Void, Never>?
    /// The change that was under way at the end.
    private var unfinished: Task<LibraryError?, Never>?
    /// Whether the next change of what the screen shows will be noticed.
    private var isTracked = false
    let changed: () -> Void

    /// `changed` is called when the screen may have changed by itself.
    init(
        _ environment: AppEnvironment, _ store: StoreWatch, _ changes: ChangeQueue<LibraryError>,
        changed: @escaping () -> Void, edit: @escaping TextEditor
    ) {
        self.environment = environment
        self.edit = edit
        self.changed = changed
        (self.store, self.changes) = (store, changes)
        list = Entity.list(of: Query(), environment)
        addition = Entity.addition(environment)
        filler = Entity.filler(environment)
    }

    /// Begins to show the library.
    func observe() {
        state.isStale = false
        // The old observation must end before the new one begins.
        observing = Task { [list, old = observing] in
            old?.cancel()
            await old?.value
            if list.content.value == nil { await sortAsBefore() }
            await list.observe()
        }
        observeDetail()
        if showsPage { addition?.observe() }
    }

    func observeDetail() {
        watchingDetail?.cancel()
        watchingDetail = detail.map { detail in Task { await detail.content.observe() } }
    }

    /// Ends the view: only the change that is being stored goes on.
    func stop() {
        observing?.cancel()
        watchingDetail?.cancel()
        addition?.stop()
        unfinished = changes.underWay
    }

    /// Waits for the change that was being stored at the end, if there is one. Returns the error if it failed.
    func finish() async -> LibraryError? {
        await keepOrder()
        return await unfinished?.value
    }

    /// Why there is nothing to show.
    var failure: LibraryError? {
        list.content.value == nil ? list.content.loadError ?? list.content.observeError : nil
    }

    /// What the view models show now.
    var content: BrowserContent<Entity> {
        var content = BrowserContent<Entity>(
            today: environment.today(), folding: environment.context.folding, orders: orders)
        let shown = list.content.value
        if let shown { (content.rows, content.names, content.library) = (shown.page.rows, shown.names, shown.library) }
        content.isLoading = shown == nil
        content.isReading = list.awaitsRows || resolving != nil
        content.isWorking = changes.isWorking
        (content.filler, content.next) = (filler, next)
        let sort = list.sort
        content.isFilling = editor != nil && filling?.editor === editor
        (content.isDamaged, content.lostPath) = (store.isDamaged, store.lostPath)
        (content.query, content.known) = (query, known)
        content.sort = orders.firstIndex { $0.sort == sort } ?? 0
        content.detail = detail?.row
        content.others = detail?.library ?? LibrarySnapshot()
        content.form = editor.map { editor in
            BrowserContent.Form(
                fields: editor.form, isNew: editor.entity == nil, isChanged: editor.isChanged, canSave: editor.canSave,
                known: editor.known, theirs: editor.theirs)
        }
        if let addition {
            (content.commands, content.pageHints) = (type(of: addition).commands, type(of: addition).hints)
            content.dialog = addition.dialog
            if showsPage { content.page = addition.page(columns: state.columns, height: state.listHeight) }
        }
        content.isDetailLoading = detail != nil && detail?.content.value == nil
        if case .detail = state.opened, let row = state.row(in: content), let library = content.library {
            content.links = Entity.links(from: row, library, to: Pages.entities)
        }
        content.error = error?.message
        return content
    }

    /// The first of the errors, and what dismisses it. The next one, if any, is then shown.
    private var error: (message: String, dismiss: @MainActor () -> Void)? {
        if let message = store.message { return (message, { self.store.dismiss() }) }
        let added = addition?.error
        let errors: [(LibraryError?, @MainActor () -> Void)] = [
            (editor?.actionError, { self.editor?.actionError = nil }),
            (list.actionError, { self.list.actionError = nil }),
            (added?.0, { added?.dismiss() }),
            (detail?.content.loadError, { self.detail?.content.loadError = nil }),
            (list.content.loadError, { self.list.content.loadError = nil }),
            // It doesn't interrupt typing.
            (
                state.takesText ? nil : list.content.observeError,
                { (self.list.content.observeError, self.state.isStale) = (nil, true) }
            ),
        ]
        for case (let error?, let dismiss) in errors { return (store.text(error), dismiss) }
        return nil
    }

    func dismissError() { error?.dismiss() }

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
    var isAsking: Bool { state.isAsking || error != nil }

    func takes(_ input: TerminalInput) -> Bool {
        guard state.awaitsRows || state.isClosing else { return true }
        let content = content
        state.follow(content)
        return state.takes(input, content)
    }

    /// Handles what the user has typed. Returns false if that ends the view.
    func handle(_ input: TerminalInput) -> Bool {
        if isAway { return true }
        let content = content
        state.follow(content)
        let actions = state.reduce(input, content)
        for action in actions { carryOut(action) }
        if !state.isAsking { postponed = nil }
        return !actions.contains(.quit)
    }

    /// Whether the change waits for an answer: the library's file is gone, and it would begin a new one.
    func asksFirst(_ change: @escaping () -> Void) -> Bool {
        guard let path = store.lostPath else { return false }
        postponed = change
        state.ask(.begin(path: path))
        return true
    }

    /// Carries out one change at a time: see `ChangeQueue`.
    func change(writes: Bool = true, waits: Bool = false, _ action: @escaping @MainActor () async -> Void) {
        if writes, asksFirst({ self.change(waits: waits, action) }) { return }
        let isTaken = changes.carryOut(waits: waits, action) {
            self.actionFailure
        } ended: { someWereLeft in
            self.state.isClosing = false
            if someWereLeft, self.state.warning == nil {
                self.state.warning = "Not done: what was pressed after the change that failed."
            }
            // The names may have changed, and so may the state.
            if self.state.mode == self.state.home { self.known = [:] }
            self.changed()
        }
        if !isTaken { state.refuse() } else { state.isClosing = state.isDialog }
    }

    private var actionFailure: LibraryError? {
        list.actionError ?? addition?.actionError ?? editor?.actionError
    }
}
