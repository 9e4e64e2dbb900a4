public import Domain
public import Observation

/// The form for adding or editing a book.
@MainActor
@Observable
public final class EditorViewModel: Attempting {
    public var form: BookForm
    /// The book as last saved; nil while it is new.
    public private(set) var book: Book?
    public private(set) var isSaving = false
    public internal(set) var error: LibraryError?

    /// The form as last saved. Only the fields that differ from it are saved.
    private var original: BookForm
    private let context: UseCaseContext

    /// The form for `book`, or for a new one.
    public init(_ book: Book? = nil, context: UseCaseContext) {
        let form = book.map { BookForm($0) } ?? BookForm()
        self.form = form
        self.original = form
        self.book = book
        self.context = context
    }

    /// What is wrong with the form, by field.
    public var problems: [BookForm.Field: BookForm.Problem] { form.problems }

    public var isChanged: Bool { form != original }

    /// Whether the form describes a valid book and is not being saved.
    public var canSave: Bool { problems.isEmpty && !isSaving }

    /// Fills the empty fields of title, authors and ISBN from `draft`.
    public func fillIn(_ draft: BookDraft) {
        if form.title.tidied.isEmpty { form.title = draft.title }
        if form.authors.allSatisfy(\.tidied.isEmpty) { form.authors = draft.authors }
        if form.isbn.tidied.isEmpty { form.isbn = draft.isbn.map { "\($0)" } ?? "" }
    }

    /// Fills in title and authors, where they are empty, from the catalogue. Returns false if that fails; `error` says why.
    public func lookUp(in catalog: any BookCatalog) async -> Bool {
        let form = form
        let draft = await attempt { [context] () throws(LibraryError) in
            var draft = BookDraft()
            form.write(to: &draft, since: BookForm())
            return try await LookUpBook(context, catalog: catalog)(draft)
        }
        guard let draft else { return false }
        fillIn(draft)
        return true
    }

    /// Adds a shelf, unless the form has one of that name, ignoring case and accents.
    public func addShelf(_ name: String) {
        let name = name.tidied
        guard !name.isEmpty, !form.shelves.contains(where: { isSame($0, name) }) else { return }
        form.shelves.append(name)
    }

    /// Removes a shelf, ignoring case and accents. Returns false if the form has none of that name.
    @discardableResult
    public func removeShelf(_ name: String) -> Bool {
        let before = form.shelves.count
        form.shelves.removeAll { isSame($0, name.tidied) }
        return form.shelves.count < before
    }

    /// Adds the book, or saves the fields that were changed here; changes by others to other fields stay. Saving again
    /// never adds the book a second time.
    ///
    /// Returns the book as saved; or nil if `canSave` is false, or saving fails and `error` says why.
    public func save() async -> Book? {
        guard canSave else { return nil }
        isSaving = true
        defer { isSaving = false }
        let (submitted, since, id) = (form, original, book?.id)
        let saved = await attempt { [context] () throws(LibraryError) in
            if let id {
                let edit = EditBook(context)
                return try await edit(id) { submitted.write(to: &$0, since: since) }
            }
            var draft = BookDraft()
            submitted.write(to: &draft, since: since)
            return try await AddBook(context)(draft)
        }
        guard let saved else { return nil }
        book = saved
        original = submitted
        return saved
    }

    private func isSame(_ shelf: String, _ name: String) -> Bool {
        context.folding(shelf) == context.folding(name)
    }
}
