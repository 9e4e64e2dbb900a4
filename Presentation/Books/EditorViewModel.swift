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

    /// The books that the library had when this one was added, with the same title and authors: see `AddBook.twins`.
    public private(set) var twins: [Book] = []

    /// The book as others have changed it, if that includes fields that were changed here: saving again replaces those.
    public private(set) var theirs: BookDraft?

    /// The book as the library had it when it was last read here, which tells what others have changed since.
    public private(set) var known: BookDraft
    /// The form as last saved. Only the fields that differ from it are saved.
    private var original: BookForm
    private let context: UseCaseContext

    /// The form for `book`, or for a new one.
    public init(_ book: Book? = nil, context: UseCaseContext) {
        let form = BookForm(book?.draft ?? BookDraft())
        self.form = form
        original = form
        known = form.draft
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

    /// Whether saving failed because others have removed the book.
    public var isGone: Bool {
        if case .book(.noSuchBook) = actionError { book != nil } else { false }
    }

    /// Adds the book of the form, as a new one, where others have removed it. Returns it; nil on failure.
    public func addAgain() async -> Book? {
        book = nil
        return await save()
    }

    /// Adds the book, or saves the fields that were changed here; changes by others to other fields stay. Once `save`
    /// has returned an added book, saving again changes that book.
    ///
    /// If others have changed the same fields, nothing is saved at first: `actionError` is `BookError.changedMeanwhile`, and
    /// `theirs` has what they entered. Saving again replaces it, unless they have changed it once more.
    ///
    /// Saves the form as it is now, or as it was `earlier`, when the user asked for it.
    ///
    /// Returns the book as saved; nil if the form is not valid, another saving is under way, or saving fails. The form stays
    /// as it is.
    public func save(_ earlier: BookForm? = nil) async -> Book? {
        let submitted = earlier ?? form
        guard submitted.problems.isEmpty, !isSaving else { return nil }
        isSaving = true
        defer { isSaving = false }
        let saved = await attempt { [context, original, known, theirs, id = book?.id] () throws(LibraryError) in
            guard let id else { return try await Self.add(submitted.draft, context) }
            let book = try await EditBook(context)(id, chosen: submitted.chosen) { draft throws(LibraryError) in
                let unseen = submitted.conflicts(since: original, known: known, in: draft)
                    .filter { theirs?[$0] != draft[$0] }
                guard unseen.isEmpty else { throw .book(.changedMeanwhile(draft, unseen)) }
                submitted.repeatChanges(since: original, in: &draft)
            }
            return (book: book, twins: [])
        }
        if case .book(.changedMeanwhile(let draft, _)) = actionError { theirs = draft }
        guard let (saved, twins) = saved else { return nil }
        self.twins = twins
        for field in BookField.allCases where book == nil || submitted.draft[field] != original.draft[field] {
            known[field] = saved.draft[field]
        }
        theirs = nil
        book = saved
        original = submitted
        return saved
    }

    private nonisolated static func add(
        _ draft: BookDraft, _ context: UseCaseContext
    ) async throws(LibraryError) -> (book: Book, twins: [Book]) {
        let addBook = AddBook(context)
        let twins = try await addBook.twins(of: draft)
        return (try await addBook(draft), twins)
    }
}
