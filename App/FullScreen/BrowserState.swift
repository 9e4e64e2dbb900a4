import Domain
import Presentation

/// The state of the full-screen view itself: the selection, what is typed, and what is open. `reduce` changes it. The
/// books, and everything that is known about them, are in `BrowserContent`.
struct BrowserState: Equatable, Sendable {
    var columns: Int
    var lines: Int
    var mode = Mode.list
    /// The words to search for.
    var search = TextField()
    var position = ListPosition()
    /// What the last action did; shown until the next command.
    var message: String?
    /// Why the last key did nothing; shown until the next command.
    var warning: String?
    private var selected: Book.ID?
    /// A book to select as soon as the list has it, unless a key moves the selection first.
    private var wanted: Book.ID?
    /// Whether the selection stays on the first book found. A change of the words sets it. It ends when the selection is
    /// moved or Escape clears the words, or after Enter, once the books are read.
    var isAtTop = false

    enum Mode: Equatable, Sendable {
        case list
        case search
        case detail(Book.ID, ListPosition)
        case sort(ListPosition)
        case filter(ListPosition)
        case lend(Book, Form<LendField>)
        case removal(Book, ListPosition)
        case form(FormState)
        case discarding(FormState, ListPosition)
        case help(ListPosition)
    }

    init(columns: Int, lines: Int) {
        self.columns = columns
        self.lines = lines
    }

    /// Whether the window is large enough for the view.
    var isUsable: Bool { columns >= 24 && lines >= 8 }

    /// The number of books that fit.
    var listHeight: Int { max(1, lines - 5) }

    /// The number of lines that fit into a view that takes the whole screen.
    var pageHeight: Int { max(1, lines - 3) }

    /// The number of lines that fit into a dialog.
    var dialogHeight: Int { max(1, lines - 4) }

    /// Whether typed characters go into a field, instead of being commands.
    var takesText: Bool {
        switch mode {
        case .search, .lend, .form: true
        case .list, .detail, .sort, .filter, .removal, .discarding, .help: false
        }
    }

    /// Whether a question was asked whose answer changes something.
    var isAsking: Bool {
        switch mode {
        case .removal, .discarding: true
        default: false
        }
    }

    /// Keeps the selection on the same book when the list has changed. If the book has left the list, the next one is
    /// selected.
    mutating func follow(_ content: BrowserContent) {
        let rows = content.rows
        var row = position.selected
        if let wanted, let found = rows.firstIndex(where: { $0.id == wanted }) {
            row = found
            self.wanted = nil
        } else if isAtTop {
            row = 0
            isAtTop = mode == .search || content.isReading
        } else if let selected, !rows.indices.contains(row) || rows[row].id != selected {
            row = rows.firstIndex { $0.id == selected } ?? row
        }
        select(row, in: rows)
    }

    /// Says that there can't be another change yet.
    mutating func refuse() {
        warning = "Not done: the previous change is still being saved. Try again."
    }

    /// Returns to the list, with that book selected.
    mutating func showList(selecting book: Book.ID?, message: String) {
        mode = .list
        wanted = book
        self.message = message
    }

    /// Shows what the form's view model has found for the empty fields.
    mutating func fillEmpty(from form: BookForm) {
        switch mode {
        case .form(var state):
            state.fillEmpty(from: form)
            mode = .form(state)
        case .discarding(var state, let position):
            state.fillEmpty(from: form)
            mode = .discarding(state, position)
        default: break
        }
    }

    /// Moves the selection by a key. Returns false if the input means something else.
    mutating func move(_ input: TerminalInput, in rows: [BookListing]) -> Bool {
        guard position.move(input, of: rows.count, height: listHeight) else { return false }
        wanted = nil
        isAtTop = false
        select(position.selected, in: rows)
        return true
    }

    private mutating func select(_ row: Int, in rows: [BookListing]) {
        position.select(row, of: rows.count, height: listHeight)
        selected = rows.indices.contains(position.selected) ? rows[position.selected].id : nil
    }
}
