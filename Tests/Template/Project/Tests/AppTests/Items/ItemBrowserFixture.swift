import Domain
import Presentation

@testable import App

/// The full-screen view without a terminal.
@MainActor
final class ItemBrowserFixture {
    let browser: ItemBrowser
    private var changes: AsyncStream<Void>.Iterator

    init(_ context: UseCaseContext, columns: Int = 120, lines: Int = 60) {
        let (changes, change) = AsyncStream.makeStream(of: Void.self)
        self.changes = changes.makeAsyncIterator()
        browser = ItemBrowser(context, changed: { change.yield() })
        browser.resize(columns: columns, lines: lines)
    }

    var lines: [String] { browser.screen().text }

    var text: String { lines.joined(separator: "\n") }

    /// Shows the library as it is now, by the present query.
    func load() async {
        await browser.load()
        _ = browser.screen()
    }

    /// Presses keys one after the other; a text is one key for each character, as a terminal sends it.
    func press(_ inputs: TerminalInput...) {
        for input in inputs.flatMap(\.keys) {
            _ = browser.handle(input)
            _ = browser.screen()
        }
    }

    /// Clicks on a line.
    func click(_ line: Int) {
        _ = browser.click(Screen.Position(column: 2, line: line))
        _ = browser.screen()
    }

    /// Clicks on the first line that contains the text.
    func click(on text: String) { click(lines.firstIndex { $0.contains(text) } ?? -1) }

    /// Waits until what was pressed is stored, and then shows the library. Returns the error.
    func finish() async -> LibraryError? {
        let error = await browser.finish()
        await load()
        return error
    }

    /// Waits until the screen shows that text without a key. Throws if it shows an error, or the test is cancelled.
    func wait(for text: String) async throws {
        while !self.text.contains(text) {
            if let failure = browser.failure { throw failure }
            var changes = self.changes
            await changes.next(isolation: #isolation)
            self.changes = changes
            try Task.checkCancellation()
        }
    }
}

extension TerminalInput {
    fileprivate var keys: [TerminalInput] {
        guard case .text(let text) = self else { return [self] }
        return text.map { .text(String($0)) }
    }
}
