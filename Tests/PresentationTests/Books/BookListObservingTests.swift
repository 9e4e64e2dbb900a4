import Data
import Domain
import Presentation
import TestSupport
import TestTraits
import Testing

/// Lists that follow the library, failures, and answers that come late.
@MainActor
@Suite(.endsIfItHangs)
struct BookListObservingTests {
    private let shelf: ThreeBooks

    init() throws { shelf = try ThreeBooks() }

    @Test func observingShowsEveryLaterChange() async throws {
        let model = shelf.model()
        try await during(model.observe) {
            await until { model.total == 3 && !model.content.isLoading }
            try await shelf.library.books.save(try book(4, "Faust"))
            await until { model.total == 4 }
            #expect(shelf.titles(model) == ["Día", "Emma", "Faust", "Zeit"])
            try await shelf.library.books.delete(Book.ID(bits: 1))
            await until { model.total == 3 }
            #expect(shelf.titles(model) == ["Día", "Emma", "Faust"])
        }
    }

    @Test func laterChangesAreFilteredByTheCurrentQuery() async throws {
        let model = shelf.model()
        try await during(model.observe) {
            await until { model.total == 3 }
            model.query.text = "f"
            await until { model.rows.isEmpty }
            try await shelf.library.books.save(try book(4, "Faust"))
            await until { model.total == 1 }
            #expect(shelf.titles(model) == ["Faust"])
        }
    }

    @Test func observingFollowsThePreferredSort() async throws {
        try await shelf.prefer(.rating)
        let model = shelf.model()
        try await during(model.observe) {
            await until { !model.rows.isEmpty }
            #expect(shelf.titles(model) == ["Zeit", "Emma", "Día"])
            try await shelf.prefer(.title)
            await until { shelf.titles(model).first == "Día" }
            #expect(shelf.titles(model) == ["Día", "Emma", "Zeit"])
        }
    }

    @Test func observingEndsWhenItIsCancelled() async {
        let model = shelf.model()
        let observing = Task { await model.observe() }
        await until { model.total == 3 }
        observing.cancel()
        await observing.value
        #expect(model.content.loadError == nil)
        #expect(model.total == 3)
    }

    @Test func observingEndsWithTheErrorAndKeepsTheRows() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Result<LibrarySnapshot, LibraryError>.self)
        continuation.yield(.success(try await shelf.library.snapshot()))
        continuation.yield(.failure(brokenReading))
        let model = shelf.model(of: DelayedLibrary(shelf.library, updates: Updates(stream)))
        await model.observe()
        #expect(model.content.observeError == brokenReading)
        #expect(model.total == 3)
        #expect(!model.content.isLoading)
    }

    @Test func eachFailureHasItsOwnSlotAndIsDismissedByItself() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Result<LibrarySnapshot, LibraryError>.self)
        continuation.yield(.failure(brokenReading))
        let broken = DelayedLibrary(shelf.library, updates: Updates(stream)) { _ throws(LibraryError) in
            throw otherFailure
        }
        let model = shelf.model(of: broken)
        await model.observe()
        await model.content.load()
        #expect(await model.remove([Book.ID(bits: 9)]) == nil)
        #expect(model.content.observeError == brokenReading)
        #expect(model.content.loadError == otherFailure)
        #expect(model.actionError == .book(.noSuchBook("000000000009")))

        model.actionError = nil
        model.content.observeError = nil
        #expect(model.content.loadError == otherFailure)
        model.content.loadError = nil
        #expect(model.content.loadError == nil)
    }

    /// Nothing is shown, and why, until the user tries again.
    @Test func afterAFailureAtFirstTheRowsAppearOnceTheLibraryCanBeRead() async {
        let model = shelf.model(of: DelayedLibrary(shelf.library, firstFailure: brokenReading))
        await model.observe()
        #expect(model.content.observeError == brokenReading)
        #expect(model.content.value == nil)
        #expect(model.rows.isEmpty)
        await during(model.observe) {
            await until { model.total == 3 }
            #expect(shelf.titles(model) == ["Día", "Emma", "Zeit"])
            #expect(model.content.observeError == nil)
        }
    }

    /// So a view can tell an empty library from one that isn't read yet.
    @Test func anEmptyLibraryHasAValue() async {
        let model = shelf.model(of: StoredLibrary.inMemory())
        #expect(model.content.value == nil)
        await during(model.observe) {
            await until { model.content.value != nil }
            #expect(model.rows.isEmpty)
            #expect(model.content.observeError == nil)
        }
    }

    /// The list can no longer follow the preferred sort.
    @Test func observingEndsWhenThePreferencesCannotBeRead() async {
        let model = BookListViewModel(context: context(shelf.library), preferences: BrokenPreferences())
        await model.observe()
        #expect(model.content.observeError == brokenReading)
    }

    @Test func aFailureIsShownUntilItSucceeds() async {
        let model = shelf.model(
            of: DelayedLibrary(shelf.library) { number throws(LibraryError) in
                if number == 1 { throw brokenReading }
            })
        await model.content.load()
        #expect(model.content.loadError == brokenReading)
        #expect(model.rows.isEmpty)
        #expect(!model.content.isLoading)
        await model.content.load()
        #expect(model.content.loadError == nil)
        #expect(model.total == 3)
    }

    @Test func aLateAnswerNeverReplacesALaterOne() async throws {
        let (asked, answer) = (Signal(), Signal())
        let model = shelf.model(
            of: DelayedLibrary(shelf.library) { number throws(LibraryError) in
                guard number == 1 else { return }
                asked.send()
                await answer.wait()
                throw brokenReading
            })
        let slow = Task { await model.content.load() }
        await asked.wait()
        try await shelf.library.books.save(try book(4, "Faust"))
        await model.content.load()
        answer.send()
        await slow.value
        #expect(model.total == 4)
        #expect(model.content.loadError == nil)
    }

    @Test func aLateAnswerNeverReplacesAnObservedValue() async throws {
        let (asked, answer) = (Signal(), Signal())
        let model = shelf.model(
            of: DelayedLibrary(shelf.library) { _ throws(LibraryError) in
                asked.send()
                await answer.wait()
            })
        let slow = Task { await model.content.load() }
        await asked.wait()
        try await shelf.library.books.save(try book(4, "Faust"))
        await during(model.observe) {
            await until { model.total == 4 }
            answer.send()
            await slow.value
            #expect(model.total == 4)
        }
    }

    @Test func aLateAnswerToAnEarlierQueryIsDropped() async throws {
        let (asked, answer) = (Signal(), Signal())
        let model = shelf.model(
            of: DelayedLibrary(shelf.library) { number throws(LibraryError) in
                guard number == 1 else { return }
                asked.send()
                await answer.wait()
            })
        let slow = Task { await model.content.load() }
        await asked.wait()
        model.query.text = "dia"
        await until { model.total == 1 }
        answer.send()
        await slow.value
        #expect(shelf.titles(model) == ["Día"])
        #expect(!model.content.isLoading)
    }
}
