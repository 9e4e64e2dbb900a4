import Data
import Domain
import Presentation
import TestSupport
import Testing

@MainActor
struct EditorViewModelTests {
    private let library: StoredLibrary
    private let old: Book

    init() throws {
        old = try book(1, "Old") {
            $0.isbn = try? ISBN("9780306406157")
            $0.rating = Rating(2)
            $0.shelves = ["Sea", "día"]
        }
        library = StoredLibrary.inMemory(LibrarySnapshot(books: [old]))
    }

    private func editor(_ book: Book? = nil) -> EditorViewModel {
        EditorViewModel(book, context: context(library))
    }

    @Test func anEmptyFormSaysWhatIsMissing() async throws {
        let editor = editor()
        #expect(editor.problems == [.title: .missing, .authors: .missing])
        #expect(!editor.canSave)
        #expect(await editor.save() == nil)
        #expect(editor.error == nil)
        #expect(try await library.books.all() == [old])
    }

    /// The sample has a value in each field of a book that may be empty; a new field needs one, too.
    @Test func theFormHasEachFieldOfABook() async throws {
        let whole = try book(2, "New") {
            $0.isbn = try? ISBN("9780141439587")
            $0.status = .abandoned
            $0.rating = Rating(4)
            $0.isFavorite = true
            $0.shelves = ["Sea"]
            $0.finished = today
        }
        for (name, value) in Mirror(reflecting: whole).children {
            let field = Mirror(reflecting: value)
            #expect(field.displayStyle != .optional || !field.children.isEmpty, "\(name ?? "") of the sample is nil")
        }
        let editor = editor()
        editor.form = BookForm(whole)
        var saved = BookDraft(try #require(await editor.save()))
        // The day is noted by a rule, and no form has it.
        saved.finished = today
        #expect(saved == BookDraft(whole))
    }

    @Test func eachFieldHasItsOwnProblem() {
        let editor = editor(old)
        #expect(editor.problems.isEmpty)
        editor.form.title = " \n"
        #expect(editor.problems == [.title: .missing])
        editor.form.title = "New"
        editor.form.authors = [" "]
        #expect(editor.problems == [.authors: .missing])
        editor.form.authors = ["", "Ben"]
        editor.form.isbn = "9780306406158"
        #expect(editor.problems == [.isbn: .notAnISBN(.wrongCheckDigit)])
        editor.form.isbn = " "
        editor.form.rating = 6
        #expect(editor.problems == [.rating: .outOfRange])
        editor.form.rating = nil
        #expect(editor.canSave)
    }

    @Test func looksUpWhatTheFormLacks() async throws {
        let isbn = try ISBN("9780441172719")
        let entry = try #require(CatalogEntry(title: "Dune", authors: ["Frank Herbert"]))
        let catalog = InMemoryCatalog([isbn: entry])
        let editor = editor()
        editor.form.isbn = "978-0-441-17271-9"
        editor.form.authors = ["F. H."]
        #expect(await editor.lookUp(in: catalog))
        #expect(editor.form.title == "Dune")
        #expect(editor.form.authors == ["F. H."])
        #expect(editor.form.isbn == "978-0-441-17271-9")

        let unknown = self.editor()
        unknown.form.isbn = "9780141439518"
        #expect(await unknown.lookUp(in: catalog) == false)
        #expect(unknown.error == .catalog(.noSuchBook(try ISBN("9780141439518"))))
        #expect(unknown.form.title.isEmpty)
    }

    @Test func addsTheBook() async throws {
        let editor = editor()
        editor.form.title = " New "
        editor.form.authors = ["Ana", ""]
        editor.form.isbn = " 0-8044-2957-X\n"
        editor.form.status = .reading
        editor.form.rating = 4
        editor.form.isFavorite = true
        editor.addShelf(" hills ")
        let added = try #require(await editor.save())
        #expect(added.title == "New")
        #expect(added.authors == ["Ana"])
        #expect(added.isbn == (try ISBN("9780804429573")))
        #expect(added.status == .reading)
        #expect(added.rating == Rating(4))
        #expect(added.isFavorite)
        #expect(added.shelves == ["hills"])
        #expect(added.added == today)
        #expect(try await library.books.all() == [old, added])
        #expect(editor.book == added)
        #expect(!editor.isChanged)
    }

    @Test func savingOnceMoreChangesTheBookThatWasAdded() async throws {
        let editor = editor()
        editor.form.title = "New"
        editor.form.authors = ["Ana"]
        let added = try #require(await editor.save())
        editor.form.title = "Newer"
        #expect(await editor.save()?.id == added.id)
        #expect(try await library.books.all().map(\.title) == ["Old", "Newer"])
    }

    @Test func twoSavesAtOnceAddOneBook() async throws {
        let editor = editor()
        editor.form.title = "New"
        editor.form.authors = ["Ana"]
        async let first = editor.save()
        async let second = editor.save()
        let saved = await [first, second].compactMap(\.self)
        #expect(try await library.books.all().count == 2)
        #expect(Set(saved.map(\.id)).count == 1)
    }

    @Test func refusalsAreShownAndTheFormIsKept() async throws {
        let editor = editor()
        editor.form.title = "New"
        editor.form.authors = ["Ana"]
        editor.form.isbn = "9780306406157"
        #expect(await editor.save() == nil)
        #expect(try editor.error == .book(.sameISBN(ISBN("9780306406157"), old)))
        #expect(editor.isChanged)
        #expect(editor.canSave)
        editor.form.isbn = ""
        #expect(await editor.save() != nil)
        #expect(editor.error == nil)
    }

    @Test func changesOnlyTheFieldsThatWereChanged() async throws {
        let editor = editor(old)
        editor.form.title = "Mine"
        editor.addShelf("hills")
        editor.removeShelf("sea")
        let theirs = try book(1, "Theirs") {
            $0.authors = ["Ben"]
            $0.status = .reading
            $0.isFavorite = true
            $0.rating = Rating(5)
            $0.shelves = ["Sea", "día", "attic"]
        }
        try await library.books.save(theirs)
        let saved = try #require(await editor.save())
        var expected = BookDraft(theirs)
        expected.title = "Mine"
        expected.shelves = ["día", "attic", "hills"]
        #expect(BookDraft(saved) == expected)
        #expect(try await library.books.find(old.id) == saved)
    }

    @Test func everyFieldCanBeChangedAndEmptied() async throws {
        let editor = editor(old)
        editor.form.authors = ["Ben"]
        editor.form.isbn = ""
        editor.form.rating = nil
        editor.form.status = .read
        editor.form.isFavorite = true
        editor.form.shelves = []
        let saved = try #require(await editor.save())
        #expect(saved.authors == ["Ben"])
        #expect(saved.isbn == nil)
        #expect(saved.rating == nil)
        #expect(saved.status == .read)
        #expect(saved.finished == today)
        #expect(saved.isFavorite)
        #expect(saved.shelves.isEmpty)
        #expect(saved.title == "Old")
    }

    @Test func aBookThatIsGoneIsNotSavedAnew() async throws {
        let editor = editor(old)
        editor.form.title = "New"
        try await library.books.delete(old.id)
        #expect(await editor.save() == nil)
        #expect(editor.error == .book(.noSuchBook("000000000001")))
        #expect(try await library.books.all().isEmpty)
    }

    @Test func shelvesAreTheSameWhateverTheirCaseAndAccents() {
        let editor = editor(old)
        editor.addShelf("DIA")
        editor.addShelf(" ")
        #expect(editor.form.shelves == ["Sea", "día"])
        #expect(editor.removeShelf("Dia "))
        #expect(!editor.removeShelf("attic"))
        #expect(editor.form.shelves == ["Sea"])
    }

    @Test func whatIsKnownElsewhereFillsOnlyEmptyFields() {
        let editor = editor()
        editor.form.title = "Mine"
        editor.fillIn(BookDraft(title: "Theirs", authors: ["Ben"], isbn: try? ISBN("9780306406157")))
        #expect(editor.form.title == "Mine")
        #expect(editor.form.authors == ["Ben"])
        #expect(editor.form.isbn == "9780306406157")
    }
}
