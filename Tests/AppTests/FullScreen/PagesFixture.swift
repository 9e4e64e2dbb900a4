import Data
import Domain
import Storage

@testable import App

/// The full-screen view of a project, without a terminal.
@MainActor
final class PagesFixture {
    let pages: Pages
    private var changes: AsyncStream<Void>.Iterator

    /// `text` is what the user's editor makes of each text.
    init(
        _ library: StoredLibrary, columns: Int = 120, lines: Int = 60, text: String = "",
        settings: any KeyValueStore = MemoryKeyValueStore()
    ) {
        let (changes, change) = AsyncStream.makeStream(of: Void.self)
        self.changes = changes.makeAsyncIterator()
        pages = Pages(
            AppEnvironment().with(library).with(\.settings, settings), changed: { change.yield() }, edit: { _ in text })
        pages.resize(columns: columns, lines: lines)
        pages.observe()
    }

    var lines: [String] { pages.screen().text }

    /// Presses keys one after the other; a text is one key for each character, as a terminal sends it.
    func press(_ inputs: TerminalInput...) {
        for input in inputs {
            if case .text(let text) = input {
                for character in text { _ = pages.handle(.text(String(character))) }
            } else {
                _ = pages.handle(input)
            }
            _ = pages.screen()
        }
    }

    /// Chooses the line of a menu that contains the text.
    func choose(_ text: String) {
        let menu = lines.filter { $0.contains("│ ") }
        let line = menu.firstIndex { $0.contains(text) } ?? 0
        press(.text(String(repeating: "j", count: line)), .key(.enter))
    }

    /// Waits until a line of the screen has that text. Throws if the view has nothing to show, or the test is cancelled.
    func wait(for text: String) async throws {
        while !lines.contains(where: { $0.contains(text) }) {
            if let failure = pages.failure { throw failure }
            try await change()
        }
    }

    /// Waits until the screen may have changed by itself. Throws if the test is cancelled.
    func change() async throws {
        var changes = self.changes
        await changes.next(isolation: #isolation)
        self.changes = changes
        try Task.checkCancellation()
    }
}
