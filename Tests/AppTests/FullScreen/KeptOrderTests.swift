import Data
import Domain
import Storage
import TestSupport
import TestTraits
import Testing

@testable import App

/// The view begins in the order in which it was left.
@MainActor
@Suite(.endsIfItHangs)
struct KeptOrderTests {
    private let settings = MemoryKeyValueStore()
    private let library = StoredLibrary.inMemory()

    init() async throws {
        let titles = [("Dune", 3), ("Emma", 5)]
        for (number, (title, stars)) in titles.enumerated() {
            let draft = BookDraft(title: title, authors: ["A"]) { $0.rating = Rating(stars) }
            try await library.books.save(
                try Book(id: Book.ID(bits: UInt64(number)), draft: draft, added: day("2026-11-22")))
        }
    }

    /// Shows the view until its first lines have these texts, uses it, and leaves it.
    private func view(waitingFor text: String, _ use: (PagesFixture) -> Void = { _ in }) async throws {
        let view = PagesFixture(library, columns: 80, settings: settings)
        try await view.wait(for: text)
        use(view)
        view.pages.stop()
        #expect(await view.pages.finish() == nil)
    }

    @Test func anOrderAndItsDirection() async throws {
        try await view(waitingFor: "2 books  by title")
        #expect(settings.values().isEmpty, "Nothing was chosen.")
        try await view(waitingFor: "2 books  by title") { view in
            view.press(.text("s"))
            view.choose("rating")
        }
        try await view(waitingFor: "2 books  by rating") { view in
            #expect(view.lines.titles == ["Emma", "Dune"])
        }
        try await view(waitingFor: "2 books  by rating") { view in
            view.press(.text("s"), .key(.end), .text(" "), .key(.escape))
        }
        try await view(waitingFor: "2 books  by rating, in reverse order") { view in
            #expect(view.lines.titles == ["Dune", "Emma"])
        }
        #expect(try await settings.value(for: KeyValueKey("sort", default: "none")) == "none")
    }

    /// As after a newer version, or an edit by hand.
    @Test(arguments: [#""no such order""#, "5", "null", #"["rating"]"#])
    func anUnknownOrderIsTheUsualOne(text: String) async throws {
        _ = settings.update(["order of books": JSONText(text.utf8)], expecting: nil)
        try await view(waitingFor: "2 books  by title")
    }

    @Test func whereNothingCanBeKeptTheViewWorks() async throws {
        let view = PagesFixture(library, columns: 80, settings: FullSettings())
        try await view.wait(for: "2 books  by title")
        view.press(.text("s"))
        view.choose("rating")
        try await view.wait(for: "by rating")
        view.pages.stop()
        #expect(await view.pages.finish() == nil)
    }
}

/// Settings on a full disk.
private struct FullSettings: KeyValueStore {
    func values() async throws(StorageError) -> KeyValues { KeyValues() }

    func update(_ changes: [String: JSONText?], expecting expected: KeyValues?) async throws(StorageError) -> Bool {
        throw .failed(operation: "write", location: "the settings", reason: "no space is left")
    }

    func observe() -> KeyValueUpdates { AsyncStream { $0.finish() } }
}

extension [String] {
    /// The titles in the list, from the top.
    fileprivate var titles: [String] {
        compactMap { line in ["Dune", "Emma"].first { line.split(separator: " ").first.map(String.init) == $0 } }
    }
}
