import Data
import Domain

@testable import App

/// A full-screen view without a terminal.
@MainActor
final class BrowserFixture {
    private let browser: Browser
    private var changes: AsyncStream<Void>.Iterator

    /// `edit` is the user's editor for notes.
    init(
        _ environment: AppEnvironment, columns: Int, lines: Int,
        edit: @escaping (String) async throws(NotesEditor.Failure) -> String = { $0 }
    ) {
        let (changes, change) = AsyncStream.makeStream(of: Void.self)
        self.changes = changes.makeAsyncIterator()
        browser = Browser(environment, columns: columns, lines: lines, edit: edit, changed: { change.yield() })
    }

    var screen: Screen { browser.screen() }

    var content: BrowserContent { browser.content }

    var state: BrowserState { browser.state }

    var failure: LibraryError? { browser.failure }

    func load() async {
        browser.observe()
        await until { !$0.isLoading }
    }

    /// Waits for a change after which the content is as expected.
    func until(_ isReached: (BrowserContent) -> Bool) async {
        _ = browser.screen()
        while !isReached(browser.content) {
            var changes = self.changes
            await changes.next(isolation: #isolation)
            self.changes = changes
            _ = browser.screen()
        }
    }

    /// Presses keys one after the other; a text is one key for each character, as a terminal sends it.
    func press(_ inputs: TerminalInput...) {
        for input in inputs.flatMap(\.keys) {
            _ = browser.handle(input)
            _ = browser.screen()
        }
    }

    func stop() { browser.stop() }

    func finish() async -> LibraryError? { await browser.finish() }

    func handle(_ input: TerminalInput) -> [Browser.Request] { browser.handle(input) }

    func resize(columns: Int, lines: Int) { browser.resize(columns: columns, lines: lines) }
}

extension TerminalInput {
    fileprivate var keys: [TerminalInput] {
        guard case .text(let text) = self else { return [self] }
        return text.map { .text(String($0)) }
    }
}
