import Data
import Domain
import Presentation
import Storage
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct BookListViewModelTests {
    private let library: StoredLibrary
    private let settings = MemoryKeyValueStore()

    init() throws {
        library = StoredLibrary.inMemory(
            LibrarySnapshot(books: [
                try book(1, "Zeit") { $0.rating = Rating(5) }, try book(2, "Día") { $0.rating = Rating(1) },
                try book(3, "Emma") { $0.rating = Rating(3) },
            ]))
    }

    private func model(
        of other: (any Library)? = nil, query: BookQuery = BookQuery(), usesPreferredSort: Bool = true
    ) -> BookListViewModel {
        BookListViewModel(
            context: context(other ?? library, preferences: KeyValuePreferences(store: settings)), query: query,
            usesPreferredSort: usesPreferredSort)
    }

    private func prefer(_ sort: BookSort) async throws {
        try await settings.set(sort, for: .sort)
    }

    private func titles(_ model: BookListViewModel) -> [String] {
        model.rows.map(\.book.title)
    }

    @Test func loadingShowsThePageAndTheTotal() async {
        let model = model(query: BookQuery { $0.limit = 2 })
        #expect(model.rows.isEmpty)
        await model.load()
        #expect(titles(model) == ["Día", "Emma"])
        #expect(model.total == 3)
        #expect(!model.content.isLoading)
        #expect(model.content.loadError == nil)
    }

    @Test func loadingReadsTheLibraryOnce() async {
        let watched = WatchedLibrary(library)
        await model(of: watched).load()
        #expect(watched.snapshots == 1)
    }

    @Test func isLoadingUntilTheAnswerComes() async {
        let (asked, answer) = (Signal(), Signal())
        let model = model(
            of: WatchedLibrary(library) { _ throws(LibraryError) in
                asked.send()
                await answer.wait()
            })
        let loading = Task { await model.load() }
        await asked.wait()
        #expect(model.content.isLoading)
        answer.send()
        await loading.value
        #expect(!model.content.isLoading)
        #expect(model.total == 3)
    }

    @Test func thePreferredSortAppliesUnlessAnotherIsSet() async throws {
        try await prefer(.rating)
        let usual = model()
        await usual.load()
        #expect(titles(usual) == ["Zeit", "Emma", "Día"])
        #expect(usual.sort == .rating)

        let asked = model(query: BookQuery { $0.sort = .title }, usesPreferredSort: false)
        await asked.load()
        #expect(titles(asked) == ["Día", "Emma", "Zeit"])
    }

    @Test func settingASortReplacesThePreferredOne() async throws {
        try await prefer(.rating)
        let model = model()
        await model.load()
        model.sort = .title
        await until { titles(model) == ["Día", "Emma", "Zeit"] }
        #expect(model.sort == .title)
        model.usesPreferredSort = true
        await until { titles(model) == ["Zeit", "Emma", "Día"] }
        #expect(model.sort == .rating)
    }

    @Test(arguments: [false, true]) func theRowsFollowTheQuery(isObserved: Bool) async {
        let model = model()
        await model.load()
        await during({ if isObserved { await model.observe() } }) {
            model.text = "dia"
            await until { titles(model) == ["Día"] }
            #expect(model.total == 1)
            model.query = BookQuery { $0.isReversed = true }
            await until { titles(model) == ["Zeit", "Emma", "Día"] }
        }
    }

    @Test func settingAQueryReadsNothing() async {
        let watched = WatchedLibrary(library)
        let model = model(of: watched)
        model.text = "dia"
        model.sort = .rating
        #expect(watched.snapshots == 0)
        await model.load()
        #expect(titles(model) == ["Día"])
        #expect(watched.snapshots == 1)
    }

    @Test func anObservedListIsFilteredWithoutReadingTheLibraryAgain() async {
        let watched = WatchedLibrary(library)
        let model = model(of: watched)
        await during(model.observe) {
            await until { model.total == 3 }
            model.text = "dia"
            await until { model.total == 1 }
            #expect(watched.snapshots == 0)
        }
    }

    @Test func filteringAndSortingLeaveTheMainActor() async {
        let calls = MainActorCalls()
        let folding = TextFolding { text in
            calls.note()
            return text
        }
        let model = BookListViewModel(context: context(library, folding: folding), query: BookQuery(text: "Día"))
        await model.load()
        await during(model.observe) {
            await until { model.total == 1 }
            model.text = "zeít"
            await until { model.total == 0 }
        }
        #expect(calls.onOthers > 0)
        #expect(calls.onMainActor == 0)
        calls.note()
        #expect(calls.onMainActor == 1)
    }

    @Test func goesOnlyToExistingPages() async {
        let model = model(query: BookQuery { $0.limit = 2 })
        await model.load()
        #expect(model.page == 0)
        #expect(model.pageCount == 2)
        model.page = 1
        await until { titles(model) == ["Zeit"] }
        #expect(model.page == 1)
        model.page = 7
        #expect(model.page == 1)
        model.page = -1
        await until { titles(model) == ["Día", "Emma"] }
    }

    @Test func withoutALimitThereIsOnePage() async {
        let model = model()
        #expect(model.pageCount == 1)
        await model.load()
        #expect(model.pageCount == 1)
        model.page = 1
        #expect(model.page == 0)
    }

    @Test func searchingGoesBackToTheFirstPage() async {
        let model = model(
            query: BookQuery {
                $0.offset = 2
                $0.limit = 2
            })
        await model.load()
        #expect(titles(model) == ["Zeit"])
        model.text = "E"
        await until { titles(model) == ["Emma", "Zeit"] }
        #expect(model.text == "E")
        #expect(model.page == 0)
    }

    @Test func observingShowsEveryLaterChange() async throws {
        let model = model()
        try await during(model.observe) {
            await until { model.total == 3 && !model.content.isLoading }
            try await library.books.save(try book(4, "Faust"))
            await until { model.total == 4 }
            #expect(titles(model) == ["Día", "Emma", "Faust", "Zeit"])
            try await library.books.delete(Book.ID(bits: 1))
            await until { model.total == 3 }
            #expect(titles(model) == ["Día", "Emma", "Faust"])
        }
    }

    @Test func laterChangesAreFilteredByTheCurrentQuery() async throws {
        let model = model()
        try await during(model.observe) {
            await until { model.total == 3 }
            model.text = "f"
            await until { model.rows.isEmpty }
            try await library.books.save(try book(4, "Faust"))
            await until { model.total == 1 }
            #expect(titles(model) == ["Faust"])
        }
    }

    @Test func observingFollowsThePreferredSort() async throws {
        try await prefer(.rating)
        let model = model()
        try await during(model.observe) {
            await until { !model.rows.isEmpty }
            #expect(titles(model) == ["Zeit", "Emma", "Día"])
            try await prefer(.title)
            await until { titles(model).first == "Día" }
            #expect(titles(model) == ["Día", "Emma", "Zeit"])
        }
    }

    @Test func observingEndsWhenItIsCancelled() async {
        let model = model()
        let observing = Task { await model.observe() }
        await until { model.total == 3 }
        observing.cancel()
        await observing.value
        #expect(model.content.loadError == nil)
        #expect(model.total == 3)
    }

    @Test func observingEndsWithTheErrorAndKeepsTheRows() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Result<LibrarySnapshot, LibraryError>.self)
        continuation.yield(.success(try await library.snapshot()))
        continuation.yield(.failure(brokenStore))
        let model = model(of: WatchedLibrary(library, updates: Updates(stream)))
        await model.observe()
        #expect(model.content.observeError == brokenStore)
        #expect(model.total == 3)
        #expect(!model.content.isLoading)
    }

    @Test func eachFailureHasItsOwnSlotAndIsDismissedByItself() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Result<LibrarySnapshot, LibraryError>.self)
        continuation.yield(.failure(brokenStore))
        let broken = WatchedLibrary(library, updates: Updates(stream)) { _ throws(LibraryError) in throw otherFailure }
        let model = model(of: broken)
        await model.observe()
        await model.load()
        #expect(await model.remove([Book.ID(bits: 9)]) == nil)
        #expect(model.content.observeError == brokenStore)
        #expect(model.content.loadError == otherFailure)
        #expect(model.actionError == .book(.noSuchBook("000000000009")))

        model.actionError = nil
        model.content.observeError = nil
        #expect(model.content.loadError == otherFailure)
        model.content.loadError = nil
        #expect(model.content.loadError == nil)
    }

    /// The list can no longer follow the preferred sort.
    @Test func observingEndsWhenThePreferencesCannotBeRead() async {
        let model = BookListViewModel(context: context(library, preferences: BrokenPreferences()))
        await model.observe()
        #expect(model.content.observeError == brokenStore)
    }

    @Test func aFailureIsShownUntilItSucceeds() async {
        let model = model(
            of: WatchedLibrary(library) { number throws(LibraryError) in
                if number == 1 { throw brokenStore }
            })
        await model.load()
        #expect(model.content.loadError == brokenStore)
        #expect(model.rows.isEmpty)
        #expect(!model.content.isLoading)
        await model.load()
        #expect(model.content.loadError == nil)
        #expect(model.total == 3)
    }

    @Test func aLateAnswerNeverReplacesALaterOne() async throws {
        let (asked, answer) = (Signal(), Signal())
        let model = model(
            of: WatchedLibrary(library) { number throws(LibraryError) in
                guard number == 1 else { return }
                asked.send()
                await answer.wait()
                throw brokenStore
            })
        let slow = Task { await model.load() }
        await asked.wait()
        try await library.books.save(try book(4, "Faust"))
        await model.load()
        answer.send()
        await slow.value
        #expect(model.total == 4)
        #expect(model.content.loadError == nil)
    }

    @Test func aLateAnswerNeverReplacesAnObservedValue() async throws {
        let (asked, answer) = (Signal(), Signal())
        let model = model(
            of: WatchedLibrary(library) { _ throws(LibraryError) in
                asked.send()
                await answer.wait()
            })
        let slow = Task { await model.load() }
        await asked.wait()
        try await library.books.save(try book(4, "Faust"))
        await during(model.observe) {
            await until { model.total == 4 }
            answer.send()
            await slow.value
            #expect(model.total == 4)
        }
    }

    @Test func aLateAnswerToAnEarlierQueryIsDropped() async throws {
        let (asked, answer) = (Signal(), Signal())
        let model = model(
            of: WatchedLibrary(library) { number throws(LibraryError) in
                guard number == 1 else { return }
                asked.send()
                await answer.wait()
            })
        let slow = Task { await model.load() }
        await asked.wait()
        model.text = "dia"
        await until { model.total == 1 }
        answer.send()
        await slow.value
        #expect(titles(model) == ["Día"])
        #expect(!model.content.isLoading)
    }

    @Test func removesAllOrNone() async throws {
        let model = model()
        #expect(await model.remove([Book.ID(bits: 1), Book.ID(bits: 9)]) == nil)
        #expect(model.actionError == .book(.noSuchBook("000000000009")))
        #expect(try await library.books.all().count == 3)

        #expect(await model.remove([Book.ID(bits: 1), Book.ID(bits: 2)])?.map(\.title) == ["Zeit", "Día"])
        #expect(model.actionError == nil)
        #expect(try await library.books.all().map(\.title) == ["Emma"])
    }

    @Test func settingTheSortReadsOnce() async throws {
        let watched = WatchedLibrary(library)
        let model = model(of: watched)
        await model.load()
        model.sort = .rating
        await until { titles(model) == ["Zeit", "Emma", "Día"] }
        #expect(watched.snapshots == 2)
    }

    @Test func aPageCanBeChosenBeforeTheBooksAreLoaded() async {
        let model = model(query: BookQuery { $0.limit = 1 })
        model.page = 2
        await model.load()
        #expect(model.page == 2)
        #expect(titles(model) == ["Zeit"])
    }
}
