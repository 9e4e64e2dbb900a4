import Domain
import FileTestSupport
import Storage
import Testing

@testable import App

/// The composition root with real stores, each in a folder of its own.
struct CompositionTests {
    /// The library creates it.
    private let directory: TestFile

    init() throws { directory = try TemporaryDirectory().file("books") }

    private func environment(_ store: StoreChoice?, _ variables: [String: String] = [:]) async throws -> AppEnvironment
    {
        var options = GlobalOptions()
        options.store = store
        options.directory = directory.path
        return try await .live(options, Variables { variables[$0] })
    }

    @Test(arguments: [StoreChoice.file, StoreChoice(engine: .keyValue)])
    func addedBooksAreThereInTheNextRun(_ store: StoreChoice) async throws {
        let before = try await environment(store)
        let draft = BookDraft(title: "Dune", authors: ["Frank Herbert"])
        let book = try await AddBook(before.context)(draft)
        let after = try await environment(store)
        #expect(try await after.library.snapshot().books == [book])
    }

    @Test func aLibraryInMemoryIsGoneInTheNextRunAndTouchesNoFile() async throws {
        let before = try await environment(StoreChoice(engine: .memory))
        let draft = BookDraft(title: "Dune", authors: ["Frank Herbert"])
        _ = try await AddBook(before.context)(draft)
        #expect(try await environment(StoreChoice(engine: .memory)).library.snapshot().books.isEmpty)
        #expect(!directory.exists)
    }

    @Test func readingCreatesNoFile() async throws {
        for store in [StoreChoice.file, StoreChoice(engine: .keyValue)] {
            let environment = try await environment(store)
            #expect(try await environment.library.snapshot() == LibrarySnapshot())
            #expect(try await environment.preferences.preferences() == Preferences())
        }
        #expect(!directory.exists)
    }
}
