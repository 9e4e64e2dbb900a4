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

    private func editor(_ book: Book? = nil) -> EditorViewModel<Book> {
        EditorViewModel(book, context: context(library))
    }

    @Test func anEmptyFormNamesTheMissingFields() async throws {
        let editor = editor()
        #expect(editor.form.problems == [.title: "a book needs a title", .authors: "a book needs at least one author"])
        #expect(!editor.canSave)
        #expect(await editor.save() == nil)
        #expect(editor.actionError == nil)
        #expect(try await library.books.all() == [old])
    }

    @Test func aFinishDayMeansThatTheBookIsRead() async throws {
        for editor in [editor(old), editor()] {
            (editor.form.draft.title, editor.form.draft.authors) = ("A", ["Ana"])
            editor.form.type(["Yesterday"], into: .finished, today: today, folding: .caseAndAccents)
            let saved = try #require(await editor.save())
            #expect(saved.status == .read && saved.finished == today + -1)
        }
    }

    @Test func theFormHasEachFieldOfABook() async throws {
        let editor = editor()
        let full = try fullDraft()
        editor.form = BookForm(full)
        #expect(try #require(await editor.save()).draft == full)
    }

    @Test func eachFieldHasItsOwnProblem() {
        let editor = editor(old)
        #expect(editor.form.problems.isEmpty)
        editor.form.draft.title = " \n"
        #expect(editor.form.problems == [.title: "a book needs a title"])
        editor.form.draft.title = "New"
        editor.form.draft.authors = [" "]
        #expect(editor.form.problems == [.authors: "a book needs at least one author"])
        editor.form.draft.authors = ["", "Ben"]
        editor.form.type(["9780306406158"], into: .isbn, today: today, folding: folding)
        #expect(editor.form.problems == [.isbn: "the check digit is wrong"])
        #expect(editor.form.text(of: .isbn) == "9780306406158")
        editor.form.type([" "], into: .isbn, today: today, folding: folding)
        #expect(editor.canSave)
    }

    @Test func whatWasTypedIsKeptUntilItIsAValue() {
        var form = BookForm(BookDraft(title: "A", authors: ["Ana"]) { $0.finished = today })
        func type(_ texts: String..., into field: BookField) {
            form.type(texts, into: field, today: today, folding: folding)
        }
        type(" tomorrow ", into: .finished)
        #expect(form.text(of: .finished) == "tomorrow")
        #expect(form.draft.finished == nil)
        #expect(form.problems.keys.map { $0 } == [.finished])
        type("Today", into: .finished)
        #expect(form.draft.finished == today)
        type(" Salt \n\nand wind\n", into: .notes)
        #expect(form.draft.notes == "Salt \n\nand wind")
        type("Sea", "DÍA", "sea", into: .shelves)
        #expect(form.draft.shelves == ["Sea", "DÍA"])
        type("; ", into: .title)
        #expect(form.draft.title == ";")
        #expect(form.problems.isEmpty)
        type(" ", into: .finished)
        #expect(form.draft.finished == nil)
    }

    /// A new book may get the day from the calendar; another can't lose it.
    @Test func theDayOnWhichABookWasAddedStays() {
        var new = BookForm(BookDraft(title: "A", authors: ["Ana"]))
        #expect(new.problems.isEmpty)
        var old = BookForm(BookDraft(title: "A", authors: ["Ana"]) { $0.added = today })
        old.type([""], into: .added, today: today, folding: folding)
        #expect(old.problems == [.added: "a book needs the day on which it was added"])
        new.type(["2024-13-01"], into: .added, today: today, folding: folding)
        #expect(
            new.problems == [.added: "a day is a date like 2026-12-31, today or yesterday"])
    }

    /// The order of shelves is the reader's. What others put on or took off meanwhile stays so.
    @Test func shelvesAreReordered() async throws {
        let context = context(library)
        let draft = BookDraft(title: "Dune", authors: ["Frank Herbert"]) { $0.shelves = ["A", "B", "C"] }
        let book = try await AddBook(context)(draft)
        let editor = EditorViewModel(book, context: context)
        _ = try await EditBook(context)(book.id) { $0.shelves = ["A", "C", "New"] }
        editor.form.draft.shelves = ["C", "Own", "B", "A"]
        #expect(await editor.save()?.shelves == ["C", "Own", "New", "A"])
    }

    @Test func addsTheBook() async throws {
        let editor = editor()
        editor.form.draft.title = " New "
        editor.form.draft.authors = ["Ana", ""]
        editor.form.type([" 0-8044-2957-X\n"], into: .isbn, today: today, folding: folding)
        editor.form.draft.status = .reading
        editor.form.draft.rating = Rating(4)
        editor.form.draft.isFavorite = true
        editor.form.draft.shelves.append(" hills ")
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
        #expect(editor.entity == added)
        #expect(!editor.isChanged)
    }

    @Test func savingAgainChangesTheAddedBook() async throws {
        let editor = editor()
        editor.form.draft.title = "New"
        editor.form.draft.authors = ["Ana"]
        let added = try #require(await editor.save())
        editor.form.draft.title = "Newer"
        #expect(await editor.save()?.id == added.id)
        #expect(try await library.books.all().map(\.title) == ["Old", "Newer"])
    }

    @Test func twoConcurrentSavesAddOneBook() async throws {
        let editor = editor()
        editor.form.draft.title = "New"
        editor.form.draft.authors = ["Ana"]
        async let first = editor.save()
        async let second = editor.save()
        let saved = await [first, second].compactMap(\.self)
        #expect(try await library.books.all().count == 2)
        #expect(Set(saved.map(\.id)).count == 1)
    }

    @Test func refusalsAreShownAndTheFormIsKept() async throws {
        let editor = editor()
        editor.form.draft.title = "New"
        editor.form.draft.authors = ["Ana"]
        editor.form.type(["9780306406157"], into: .isbn, today: today, folding: folding)
        #expect(await editor.save() == nil)
        #expect(try editor.actionError == .book(.sameISBN(ISBN("9780306406157"), old)))
        #expect(editor.isChanged)
        #expect(editor.canSave)
        editor.form.type([""], into: .isbn, today: today, folding: folding)
        #expect(await editor.save() != nil)
        #expect(editor.actionError == nil)
    }

    @Test func changesOnlyTheFieldsThatWereChanged() async throws {
        let editor = editor(old)
        editor.form.draft.finished = today
        editor.form.draft.shelves.append("hills")
        editor.form.draft.shelves.removeAll { $0 == "Sea" }
        let theirs = try book(1, "Theirs") {
            $0.authors = ["Ben"]
            $0.status = .read
            $0.isFavorite = true
            $0.rating = Rating(5)
            $0.shelves = ["Sea", "día", "attic"]
        }
        try await library.books.save(theirs)
        let saved = try #require(await editor.save())
        var expected = theirs.draft
        expected.finished = today
        expected.shelves = ["día", "attic", "hills"]
        #expect(saved.draft == expected)
        #expect(try await library.books.find(old.id) == saved)
    }

    @Test func whatOthersChangedTooIsReplacedOnlyOnceItWasSeen() async throws {
        func save(_ editor: EditorViewModel<Book>, expecting fields: BookField...) async throws {
            #expect(await editor.save() == nil)
            let current = try #require(try await library.books.find(old.id))
            #expect(editor.actionError == .book(.changedMeanwhile(current.draft, fields)))
            #expect(editor.theirs == current.draft)
        }
        let editor = editor(old)
        editor.form.draft.title = "Mine"
        editor.form.draft.rating = nil
        try await library.books.save(try book(1, "Theirs") { $0.rating = Rating(5) })
        try await save(editor, expecting: .title, .rating)
        // They change it once more.
        try await library.books.save(try book(1, "Theirs again") { $0.rating = Rating(5) })
        try await save(editor, expecting: .title)
        #expect(await editor.save()?.title == "Mine")
        #expect(editor.theirs == nil)
        // The editor's own save is not a conflict.
        editor.form.draft.title = "Mine again"
        #expect(await editor.save()?.title == "Mine again")
    }

    /// The same change by both is not a conflict. A field set back here keeps their value.
    @Test func theirsStaysWhereNothingElseIsWanted() async throws {
        let same = editor(old)
        same.form.draft.title = "Theirs"
        let back = editor(old)
        back.form.draft.title = "Mine"
        try await library.books.save(try book(1, "Theirs"))
        #expect(await same.save()?.title == "Theirs")
        #expect(await back.save() == nil)
        back.form.draft.title = old.title
        back.form.draft.isFavorite = true
        #expect(await back.save()?.title == "Theirs")
    }

    @Test func detailsAreComparedOneByOne() async throws {
        let names = try ["Publisher", "Pages"].map { try #require(DetailName($0)) }
        func changed(_ values: [DetailName: String?]) throws -> Book {
            try book(1, "Old") { draft in for (name, text) in values { draft.details[name] = text } }
        }
        let start = try changed([names[0]: "Ace", names[1]: "604"])
        for (theirs, isKept) in [([names[0]: "Ace", names[1]: "700"], true), ([names[1]: "604"], false)] {
            try await library.books.save(start)
            let editor = editor(start)
            editor.form.draft.details[names[0]] = "Chilton"
            try await library.books.save(try changed(theirs))
            #expect((await editor.save() != nil) == isKept)
        }
    }

    @Test func everyFieldCanBeChangedAndEmptied() async throws {
        let editor = editor(old)
        let full = try fullDraft()
        editor.form = BookForm(full)
        #expect(try #require(await editor.save()).draft == full)
        // A book always has a title, an author and the day on which it was added.
        let empty = BookDraft(title: "New", authors: ["Ben"]) { $0.added = full.added }
        editor.form = BookForm(empty)
        #expect(try #require(await editor.save()).draft == empty)
        #expect(try await library.books.all().map(\.draft) == [empty])
    }

    @Test func aBookReadNowIsFinishedToday() async throws {
        let editor = editor(old)
        editor.form.draft.status = .read
        #expect(await editor.save()?.finished == today)
    }

    @Test func theDaysThatAStatusSetsAreShown() {
        var form = BookForm(old.draft)
        func set(_ status: ReadingStatus) -> [Day?] {
            form.set(.status, to: status.fieldValue, of: old.draft, today: today, Book.self)
            return [form.draft.started, form.draft.finished]
        }
        #expect(set(.reading) == [today, nil])
        #expect(set(.read) == [nil, today])
        #expect(set(.abandoned) == [nil, nil])
        #expect(set(.toRead) == [nil, nil])
        #expect(form == BookForm(old.draft))
        // What was typed stays.
        form.type(["yesterday"], into: .finished, today: today, folding: folding)
        #expect(set(.read) == [nil, today + -1])
        #expect(set(.abandoned) == [nil, today + -1])
        form.type(["tomorrow"], into: .finished, today: today, folding: folding)
        #expect(set(.read) == [nil, nil])
        #expect(form.text(of: .finished) == "tomorrow")
        var new = BookForm()
        new.set(.status, to: .text("read"), of: new.draft, today: today, Book.self)
        #expect(new.draft.status == .read && new.draft.finished == nil)
    }

    @Test func aDayThatWasShownCanBeRemoved() async throws {
        let editor = editor(old)
        editor.form.set(.status, to: .text("read"), of: old.draft, today: today, Book.self)
        editor.form.type([], into: .finished, today: today, folding: folding)
        let saved = try #require(await editor.save())
        #expect(saved.status == .read && saved.finished == nil)
    }

    @Test func aRemovedBookIsNotAddedAgain() async throws {
        let editor = editor(old)
        editor.form.draft.title = "New"
        try await library.books.delete(old.id)
        #expect(await editor.save() == nil)
        #expect(editor.actionError == .book(.noSuchBook("000000000001")))
        #expect(try await library.books.all().isEmpty)
        #expect(editor.isGone)
        #expect(await editor.addAgain()?.title == "New")
        #expect(try await library.books.all().map(\.shelves) == [old.shelves])
        #expect(!editor.isGone)
    }

    @Test func typingDuringASaveIsNotCountedAsSaved() async throws {
        let (begun, goOn) = (Signal(), Signal())
        let slow = DelayedLibrary(
            library,
            beforeWork: {
                begun.send()
                await goOn.wait()
            })
        let editor = EditorViewModel<Book>(old, context: context(slow))
        editor.form.draft.title = "First"
        let saving = Task { await editor.save() }
        await begun.wait()
        editor.form.draft.title = "Second"
        goOn.send()
        #expect(await saving.value?.title == "First")
        #expect(editor.isChanged)
        goOn.send()
        #expect(await editor.save()?.title == "Second")
    }

    /// A button follows it. A form that is being saved can't be saved again.
    @Test func whetherTheFormCanBeSavedIsObserved() async {
        let (begun, goOn) = (Signal(), Signal())
        let slow = DelayedLibrary(
            library,
            beforeWork: {
                begun.send()
                await goOn.wait()
            })
        let editor = EditorViewModel<Book>(context: context(slow))
        #expect(!editor.canSave)
        let typing = Task {
            editor.form.type(["New"], into: .title, today: today, folding: folding)
            editor.form.type(["Ana"], into: .authors, today: today, folding: folding)
        }
        await until { editor.canSave }
        #expect(editor.canSave)
        await typing.value
        let saving = Task { await editor.save() }
        await begun.wait()
        #expect(!editor.canSave)
        goOn.send()
        await until { editor.canSave }
        #expect(await saving.value != nil)
    }
}
