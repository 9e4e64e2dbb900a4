import Data
import Domain
import Presentation
import TestSupport
import TestTraits
import Testing

/// What a list shows: its query and its order.
@MainActor
@Suite(.endsIfItHangs)
struct BookListViewModelTests {
    private let shelf: ThreeBooks

    init() throws { shelf = try ThreeBooks() }

    @Test func loadingShowsThePageAndTheTotal() async {
        let model = shelf.model(query: BookQuery { $0.limit = 2 })
        #expect(model.rows.isEmpty)
        await model.content.load()
        #expect(shelf.titles(model) == ["Día", "Emma"])
        #expect(model.total == 3)
        #expect(!model.content.isLoading)
        #expect(model.content.loadError == nil)
    }

    @Test func severalBooksGetAValueAllOrNone() async throws {
        let model = shelf.model()
        let (ids, value) = ([1, 2].map { Book.ID(bits: $0) }, FieldValue.number(4))
        #expect(await model.change(.rating, of: ids + [Book.ID(bits: 9)]) { _ in value } == nil)
        #expect(model.actionError == .book(.noSuchBook("\(Book.ID(bits: 9))")))
        #expect(try await shelf.library.books.all().map(\.rating?.stars) == [5, 1, 3])
        #expect(await model.change(.rating, of: ids) { _ in value }?.count == 2)
        #expect(try await shelf.library.books.all().map(\.rating?.stars) == [4, 4, 3])
    }

    @Test func loadingReadsTheLibraryOnce() async {
        let watched = DelayedLibrary(shelf.library)
        await shelf.model(of: watched).content.load()
        #expect(watched.snapshots == 1)
    }

    @Test func isLoadingUntilTheAnswerComes() async {
        let (asked, answer) = (Signal(), Signal())
        let model = shelf.model(
            of: DelayedLibrary(shelf.library) { _ throws(LibraryError) in
                asked.send()
                await answer.wait()
            })
        let loading = Task { await model.content.load() }
        await asked.wait()
        #expect(model.content.isLoading)
        answer.send()
        await loading.value
        #expect(!model.content.isLoading)
        #expect(model.total == 3)
    }

    @Test func rowsAreAwaitedUntilTheyAreThoseOfTheQuery() async {
        let (asked, answer) = (Signal(), Signal())
        let model = shelf.model(
            of: DelayedLibrary(shelf.library) { number throws(LibraryError) in
                guard number == 2 else { return }
                asked.send()
                await answer.wait()
            })
        await model.content.load()
        let again = Task { await model.content.load() }
        await asked.wait()
        #expect(model.content.isLoading && !model.awaitsRows)
        model.query.text = "dia"
        #expect(model.awaitsRows)
        await until { model.total == 1 }
        #expect(!model.awaitsRows)
        answer.send()
        await again.value
    }

    @Test func rowsAreAwaitedAlsoIfTheOrderOfTheQueryReplacesThePreferredOne() async throws {
        try await shelf.prefer(.rating)
        let model = shelf.model()
        await model.content.load()
        model.sort = BookSort.title.order
        #expect(model.awaitsRows)
        await until { shelf.titles(model).first == "Día" }
        #expect(!model.awaitsRows)
    }

    @Test func thePreferredSortAppliesUnlessAnotherIsSet() async throws {
        try await shelf.prefer(.rating)
        let usual = shelf.model()
        await usual.content.load()
        #expect(shelf.titles(usual) == ["Zeit", "Emma", "Día"])
        #expect(usual.sort == BookSort.rating.order)

        let asked = shelf.model(query: BookQuery { $0.sort = BookSort.title.order }, usesPreferredSort: false)
        await asked.content.load()
        #expect(shelf.titles(asked) == ["Día", "Emma", "Zeit"])
    }

    @Test func settingASortReplacesThePreferredOne() async throws {
        try await shelf.prefer(.rating)
        let model = shelf.model()
        await model.content.load()
        model.sort = BookSort.title.order
        await until { shelf.titles(model) == ["Día", "Emma", "Zeit"] }
        #expect(model.sort == BookSort.title.order)
        model.usesPreferredSort = true
        await until { shelf.titles(model) == ["Zeit", "Emma", "Día"] }
        #expect(model.sort == BookSort.rating.order)
    }

    @Test func titlesComeFirstUnlessASortIsSet() async throws {
        try await shelf.prefer(.rating)
        let model = shelf.model(query: BookQuery(text: "e") { $0.hasNamesFirst = true })
        await model.content.load()
        #expect(shelf.titles(model) == ["Emma", "Zeit"])
        model.sort = BookSort.rating.order
        await until { shelf.titles(model) == ["Zeit", "Emma"] }
    }

    @Test(arguments: [false, true]) func theRowsFollowTheQuery(isObserved: Bool) async {
        let model = shelf.model()
        await model.content.load()
        await during({ if isObserved { await model.observe() } }) {
            model.query.text = "dia"
            await until { shelf.titles(model) == ["Día"] }
            #expect(model.total == 1)
            model.query = BookQuery { $0.isReversed = true }
            await until { shelf.titles(model) == ["Zeit", "Emma", "Día"] }
        }
    }

    @Test func settingAQueryReadsNothing() async {
        let watched = DelayedLibrary(shelf.library)
        let model = shelf.model(of: watched)
        model.query.text = "dia"
        model.sort = BookSort.rating.order
        #expect(watched.snapshots == 0)
        await model.content.load()
        #expect(shelf.titles(model) == ["Día"])
        #expect(watched.snapshots == 1)
    }

    @Test func anObservedListIsFilteredWithoutReadingTheLibraryAgain() async {
        let watched = DelayedLibrary(shelf.library)
        let model = shelf.model(of: watched)
        await during(model.observe) {
            await until { model.total == 3 }
            model.query.text = "dia"
            await until { model.total == 1 }
            #expect(watched.snapshots == 0)
        }
    }

    @Test func filteringAndSortingLeaveTheMainActor() async {
        let calls = MainActorCalls()
        let folding = TextFolding { text in
            calls.note()
            return text.lowercased()
        }
        let model = BookListViewModel(
            context: context(shelf.library, folding: folding), preferences: DefaultPreferences(),
            query: BookQuery(text: "Día"))
        await model.content.load()
        await during(model.observe) {
            await until { model.total == 1 }
            model.query.text = "zeít"
            await until { model.total == 0 }
        }
        #expect(calls.onOthers > 0)
        #expect(calls.onMainActor == 0)
        calls.note()
        #expect(calls.onMainActor == 1)
    }

    @Test func anObservedListFoldsTheBooksOnce() async {
        let calls = MainActorCalls()
        let folding = TextFolding { text in
            calls.note()
            return text.lowercased()
        }
        let model = BookListViewModel(
            context: context(shelf.library, folding: folding), preferences: DefaultPreferences())
        await during(model.observe) {
            await until { model.total == 3 }
            let before = calls.onOthers
            model.query.text = "zeit"
            await until { model.total == 1 }
            model.query.text = ""
            await until { model.total == 3 }
            #expect(before > 0)
            #expect(calls.onOthers == before)
        }
    }

    @Test func removesAllOrNone() async throws {
        let model = shelf.model()
        #expect(await model.remove([Book.ID(bits: 1), Book.ID(bits: 9)]) == nil)
        #expect(model.actionError == .book(.noSuchBook("000000000009")))
        #expect(try await shelf.library.books.all().count == 3)

        #expect(await model.remove([Book.ID(bits: 1), Book.ID(bits: 2)])?.map(\.title) == ["Zeit", "Día"])
        #expect(model.actionError == nil)
        #expect(try await shelf.library.books.all().map(\.title) == ["Emma"])
    }

    @Test func saysWhichBooksItHides() throws {
        let model = shelf.model()
        let emma = try book(9, "Emma")
        #expect(!model.hides(emma))
        model.query.text = "em"
        #expect(!model.hides(emma))
        model.query.statuses = [.read]
        #expect(model.hides(emma))
    }

    @Test func settingTheSortReadsOnce() async throws {
        let watched = DelayedLibrary(shelf.library)
        let model = shelf.model(of: watched)
        await model.content.load()
        model.sort = BookSort.rating.order
        await until { shelf.titles(model) == ["Zeit", "Emma", "Día"] }
        #expect(watched.snapshots == 2)
    }
}
