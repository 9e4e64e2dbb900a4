import Domain
import Presentation

/// What the view models show at one moment.
struct BrowserContent: Sendable {
    let today: Day
    let folding: TextFolding
    var rows = Rows<Book>()
    /// The whole library; nil before the first snapshot arrives.
    var library: LibrarySnapshot?
    /// Whether the library has not been read yet.
    var isLoading = false
    /// Whether the books that the query finds are still being looked for.
    var isReading = false
    /// Whether a change is being stored, or an editor for notes is open.
    var isWorking = false
    /// Whether the catalogue is being asked.
    var isLookingUp = false
    /// Whether there is a catalogue to ask.
    var hasCatalog = true
    /// Whether the list no longer follows the library, and the user has seen why.
    var isStale = false
    /// Whether the library could not be read again, as the user has seen.
    var isDamaged = false
    /// The library's file, once it is gone.
    var lostPath: String?
    /// Its text is the search as it was typed.
    var query = BookQuery()
    /// Why a condition of the search has no effect yet.
    var searchProblem: String?
    var sort = BookSort.title
    /// The shelves of the library, once they are loaded.
    var shelves: [String] = []
    /// The names of the people who have borrowed books, once they are loaded.
    var people: [String] = []
    /// The loans that haven't ended, the earliest due first; nil until they are loaded.
    var openLoans: [LoanListing]?
    /// The people who have books.
    var borrowers: [PeopleViewModel.Row] = []
    /// The form, while there is one.
    var form: Form?
    /// The book whose details are shown, once it is read; nil if the library no longer has it.
    var detail: Row<Book>?
    /// The loans of that book, the latest first.
    var loans: [LoanListing] = []
    /// What went wrong, as a sentence, until the user has seen it.
    var error: String?

    struct Form: Sendable {
        var fields: BookForm
        var isNew: Bool
        var isChanged: Bool
        var canSave: Bool
        /// What the library had, and what others have made of it: see `EditorViewModel`.
        var known = BookDraft()
        var theirs: BookDraft?
    }
}

/// What an input asks of the view models, or that it ends the view.
enum BrowserAction: Hashable, Sendable {
    case show(BookQuery)
    case sort(BookSort)
    case openForm(Book?)
    case fill(BookForm)
    case lookUp
    case editNotes(saves: Bool)
    case save
    /// Saves the form of a book that others have removed as a new book.
    case addAgain
    case closeForm
    case openDetail(Book.ID)
    case closeDetail
    case openLoans
    case closeLoans
    case loadPeople
    case loadShelves
    case lend(Book.ID, to: String, LoanTerm?)
    case takeBack(Book.ID)
    case extend(Book.ID)
    /// What a quick key means for these books.
    case quickKey(String, of: [Book.ID])
    /// Puts the books on that shelf, or takes them off it.
    case shelve([Book.ID], String, isOn: Bool)
    case remove([Book.ID])
    /// Asks whether the last change is to be undone.
    case askUndo
    case undo
    /// Begins a new library where the file of this one is gone.
    case begin
    case dismissError
    case reload
    case quit

    /// Whether it changes the library.
    var writes: Bool {
        switch self {
        case .save, .addAgain, .lend, .takeBack, .extend, .quickKey, .shelve, .remove, .undo: true
        // Written notes are saved after a question of their own.
        case .show, .sort, .openForm, .fill, .lookUp, .editNotes, .closeForm, .openDetail, .closeDetail, .openLoans,
            .closeLoans, .loadShelves, .loadPeople, .askUndo, .begin, .dismissError, .reload, .quit:
            false
        }
    }
}
