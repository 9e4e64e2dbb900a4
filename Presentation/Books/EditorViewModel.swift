public import Domain
public import Observation

/// The form in which a book is written down or corrected.
@MainActor
@Observable
public final class EditorViewModel: Attempting {
    public var form: BookForm
    /// The book as it was last saved; nil while it is new.
    public private(set) var book: Book?
    public private(set) var isSaving = false
    public internal(set) var error: LibraryError?

    /// What the library is known to have: only what the form has otherwise is saved.
    private var original: BookForm
    private let library: any Library
    private let context: UseCaseContext

    /// The form for `book`, or for a new one.
    public init(_ book: Book? = nil, library: any Library, context: UseCaseContext) {
        let form = book.map { BookForm($0) } ?? BookForm()
        self.form = form
        self.original = form
        self.book = book
        self.library = library
        self.context = context
    }

    /// What is wrong with the form, by field.
    public var problems: [BookForm.Field: BookForm.Problem] { form.problems }

    public var isChanged: Bool { form != original }

    /// Whether the form makes a book, and is not being saved at this moment.
    public var canSave: Bool { problems.isEmpty && !isSaving }

    /// Takes over what is known about a book from elsewhere, wherever the form has nothing yet.
    public func fillIn(_ draft: BookDraft) {
        if form.title.tidied.isEmpty { form.title = draft.title }
        if form.authors.allSatisfy(\.tidied.isEmpty) { form.authors = draft.authors }
        if form.isbn.tidied.isEmpty { form.isbn = draft.isbn.map { "\($0)" } ?? "" }
    }

    /// Fills in what the form still lacks from what the catalogue says of its ISBN. False where `error` says why not.
    public func lookUp(in catalog: any BookCatalog) async -> Bool {
        let form = form
        let draft = await attempt { [library] () throws(LibraryError) in
            var draft = BookDraft()
            form.write(to: &draft, since: BookForm())
            return try await LookUpBook(library: library, catalog: catalog)(draft)
        }
        guard let draft else { return false }
        fillIn(draft)
        return true
    }

    /// Puts the book on a shelf, unless it stands there already, whatever the case and accents of the name.
    public func addShelf(_ name: String) {
        let name = name.tidied
        guard !name.isEmpty, !form.shelves.contains(where: { isSame($0, name) }) else { return }
        form.shelves.append(name)
    }

    /// Takes the book off a shelf, whatever the case and accents of the name; false where it does not stand there.
    @discardableResult
    public func removeShelf(_ name: String) -> Bool {
        let before = form.shelves.count
        form.shelves.removeAll { isSame($0, name.tidied) }
        return form.shelves.count < before
    }

    /// Adds the book, or changes it in those fields that were changed here: what others have changed meanwhile in
    /// the other fields stays. Saving once more never adds it a second time.
    ///
    /// Gives the book as it is in the library; or nil, where the form can't be saved, or where `error` says why.
    public func save() async -> Book? {
        guard canSave else { return nil }
        isSaving = true
        defer { isSaving = false }
        let (submitted, since, id) = (form, original, book?.id)
        let saved = await attempt { [library, context] () throws(LibraryError) in
            if let id {
                let edit = EditBook(library: library, context: context)
                return try await edit(id) { submitted.write(to: &$0, since: since) }
            }
            var draft = BookDraft()
            submitted.write(to: &draft, since: since)
            return try await AddBook(library: library, context: context)(draft)
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
