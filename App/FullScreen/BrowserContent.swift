import Domain
import Presentation

/// What the view models show at one moment.
struct BrowserContent<Entity: BrowsedEntity>: Sendable {
    typealias Field = Entity.Draft.Field

    let today: Day
    let folding: TextFolding
    var orders = Entity.orders
    var rows = Rows<Entity>()
    /// What people call the entities that the rows refer to, by identifier.
    var names: [String: String] = [:]
    /// The whole library; nil before the first snapshot arrives.
    var library: LibrarySnapshot?
    /// Whether the library has not been read yet.
    var isLoading = false
    /// Whether the entities that the query finds are still being looked for.
    var isReading = false
    /// Whether a change is being stored, or an editor for a long text is open.
    var isWorking = false
    /// How the form is filled in from elsewhere, if it can be, and whether that is under way.
    var filler: FormFiller<Entity>?
    var isFilling = false
    /// Whether the library could not be read again, as the user has seen.
    var isDamaged = false
    /// The library's file, once it is gone.
    var lostPath: String?
    /// Its text is the search as it was typed.
    var query = Query<Entity>()
    /// The index of the order in effect.
    var sort = 0
    /// The names that complete conditions, and those in fields of names, once they are loaded.
    var known: [String: [String]] = [:]
    /// The form, while there is one.
    var form: Form?
    /// The entity whose details are shown, once it is read; nil if the library no longer has it.
    var detail: Row<Entity>?
    /// What else the library has, for these details.
    var others = LibrarySnapshot()
    /// Whether that is being read.
    var isDetailLoading = false
    /// Where Enter leads from these details.
    var links: [PageLink] = []
    /// The name of the next page; nil if there is one page.
    var next: String?
    /// The keys of another feature, and what it shows.
    var commands: [BrowserCommand] = []
    var pageHints: [String] = []
    var page: AdditionPage?
    var dialog: AdditionDialog?
    /// What went wrong, as a sentence, until the user has seen it.
    var error: String?

    struct Form: Sendable {
        var fields: DraftForm<Entity.Draft>
        var isNew: Bool
        var isChanged: Bool
        var canSave: Bool
        /// What the library had, and what others have made of it: see `EditorViewModel`.
        var known = Entity.Draft()
        var theirs: Entity.Draft?
    }

    /// The names in that field, once they are loaded.
    func names(in field: Field?) -> [String] { field.flatMap { known[$0.option] } ?? [] }

    /// Those names in that field that begin with what is typed, then those that have another word beginning so.
    func names(in field: Field?, beginningWith typed: String) -> [String] {
        let typed = folding(typed)
        let all = names(in: field).map { (name: $0, folded: folding($0)) }
        return all.filter { $0.folded.hasPrefix(typed) }.map(\.name)
            + all.filter { $0.folded.contains(" \(typed)") && !$0.folded.hasPrefix(typed) }.map(\.name)
    }
}

/// What an input asks of the view models, or that it ends the view.
enum BrowserAction<Entity: BrowsedEntity>: Hashable, Sendable {
    case show(Query<Entity>)
    /// Sorts by the order of that index, which the view then begins with.
    case sort(Int, isReversed: Bool)
    case openForm(Entity?)
    case fill(DraftForm<Entity.Draft>)
    /// Fills in the form from elsewhere.
    case lookUp
    /// Opens the long text of the form in an editor.
    case editText(saves: Bool)
    case save
    /// Saves the form of an entity that others have removed as a new one.
    case addAgain
    case closeForm
    case openDetail(Entity.ID)
    case closeDetail
    case follow(PageLink)
    /// Leaves the details of one, or those that are shown: the way back, if a link led there.
    case back(isFromOne: Bool)
    /// Loads the names that complete that condition, or are in that field.
    case loadNames(String)
    /// A command of another feature, for these.
    case command(TerminalInput, for: [Entity.ID])
    /// What was typed while its dialog or its page is open.
    case pass(TerminalInput)
    case closeDialog
    /// What a quick key means for these.
    case quickKey(String, of: [Entity.ID])
    /// Gives these that value in the field with a menu.
    case choose(FieldValue, of: [Entity.ID])
    /// Adds a name to the field of names of these, or removes it.
    case setName([Entity.ID], String, isOn: Bool)
    case remove([Entity.ID])
    /// Asks whether the last change is to be undone.
    case askUndo
    case undo
    /// Begins a new library in place of the lost file, then makes the change that waits for it.
    case begin
    case dismissError
    case reload
    case quit
}
