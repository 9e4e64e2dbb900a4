import Data
import Domain
import TestSupport
import TestTraits
import Testing

@testable import App

/// What a key asks for is drawn once it is there, without another key. A test waits for ever if the view doesn't say that it
/// has changed, until the suite ends it.
@MainActor
@Suite(.endsIfItHangs)
struct DrawnByItselfTests {
    private let view: PagesFixture

    init() async throws {
        let dune = try book(1, "Dune", by: "Frank Herbert", added: BrowserFixture.today) { $0.shelves = ["Sea"] }
        view = PagesFixture(StoredLibrary.inMemory(LibrarySnapshot(books: [dune])))
        try await view.wait(for: "Dune")
    }

    @Test func detailsOnceTheyAreRead() async throws {
        view.press(.key(.enter))
        try await view.wait(for: "id ")
        #expect(view.lines[0] == "Dune")
    }

    @Test func namesOnceTheyAreLoaded() async throws {
        view.press(.text("S"))
        try await view.wait(for: "tab: Sea")
        #expect(view.lines.contains { $0.contains("A shelf for") })
    }
}
