import Data
import Domain
import Presentation
import TestSupport
import Testing

@testable import App

/// What keys make of the full-screen view.
struct BrowserStateTests {
    let books: [Row<Book>]
    var content: BrowserContent<Book>
    var state = BrowserState<Book>(columns: 80, lines: 10)

    init() throws {
        let day = Day(daysSince1970: 20_000)
        books = try (1...9).map { Row(try book($0, "Book \($0)", by: "Ana", added: day)) }
        content = BrowserContent<Book>(today: day, folding: .caseAndAccents)
        content.commands = ["l", "r", "+"].map { BrowserCommand(input: .text($0), meaning: "", hint: "") }
        content.rows = Rows<Book>(books)
        state.follow(content)
    }

    @discardableResult
    mutating func press(_ inputs: TerminalInput...) -> [BrowserAction<Book>] {
        inputs.flatMap { state.reduce($0, content) }
    }

    private var selected: String? { state.row(in: content)?.draft.title }

    @Test mutating func keysSelectABook() {
        #expect(selected == "Book 1")
        #expect(press(.key(.down), .text("j")) == [])
        #expect(selected == "Book 3")
        press(.key(.end))
        #expect(selected == "Book 9")
        press(.key(.pageUp), .text("k"))
        #expect(selected == "Book 4")
    }

    @Test mutating func aSavedBookIsSelectedOnceTheListHasIt() {
        state.showList(selecting: books[7].id, message: "")
        content.rows = Rows<Book>(Array(books.prefix(5)))
        state.follow(content)
        #expect(selected == "Book 1")
        content.rows = Rows<Book>(books)
        state.follow(content)
        #expect(selected == "Book 8")
    }

    @Test mutating func typingSearchesAndEscapeShowsAllBooksAgain() {
        #expect(
            press(.text("/"), .text("dune"), .paste(" q")) == [
                query { $0.text = "dune" }, query { $0.text = "dune q" },
            ])
        content.query.text = "dune q"
        #expect(press(.key(.backspace)) == [query { $0.text = "dune " }])
        #expect(press(.key(.enter)) == [])
        #expect(state.mode == .list)
        content.query.statuses = [.read]
        #expect(press(.key(.escape)) == [.show(BookQuery()), .back(isFromOne: false)])
        #expect(state.search.text == "")
        #expect(press(.text("/"), .text("x"), .key(.escape)).last == query { $0.statuses = [.read] })
    }

    @Test mutating func tabSearchesAllFields() {
        #expect(press(.text("/"), .key(.tab)) == [query { $0.fields = BookField.searchable }])
        content.query.fields = BookField.searchable
        #expect(press(.text("x")) == [query { ($0.text, $0.fields) = ("x", BookField.searchable) }])
        content.query.text = "x"
        #expect(press(.key(.tab)) == [query { $0.text = "x" }])
        #expect(press(.key(.escape)) == [.show(BookQuery())])
        #expect(state.mode == .list)
        content.query.text = ""
        #expect(press(.text("/"), .key(.escape)) == [.show(BookQuery())])
    }

    @Test mutating func quickKeysChangeTheSelectedBook() {
        let id = books[0].id
        for key in ["0", "4", "*"] { #expect(press(.text(key)) == [.quickKey(key, of: [id])]) }
        #expect(press(.text("6"), .text("9")) == [])
        #expect(press(.key(.enter), .text("3")).last == .quickKey("3", of: [id]))
    }

    @Test mutating func whatFollowsIsDoneToAllMarkedBooks() {
        let ids = [0, 2].map { books[$0].id }
        #expect(press(.text(" "), .text("j"), .text(" ")) == [])
        #expect(press(.text("5")) == [.quickKey("5", of: ids)])
        #expect(press(.text("x"), .text("y")).last == .remove(ids))
        #expect(press(.key(.enter), .text("5")).last == .quickKey("5", of: [books[3].id]))
        press(.key(.escape))
        #expect(press(.key(.escape)) == [])
        #expect(state.selection.marks.isEmpty)
        #expect(press(.key(.escape)) == [.show(BookQuery()), .back(isFromOne: false)])
    }

    @Test mutating func theDetailsGoToTheNextBook() {
        press(.key(.enter))
        #expect(press(.text("J"), .text("J"), .text("K")) == [2, 3, 2].map { .openDetail(books[$0 - 1].id) })
        #expect(selected == "Book 2")
        #expect(press(.text("K"), .text("K")) == [.openDetail(books[0].id)])
    }

    @Test mutating func removingIsAskedFirst() {
        #expect(press(.text("x"), .text("n")) == [.closeDetail])
        #expect(state.mode == .list)
        #expect(press(.text("x"), .key(.enter)) == [.closeDetail])
        #expect(press(.key(.delete), .key(.down), .key(.enter)).last == .remove([books[0].id]))
        #expect(press(.text("x")) == [.closeDetail])
        #expect(state.isAsking)
        #expect(press(.text("y")) == [.remove([books[0].id])])
    }

    @Test @MainActor mutating func theFormFillsABook() throws {
        #expect(press(.text("a")) == [.openForm(nil)])
        var fields = BookForm()
        func show(_ form: BookForm) {
            content.form = BrowserContent<Book>.Form(
                fields: form, isNew: true, isChanged: form != BookForm(), canSave: form.problems.isEmpty)
        }
        func type(_ inputs: TerminalInput...) {
            for input in inputs {
                for case .fill(let form) in state.reduce(input, content) { fields = form }
                show(fields)
            }
        }
        show(fields)
        // Nothing is saved that the view model calls invalid.
        #expect(press(.key(.control("s"))) == [])
        type(.text("q Dune"), .key(.enter), .paste("Frank\nHerbert; Ana ;"), .key(.tab), .text("0441172717"))
        type(.key(.tab), .key(.left), .key(.tab), .text("4"), .key(.right), .key(.down), .text(" "))
        type(.key(.tab), .text("Classics;classics; SF"), .key(.tab), .key(.tab), .text("today"), .key(.tab))
        #expect(fields.draft.title == "q Dune")
        #expect(fields.draft.authors == ["Frank Herbert", "Ana"])
        #expect(fields.draft.isbn?.description == "9780441172719")
        #expect(fields.draft.status == .abandoned)
        #expect(fields.draft.rating == Rating(5))
        #expect(fields.draft.isFavorite)
        #expect(fields.draft.shelves == ["Classics", "SF"])
        #expect(fields.draft.started == content.today)
        #expect(press(.key(.control("s"))) == [.save])
        // The form can't be saved while a field for a day has another text.
        type(.text("tomorrow"))
        #expect(press(.key(.control("s"))) == [])
        type(.key(.control("u")), .text("2026-02-01"))
        #expect(fields.draft.finished == Day("2026-02-01"))
        #expect(press(.key(.tab), .key(.enter)) == [.editText(saves: false)])
        #expect(press(.key(.tab), .key(.enter)) == [.save])
    }

    @Test func namesWithASeparatorStayWhole() {
        let form = BookForm(BookDraft(title: "Emma", authors: ["Smith; John", "Ana"]))
        var state = FormState<Book>(form)
        state.focused = .field(.authors)
        let edited = state.edit(.text("; Ben"), form, content)
        #expect(edited?.draft.authors == ["Smith; John", "Ana", "Ben"])
    }

    @Test mutating func aFormStaysWhileItIsSaved() {
        press(.text("a"))
        content.form = BrowserContent<Book>.Form(fields: BookForm(), isNew: true, isChanged: true, canSave: false)
        content.isWorking = true
        for key in [Key.escape, .control("c")] {
            #expect(press(.key(key)) == [])
            if case .form = state.mode {} else { Issue.record("the form was left") }
        }
        #expect(press(.key(.escape)) == [])
        #expect(state.warning?.contains("still being saved") == true)
    }

    @Test mutating func changesAreDiscardedOnlyWhenConfirmed() {
        press(.text("a"))
        content.form = BrowserContent<Book>.Form(fields: BookForm(), isNew: true, isChanged: false, canSave: false)
        #expect(press(.key(.escape)) == [.closeForm])
        press(.text("a"))
        content.form?.isChanged = true
        #expect(press(.key(.escape), .text("n")) == [])
        if case .form = state.mode {} else { Issue.record("the form was left") }
        // Control-C asks too, and doesn't answer.
        #expect(press(.key(.control("c")), .key(.enter)) == [])
        #expect(press(.key(.escape), .text("y")) == [.closeForm])
        #expect(state.mode == .list)
    }

    @Test mutating func controlCAsksFirstAndThenLeaves() {
        press(.text("a"))
        content.form = BrowserContent<Book>.Form(fields: BookForm(), isNew: true, isChanged: true, canSave: false)
        #expect(press(.key(.control("c"))) == [])
        #expect(state.isAsking)
        #expect(press(.key(.control("c"))) == [.quit])
    }

    @Test mutating func aWindowThatIsTooSmallTakesNoCommands() {
        state.columns = 20
        #expect(press(.text("x"), .text("y"), .key(.delete), .text("r")) == [])
        #expect(press(.text("q")) == [.quit])
    }

    @Test mutating func typingSelectsTheFirstBookFound() {
        press(.key(.end), .text("/"), .text("b"))
        content.query.text = "b"
        content.isReading = true
        state.follow(content)
        content.rows = Rows<Book>(Array(books[3...]))
        content.isReading = false
        state.follow(content)
        #expect(selected == "Book 4")
        press(.key(.down), .key(.enter))
        content.rows = Rows<Book>(Array(books[1...]))
        state.follow(content)
        #expect(selected == "Book 5")
    }

    @Test mutating func untilTheListHasABookThatWasAddedKeysAreForIt() throws {
        content.library = LibrarySnapshot(books: books.compactMap(\.entity))
        let new = Row(try book(10, "Emma", by: "Jane Austen", added: content.today))
        func add() {
            state.showList(selecting: new.id, message: "Added")
            state.added = new
            state.follow(content)
        }
        add()
        #expect(press(.text("r"), .text("5")) == [takeBack(new.id), .quickKey("5", of: [new.id])])
        #expect(press(.text("t"), .key(.down), .key(.enter)) == [.choose(.text("read"), of: [new.id])])
        #expect(press(.text(" ")) == [])
        #expect(state.selection.marks.isEmpty)
        #expect(state.warning == "Not done: the books are still being looked for. Try again.")
        // What is typed in a dialog or a form that was opened for it doesn't end that.
        state.mode = .dialog(over: .list)
        press(.text("A"))
        state.showList(selecting: new.id, message: "")
        #expect(press(.text("r")) == [takeBack(new.id)])
        // A key that moves the selection means a row of the list.
        press(.key(.down))
        #expect(press(.text("r")) == [takeBack(books[1].id)])
        add()
        content.rows = Rows<Book>(books + [new])
        content.library = LibrarySnapshot(books: content.rows.compactMap(\.entity))
        state.follow(content)
        #expect(state.added == nil && selected == "Emma")
    }

    @Test mutating func aKeyWaitsForTheRowsAndForADialogThatCloses() {
        state.awaitsRows = true
        #expect(["5", "x", "l", "v", "A"].allSatisfy { !state.takes(.text($0), content) })
        #expect(["j", "/", "q"].allSatisfy { state.takes(.text($0), content) })
        state.awaitsRows = false
        #expect(state.takes(.text("5"), content))
        (state.mode, state.isClosing) = (.dialog(over: .list), true)
        #expect(!state.takes(.text("j"), content) && state.takes(.key(.escape), content))
        state.mode = .list
        #expect(state.takes(.text("j"), content))
    }

    @Test mutating func aBookThatWasAddedAndIsHiddenIsNotTheSelectedOne() throws {
        let new = Row(try book(10, "Emma", by: "Jane Austen", added: content.today))
        content.library = LibrarySnapshot(books: (books + [new]).compactMap(\.entity))
        state.showList(selecting: new.id, message: "Added, but hidden")
        state.added = new
        state.follow(content)
        #expect(selected == "Book 1")
    }

    @Test mutating func aSelectionThatSomebodyMadeStaysWhenTheListIsSorted() {
        func sort() {
            press(.text("s"), .key(.enter))
            content.isReading = true
            state.follow(content)
            content.rows = Rows<Book>(content.rows.reversed())
            content.isReading = false
            state.follow(content)
        }
        sort()
        #expect(selected == "Book 9")
        press(.text("j"))
        #expect(selected == "Book 8")
        sort()
        #expect(selected == "Book 8")
    }

    @Test(arguments: [[TerminalInput.key(.escape)], [.key(.enter), .key(.escape)]])
    mutating func aSearchWithoutHitsGoesBackToWhereItBegan(_ leaving: [TerminalInput]) {
        press(.key(.end), .text("k"), .text("/"), .text("b"))
        content.query.text = "b"
        state.follow(content)
        #expect(selected == "Book 1")
        press(.text("zz"))
        content.query.text = "bzz"
        content.rows = Rows<Book>()
        state.follow(content)
        for key in leaving { press(key) }
        content.query.text = ""
        state.follow(content)
        content.rows = Rows<Book>(books)
        state.follow(content)
        #expect(selected == "Book 8")
    }

    /// Another book that moves to its row doesn't take its place.
    @Test mutating func theDetailsStayThoseOfTheBookThatWasOpened() {
        press(.key(.enter))
        content.detail = books[0]
        content.rows = Rows<Book>(Array(content.rows.dropFirst()))
        state.follow(content)
        #expect(selected == "Book 1")
        content.detail = nil
        state.follow(content)
        #expect(press(.text("r"), .text("x"), .text("e")) == [])
        #expect(press(.key(.escape)) == [.closeDetail, .back(isFromOne: true)])
        #expect(selected == "Book 2")
    }

    @Test mutating func anAlertTakesAllKeysUntilItIsDismissed() {
        press(.text("/"), .text("Ana"))
        content.error = "A person needs a name."
        #expect(press(.text("x"), .text("j")) == [])
        #expect(press(.key(.enter)) == [.dismissError])
        content.error = nil
        #expect(state.search.text == "Ana")
    }

    @Test mutating func otherCommands() {
        #expect(press(.text("r")) == [takeBack(books[0].id)])
        #expect(press(.text("+")) == [extend(books[0].id)])
        #expect(press(.text("e")) == [.closeDetail, .openForm(books[0].entity)])
        press(.key(.escape))
    }

    @Test mutating func aBookHasItsOwnScreen() {
        #expect(press(.key(.enter)) == [.openDetail(books[0].id)])
        #expect(press(.key(.down), .text("r"), .text("+")) == [takeBack(books[0].id), extend(books[0].id)])
        #expect(press(.text("u")) == [.reload])
        #expect(press(.text("q")) == [.closeDetail, .back(isFromOne: true)])
        #expect(press(.text("?"), .text("q"), .text("u")) == [.reload])
        #expect(press(.text("q")) == [.quit])
        #expect(press(.key(.control("c"))) == [.quit])
    }

    @Test mutating func withoutBooksTheirCommandsDoNothing() {
        content.rows = Rows<Book>()
        state.follow(content)
        #expect(
            press(
                .text("e"), .text("l"), .text("r"), .text("+"), .text("S"), .text("x"), .text("n"), .key(.enter),
                .text("j"))
                == [])
    }

    private func takeBack(_ book: Book.ID) -> BrowserAction<Book> { .command(.text("r"), for: [book]) }
    private func extend(_ book: Book.ID) -> BrowserAction<Book> { .command(.text("+"), for: [book]) }

    func query(_ conditions: (inout BookQuery) -> Void) -> BrowserAction<Book> {
        .show(BookQuery(conditions))
    }
}
