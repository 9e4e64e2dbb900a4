import Domain
import Presentation

/// The state of the full-screen view itself: the selection, what is typed, and what is open. `reduce` changes it. The
/// entities, and everything that is known about them, are in `BrowserContent`.
struct BrowserState<Entity: BrowsedEntity>: Equatable, Sendable {
    var columns = 0
    var lines = 0
    var mode = Mode.list { didSet { if mode == .list || mode == .page { home = mode } } }
    /// The page that is shown again once what was opened over it is left.
    private(set) var home = Mode.list
    /// The words to search for.
    var search = TextField()
    /// The selected entity.
    var selection = ListSelection<Entity.ID>()
    /// Whether the list still shows what an earlier query found.
    var awaitsRows = false
    /// Why a condition of the search has no effect yet.
    var searchProblem: String?
    /// What is shown because of a link, such as "place Hall".
    var linked: String?
    /// Whether the list no longer follows the library, and the user has seen why.
    var isStale = false
    /// Whether the dialog is about to close: what it asked for is being stored.
    var isClosing = false
    /// The entity that was just added, until the library that the list shows has it, or a key moves the selection. Commands
    /// are for it, unless others are marked, not for the selected row.
    var added: Row<Entity>?
    /// What the last action did; shown until the next command.
    var said: Notice? { didSet { isUndoable = false } }
    /// Whether the key of undo takes back what the message says.
    private(set) var isUndoable = false
    /// Why the last key did nothing; shown until the next command.
    var warning: String?

    enum Mode: Equatable, Sendable {
        case list
        case search
        /// The page of another feature.
        case page
        /// A dialog of another feature, which keeps what is typed there, over the page that it goes back to.
        indirect case dialog(over: Mode)
        case detail(Entity.ID, ListPosition)
        /// The entities, and a name for the field of names.
        case naming([Entity], TextField)
        case form(FormState<Entity>)
        /// A question about what is open, which stays behind it.
        indirect case asking(Question, over: Mode, ListPosition)
        indirect case help(ListPosition, over: Mode)
        indirect case menu(BrowserMenu<Entity>, ListPosition, over: Mode)
    }

    /// What the view asks before it goes on.
    enum Question: Equatable, Sendable {
        case removal([Entity])
        /// What undo would do, and the answer that means yes.
        case undo(String, yes: String)
        /// Whether what was typed may be lost.
        case discard
        /// Whether the entity of this name, which others have removed, is added again.
        case addAgain(String)
        /// Whether a new library is begun where the file of this one is gone.
        case begin(path: String)
    }

    /// What is open, without the question about it, or the menu or help over it.
    var opened: Mode {
        switch mode {
        case .asking(_, let mode, _), .help(_, let mode), .menu(_, _, let mode): mode
        default: mode
        }
    }

    /// The same without a dialog over it.
    var shown: Mode { if case .dialog(let page) = opened { page } else { opened } }

    /// Whether nothing is open over the list, a page or details.
    var isHome: Bool { if case .detail = mode { true } else { mode == home } }

    /// Whether a question comes before all else.
    var isAsking: Bool { if case .asking = mode { true } else { false } }

    /// Asks a question about what is open.
    mutating func ask(_ question: Question) { mode = .asking(question, over: opened, ListPosition()) }

    /// Whether the window is large enough for the view.
    var isUsable: Bool { columns >= 24 && lines >= 8 }

    /// The number of rows that fit.
    var listHeight: Int { max(1, lines - 5) }

    /// The number of lines that fit into a view that takes the whole screen.
    var pageHeight: Int { max(1, lines - 3) }

    /// The number of lines that fit into a dialog.
    var dialogHeight: Int { max(1, lines - 4) }

    /// Whether typed characters go into a field, instead of being commands.
    var takesText: Bool {
        switch mode {
        case .search, .dialog, .naming, .form, .menu(.filter(.some), _, _): true
        case .list, .page, .detail, .asking, .help, .menu: false
        }
    }

    /// Whether a dialog is open in which something is typed.
    var isDialog: Bool { if case .naming = mode { true } else if case .dialog = mode { true } else { false } }

    /// Keeps the selection on the same entity when the list has changed. While words are typed, and until the rows are read,
    /// it stays on the first one found.
    mutating func follow(_ content: BrowserContent<Entity>) {
        awaitsRows = awaitsRows && content.isReading
        if let id = added?.id {
            let isThere = content.library?.entities(of: Entity.self).contains { $0.id == id } ?? false
            if isThere || isStale { added = nil }
        }
        selection.follow(content.rows.ids, height: listHeight, keepsTop: mode == .search || content.isReading)
    }

    /// Says that there can't be another change yet.
    mutating func refuse() { warning = "Not done: the previous change is still being saved. Try again." }

    /// Says what was changed.
    mutating func say(_ message: Notice, isUndoable: Bool = true) {
        said = message
        self.isUndoable = isUndoable
    }

    /// Leaves what is open; in the list, that entity is selected.
    mutating func showList(selecting entity: Entity.ID?, message: Notice, isUndoable: Bool = true) {
        leave()
        selection.want(entity)
        say(message, isUndoable: isUndoable)
    }

    /// Leaves what is open, for the list or the page, or what a dialog is over.
    mutating func leave() { mode = if case .dialog(let page) = mode { page } else { home } }

    /// Shows what the form's view model has found for the empty fields.
    mutating func fillEmpty(from form: DraftForm<Entity.Draft>) {
        guard case .form(var state) = opened else { return }
        state.fillEmpty(from: form)
        if case .asking(let question, _, let position) = mode {
            mode = .asking(question, over: .form(state), position)
        } else {
            mode = .form(state)
        }
    }
}
