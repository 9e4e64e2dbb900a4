import Data
import Domain
import TestSupport
import TestTraits
import Testing

@testable import Presentation

/// Behaviour that all view models get from `LibraryContent` and their own tests don't cover.
@MainActor
@Suite(.endsIfItHangs)
struct LibraryContentTests {
    /// Records the actor on which it is deallocated.
    private final class Memory: Sendable {
        private let calls: MainActorCalls

        init(_ calls: MainActorCalls) {
            self.calls = calls
        }

        deinit { calls.note() }
    }

    @Test func replacedContentIsReleasedOffTheMainActor() async {
        let calls = MainActorCalls()
        let content = LibraryContent(of: StoredLibrary.inMemory()) { _ in Memory(calls) }
        for _ in 0..<3 { await content.load() }
        #expect(calls.onOthers == 2)
        #expect(calls.onMainActor == 0)
    }

    @Test func aNewWayAppliesOnceTheLibraryIsRead() async {
        let library = StoredLibrary.inMemory()
        let content = LibraryContent(of: library, for: BookQuery(), folding) { _ in 1 }
        content.show(library) { _ in 2 }
        #expect(content.value == nil)
        await content.load()
        #expect(content.value == 2)
        content.show(library) { _ in 3 }
        await until { content.value == 3 }
        #expect(content.value == 3)
    }

    @Test func observingThatIsCancelledEarlyIsNotLoading() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Result<LibrarySnapshot, LibraryError>.self)
        let content = LibraryContent(of: DelayedLibrary(StoredLibrary.inMemory(), updates: Updates(stream))) { _ in 1 }
        let observing = Task { await content.observe() }
        await until { content.isLoading }
        observing.cancel()
        await observing.value
        #expect(!content.isLoading)
        continuation.finish()
    }

    @Test func afterAFailureObservingCanBeginAgain() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Result<LibrarySnapshot, LibraryError>.self)
        continuation.yield(.failure(brokenReading))
        let content = LibraryContent(of: DelayedLibrary(StoredLibrary.inMemory(), updates: Updates(stream))) { _ in 1 }
        await content.observe()
        #expect(content.observeError == brokenReading)
        #expect(!content.isLoading)
        continuation.finish()
        await content.observe()
        #expect(content.observeError == nil)
    }

    /// As when a view disappears and appears again: nobody waits for the end of the first observation.
    @Test func observingCanBeginAgainBeforeTheFirstHasEnded() async throws {
        let library = StoredLibrary.inMemory()
        let content = LibraryContent(of: library, for: BookQuery(), folding) { $0.page.rows.count }
        let first = Task { await content.observe() }
        await until { content.value == 0 }
        first.cancel()
        try await during(content.observe) {
            await first.value
            try await library.books.save(try book(1, "Emma"))
            await until { content.value == 1 && !content.isLoading }
            #expect(content.value == 1)
            #expect(content.observeError == nil)
        }
    }

    @Test func anObservedValueIsMadeWithoutReadingTheLibraryAgain() async {
        let watched = DelayedLibrary(StoredLibrary.inMemory())
        let content = LibraryContent(of: watched, for: BookQuery(), folding) { _ in 1 }
        await during(content.observe) {
            await until { content.value == 1 }
            content.show(watched) { _ in 2 }
            await until { content.value == 2 }
            #expect(watched.snapshots == 0)
        }
    }

    @Test func afterObservingTheLibraryIsReadAgain() async throws {
        let library = StoredLibrary.inMemory()
        let content = LibraryContent(of: library, for: BookQuery(), folding) { $0.page.rows.count }
        let observing = Task { await content.observe() }
        await until { content.value == 0 }
        observing.cancel()
        await observing.value
        try await library.books.save(try book(1, "Emma"))
        content.show(library) { $0.books.count + 10 }
        await until { content.value != 0 }
        #expect(content.value == 11)
    }

    @Test func loadingReadsTheLibraryAsItIsNow() async throws {
        let library = StoredLibrary.inMemory()
        let (stream, continuation) = AsyncStream.makeStream(of: Result<LibrarySnapshot, LibraryError>.self)
        continuation.yield(.success(LibrarySnapshot()))
        let content = LibraryContent(of: DelayedLibrary(library, updates: Updates(stream)), for: BookQuery(), folding) {
            $0.page.rows.count
        }
        try await during(content.observe) {
            await until { content.value == 0 && !content.isLoading }
            try await library.books.save(try book(1, "Emma"))
            await content.load()
            #expect(content.value == 1)
        }
    }

    /// The answer is dropped although the new way has not begun to read yet.
    @Test func anAnswerToTheOldWayIsDroppedAtOnce() async {
        let (asked, answer) = (Signal(), Signal())
        let library = DelayedLibrary(StoredLibrary.inMemory()) { number throws(LibraryError) in
            if number == 1 { asked.send() }
            await answer.wait()
        }
        let content = LibraryContent(of: library, for: BookQuery(), folding) { _ in 1 }
        let slow = Task { await content.load() }
        await asked.wait()
        content.show(library) { _ in 2 }
        #expect(content.isLoading)
        answer.send()
        await slow.value
        #expect(content.value != 1)
        answer.send()
        await until { content.value == 2 }
        #expect(!content.isLoading)
    }
}

extension LibraryContent {
    /// Shows what `make` returns instead.
    fileprivate func show(_ library: any Library, _ make: @escaping @Sendable (LibrarySnapshot) -> Value) {
        read = { observed throws(LibraryError) in
            if let observed { return make(observed.snapshot) }
            return make(try await library.snapshot())
        }
    }
}
