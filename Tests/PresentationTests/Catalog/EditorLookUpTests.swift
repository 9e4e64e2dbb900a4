import Data
import Domain
import Presentation
import TestSupport
import Testing

@MainActor
struct EditorLookUpTests {
    private let library: StoredLibrary
    private let old: Book

    init() throws {
        old = try book(1, "Old") { $0.isbn = try? ISBN("9780306406157") }
        library = StoredLibrary.inMemory(LibrarySnapshot(books: [old]))
    }

    private func editor(_ book: Book? = nil) -> EditorViewModel<Book> {
        EditorViewModel(book, context: context(library))
    }

    @Test func looksUpMissingFields() async throws {
        let isbn = try ISBN("9780441172719")
        let entry = try #require(CatalogEntry(title: "Dune", authors: ["Frank Herbert"]))
        let catalog = InMemoryCatalog([isbn: entry])
        let editor = editor()
        editor.form.type(["978-0-441-17271-9"], into: .isbn, today: today, folding: folding)
        editor.form.draft.authors = ["F. H."]
        #expect(await editor.lookUp(LookUpBook(context(library), catalog: catalog)))
        #expect(editor.form.draft.title == "Dune")
        #expect(editor.form.draft.authors == ["F. H."])
        #expect(editor.form.draft.isbn == isbn)

        let unknown = self.editor()
        unknown.form.type(["9780141439518"], into: .isbn, today: today, folding: folding)
        #expect(await unknown.lookUp(LookUpBook(context(library), catalog: catalog)) == false)
        #expect(unknown.actionError == .catalog(.noSuchBook(try ISBN("9780141439518"))))
        #expect(unknown.form.draft.title.isEmpty)
    }

    @Test func aBookIsLookedUpByItsOwnISBN() async throws {
        let isbn = try ISBN("9780306406157")
        let entry = try #require(CatalogEntry(title: "New", authors: ["Ana"]))
        let editor = editor(old)
        editor.form.draft.title = ""
        #expect(await editor.lookUp(LookUpBook(context(library), catalog: InMemoryCatalog([isbn: entry]))))
        #expect(editor.form.draft.title == "New")
        #expect(editor.form.draft.authors == old.authors)
    }

    @Test func textTypedDuringALookUpIsKept() async throws {
        let (asked, answer) = (Signal(), Signal())
        let entry = try #require(CatalogEntry(title: "Dune", authors: ["Frank Herbert"]))
        let editor = editor()
        editor.form.type(["9780441172719"], into: .isbn, today: today, folding: folding)
        let lookingUp = Task {
            let catalog = SlowCatalog(entry: entry) {
                asked.send()
                await answer.wait()
            }
            return await editor.lookUp(LookUpBook(context(library), catalog: catalog))
        }
        await asked.wait()
        editor.form.draft.title = "Mine"
        answer.send()
        #expect(await lookingUp.value)
        #expect(editor.form.draft.title == "Mine")
        #expect(editor.form.draft.authors == ["Frank Herbert"])
    }
}

private struct SlowCatalog: BookCatalog {
    let entry: CatalogEntry
    let beforeAnswering: @Sendable () async -> Void

    func entry(for isbn: ISBN) async -> CatalogEntry? {
        await beforeAnswering()
        return entry
    }
}
