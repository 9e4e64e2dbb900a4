import Domain

@testable import App

/// The full-screen view without a terminal.
@MainActor
final class ItemBrowserFixture {
    let browser: ItemBrowser
    private var changes: AsyncStream<Void>.Iterator

    init(_ context: UseCaseContext, columns: Int = 120, lines: Int = 60) {
        let (changes, change) = AsyncStream.makeStream(of: Void.self)
        self.changes = changes.makeAsyncIterator()
        browser = ItemBrowser(context) { change.yield() }
        browser.resize(columns: columns, lines: lines)
        browser.observe()
    }

    var lines: [String] { browser.screen().text }

    var text: String { lines.joined(separator: "\n") }

    /// Presses keys one after the other; a text is one key for each character, as a terminal sends it.
    func press(_ inputs: TerminalInput...) {
        for input in inputs.flatMap(\.keys) {
            _ = browser.handle(input)
            _ = browser.screen()
        }
    }

    /// Waits until the screen shows that text. Throws if the test hangs and is cancelled.
    func wait(for text: String) async throws {
        while !self.text.contains(text) { try await nextChange() }
    }

    /// Waits until the screen says that there are so many.
    func wait(forCount count: Int) async throws {
        while !lines[0].contains("  \(count) ") { try await nextChange() }
    }

    /// Waits until the screen may show something else. Throws if it shows an error.
    func nextChange() async throws {
        if text.contains("That didn't work") { throw UnexpectedScreen(text: text) }
        var changes = self.changes
        await changes.next(isolation: #isolation)
        self.changes = changes
        try Task.checkCancellation()
    }
}

/// An error is on the screen, and so what a test waits for will not come.
private struct UnexpectedScreen: Error {
    let text: String
}

extension TerminalInput {
    fileprivate var keys: [TerminalInput] {
        guard case .text(let text) = self else { return [self] }
        return text.map { .text(String($0)) }
    }
}
