import Data
import Domain
import Presentation
import Testing

@testable import App

/// A full-screen view without a terminal.
@MainActor
final class BrowserFixture {
    let browser: Browser<Book>
    let environment: AppEnvironment
    private var changes: AsyncStream<Void>.Iterator
    private var early = EarlyInputs()

    /// `edit` is the user's editor for notes.
    init(
        _ environment: AppEnvironment, columns: Int, lines: Int,
        edit: @escaping (String) async throws(ExternalEditor.Failure) -> String = { $0 }
    ) {
        let (changes, change) = AsyncStream.makeStream(of: Void.self)
        self.changes = changes.makeAsyncIterator()
        self.environment = environment
        browser = Browser<Book>(
            environment, StoreWatch(environment), ChangeQueue<LibraryError>(), changed: { change.yield() }, edit: edit)
        resize(columns: columns, lines: lines)
    }

    /// The day in a view of a library.
    nonisolated static let today = Day(daysSince1970: 20_779)

    /// Shows `library`, in a window of usual size.
    convenience init(
        of library: StoredLibrary, edit: @escaping (String) async throws(ExternalEditor.Failure) -> String = { $0 }
    ) async throws {
        self.init(
            AppEnvironment().with(library).with(\.today, { Self.today }), columns: 80, lines: 20, edit: edit)
        try await load()
    }

    var screen: Screen { browser.screen() }

    var content: BrowserContent<Book> { browser.content }

    var state: BrowserState<Book> { browser.state }

    var failure: LibraryError? { browser.failure }

    func load() async throws {
        browser.observe()
        try await settle()
    }

    /// Waits until everything that was pressed is done: no change, reading or look-up is under way, and the view shows
    /// the library as it is now.
    func settle() async throws {
        _ = browser.screen()
        while true {
            let content = browser.content
            let isReading = browser.list.content.isLoading || content.isLoading
            let isBusy = content.isWorking || content.isFilling || isReading
            if !isBusy, early.isEmpty, try await showsTheLibrary() { return }
            try await change()
        }
    }

    /// Presses keys, and waits until what they ask for is done.
    func type(_ keys: String) async throws {
        press(.text(keys))
        try await settle()
    }

    /// Waits until the view has said something that begins so.
    func settle(said beginning: String) async throws {
        while browser.state.message?.hasPrefix(beginning) != true { try await change() }
    }

    /// Waits for the next change of what the view models show. Throws if the test hangs and is cancelled.
    private func change() async throws {
        var changes = self.changes
        await changes.next(isolation: #isolation)
        self.changes = changes
        try Task.checkCancellation()
        _ = early.catchUp(browser)
        _ = browser.screen()
    }

    /// Whether models that read the library now show the same.
    private func showsTheLibrary() async throws -> Bool {
        let context = environment.context
        let list = BookListViewModel(
            context: context, preferences: environment.preferences, query: browser.list.query,
            usesPreferredSort: browser.list.usesPreferredSort)
        await list.content.load()
        guard list.rows == browser.content.rows else { return false }
        switch browser.state.mode {
        case .detail(let id, _):
            let detail = DetailViewModel<Book>(id, context: context)
            await detail.content.load()
            return detail.row == browser.content.detail && detail.library.loans == browser.content.others.loans
        case .naming:
            let shelves = try await context.library.page(BookQuery(), folding: context.folding).rows
                .shelves(context.folding).map(\.name)
            return shelves == browser.content.names(in: .shelves)
        case .dialog, .page: return try await showsTheLoans()
        default: return true
        }
    }

    /// Presses keys one after the other; a text is one key for each character, as a terminal sends it.
    func press(_ inputs: TerminalInput...) {
        for input in inputs.flatMap(\.keys) {
            _ = early.handle(input, browser)
            _ = browser.screen()
        }
    }

    /// Clicks on the first line from `top` on that contains the text.
    func click(on text: String, from top: Int = 0) {
        let lines = screen.text
        guard let line = lines.indices.dropFirst(top).first(where: { lines[$0].contains(text) }),
            let start = lines[line].firstRange(of: text)?.lowerBound
        else { return }
        let column = String(lines[line][..<start]).columns
        if let input = screen.input(at: Screen.Position(column: column, line: line)) {
            _ = early.handle(input, browser)
        }
        _ = browser.screen()
    }

    /// Adds a book with the form, to an empty library.
    func addDune() async throws {
        press(.text("aDune"), .key(.tab), .text("Frank Herbert"), .key(.control("s")))
        try await settle()
        #expect(content.rows.map(\.draft.title) == ["Dune"])
    }

    func stop() { browser.stop() }

    func finish() async -> LibraryError? { await browser.finish() }

    func handle(_ input: TerminalInput) -> Bool { browser.handle(input) }

    func resize(columns: Int, lines: Int) { browser.resize(columns: columns, lines: lines) }
}

extension BrowserState {
    /// What the last action did.
    var message: String? { said?.text }
}

extension TerminalInput {
    fileprivate var keys: [TerminalInput] {
        guard case .text(let text) = self else { return [self] }
        return text.map { .text(String($0)) }
    }
}

extension String {
    /// Its lines, as a screen has them.
    var lines: [String] { split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
}
