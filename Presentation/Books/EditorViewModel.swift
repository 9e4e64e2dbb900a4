public import Domain
public import Observation

/// The form for adding or editing a book.
@MainActor
@Observable
public final class EditorViewModel: Acting {
    public var form: BookForm
    /// The book as last saved; nil while it is new.
    public private(set) var book: Book?
    public private(set) var isSaving = false
    public var actionError: LibraryError?

    /// The form as last saved. Only the fields that differ from it are saved.
    private var original: BookForm
    private let context: UseCaseContext

    /// The form for `book`, or for a new one.
    public init(_ book: Book? = nil, context: UseCaseContext) {
        let form = BookForm(book?.draft ?? BookDraft())
        self.form = form
        original = form
        self.book = book
        self.context = context
    }

    public var isChanged: Bool { form != original }

    /// Whether the form describes a valid book and is not being saved.
    public var canSave: Bool { form.problems.isEmpty && !isSaving }

    /// Fills in title and authors, where they are empty, from the catalogue; nothing without a valid ISBN. Returns
    /// false if it fails.
    public func lookUp(in catalog: any BookCatalog) async -> Bool {
        let draft = await attempt { [context, form, id = book?.id] () throws(LibraryError) in
            try await LookUpBook(context, catalog: catalog)(form.draft, of: id)
        }
        guard let draft else { return false }
        // What was typed meanwhile stays.
        if form.draft.title.tidied.isEmpty { form.draft.title = draft.title }
        if form.draft.authors.allSatisfy(\.tidied.isEmpty) { form.draft.authors = draft.authors }
        return true
    }

    /// Adds the book, or saves the fields that were changed here; changes by others to other fields stay. Once `save`
    /// has returned an added book, saving again changes that book.
    ///
    /// Returns the book as saved; nil if `canSave` is false or saving fails. The form stays as it is.
    public func save() async -> Book? {
        guard canSave else { return nil }
        isSaving = true
        defer { isSaving = false }
        let submitted = form
        let saved = await attempt { [context, original, id = book?.id] () throws(LibraryError) in
            if let id {
                return try await EditBook(context)(id) { submitted.repeatChanges(since: original, in: &$0) }
            }
            return try await AddBook(context)(submitted.draft)
        }
        guard let saved else { return nil }
        book = saved
        original = submitted
        return saved
    }
}
