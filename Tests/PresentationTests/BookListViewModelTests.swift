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
        let model = model(query: BookQuery(limit: 2))
        #expect(model.rows.isEmpty)
        await model.load()
        #expect(titles(model) == ["Día", "Emma"])
        #expect(model.total == 3)
        #expect(!model.isLoading)
        #expect(model.error == nil)
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
        #expect(model.isLoading)
        answer.send()
        await loading.value
        #expect(!model.isLoading)
        #expect(model.total == 3)
    }

    @Test func thePreferredSortCountsUnlessOneWasAskedFor() async throws {
        try await prefer(.rating)
        let usual = model()
        await usual.load()
        #expect(titles(usual) == ["Zeit", "Emma", "Día"])
        #expect(usual.sort == .rating)

        let asked = model(query: BookQuery(sort: .title), usesPreferredSort: false)
        await asked.load()
        #expect(titles(asked) == ["Día", "Emma", "Zeit"])
    }

    @Test func settingASortReplacesThePreferredOne() async throws {
        try await prefer(.rating)
        let model = model()
        await during(model.observe) {
            await until { model.total == 3 }
            model.sort = .title
            #expect(titles(model) == ["Día", "Emma", "Zeit"])
            #expect(!model.usesPreferredSort)
            model.usesPreferredSort = true
            #expect(titles(model) == ["Zeit", "Emma", "Día"])
        }
    }

    @Test func observedRowsFollowTheQueryAtOnce() async {
        let model = model()
        await during(model.observe) {
            await until { model.total == 3 }
            model.query.text = "dia"
            #expect(titles(model) == ["Día"])
            #expect(model.total == 1)
            model.query = BookQuery(isReversed: true)
            #expect(titles(model) == ["Zeit", "Emma", "Día"])
        }
    }

    @Test func otherwiseRowsFollowTheQueryWhenTheyAreLoadedAgain() async {
        let model = model()
        await model.load()
        model.query.text = "dia"
        #expect(model.total == 3)
        await model.load()
        #expect(titles(model) == ["Día"])
    }

    @Test func turnsPages() async {
        let model = model(query: BookQuery(limit: 2))
        await during(model.observe) {
            await until { model.total == 3 }
            #expect(model.hasNextPage)
            #expect(!model.hasPreviousPage)
            model.showNextPage()
            #expect(titles(model) == ["Zeit"])
            #expect(!model.hasNextPage)
            #expect(model.hasPreviousPage)
            model.showNextPage()
            #expect(titles(model) == ["Zeit"])
            model.showPreviousPage()
            #expect(titles(model) == ["Día", "Emma"])
            model.showPreviousPage()
            #expect(model.query.offset == 0)
        }
    }

    @Test func searchingBeginsOnTheFirstPage() async {
        let model = model(query: BookQuery(offset: 2, limit: 2))
        await during(model.observe) {
            await until { model.total == 3 }
            #expect(titles(model) == ["Zeit"])
            model.search(for: "E")
            #expect(titles(model) == ["Emma", "Zeit"])
        }
    }

    @Test func observingShowsEveryLaterChange() async throws {
        let model = model()
        try await during(model.observe) {
            await until { model.total == 3 && !model.isLoading }
            try await library.books.save(try book(4, "Faust"))
            await until { model.total == 4 }
            #expect(titles(model) == ["Día", "Emma", "Faust", "Zeit"])
            try await library.books.delete(Book.ID(bits: 1))
            await until { model.total == 3 }
            #expect(titles(model) == ["Día", "Emma", "Faust"])
        }
    }

    @Test func observingFollowsTheQueryToo() async throws {
        let model = model()
        try await during(model.observe) {
            await until { model.total == 3 }
            model.query.text = "f"
            #expect(model.rows.isEmpty)
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
        #expect(model.error == nil)
        #expect(model.total == 3)
    }

    @Test func observingEndsWithTheErrorAndKeepsTheRows() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Result<LibrarySnapshot, LibraryError>.self)
        continuation.yield(.success(try await library.snapshot()))
        continuation.yield(.failure(brokenStore))
        let model = model(of: WatchedLibrary(library, updates: Updates(stream)))
        await model.observe()
        #expect(model.error == brokenStore)
        #expect(model.total == 3)
        #expect(!model.isLoading)
    }

    @Test func aFailureIsShownUntilItSucceeds() async {
        let model = model(
            of: WatchedLibrary(library) { number throws(LibraryError) in
                if number == 1 { throw brokenStore }
            })
        await model.load()
        #expect(model.error == brokenStore)
        #expect(model.rows.isEmpty)
        #expect(!model.isLoading)
        await model.load()
        #expect(model.error == nil)
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
        #expect(model.error == nil)
    }

    @Test func aLateAnswerNeverReplacesWhatIsObserved() async throws {
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

    @Test func removesAllThatAreNamedOrNone() async throws {
        let model = model()
        #expect(await model.remove(["Zeit", "nothing"]) == nil)
        #expect(model.error == .book(.noSuchBook("nothing")))
        #expect(try await library.books.all().count == 3)

        #expect(await model.remove(["zeit", "000000000002"])?.map(\.title) == ["Zeit", "Día"])
        #expect(model.error == nil)
        #expect(try await library.books.all().map(\.title) == ["Emma"])
    }
}
