import Data
import Domain
import TestSupport
import Testing

@testable import Presentation

/// Behaviour that all view models get from `LibraryContent` and their own tests don't cover.
@MainActor
@Suite(.timeLimit(.minutes(5)))
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

    @Test func aNewProjectionAppliesOnceTheLibraryIsRead() async {
        let content = LibraryContent(of: StoredLibrary.inMemory()) { _ in 1 }
        content.show { _ in 2 }
        #expect(content.value == nil)
        await content.load()
        #expect(content.value == 2)
        content.show { _ in 3 }
        await until { content.value == 3 }
        #expect(content.value == 3)
    }
}
