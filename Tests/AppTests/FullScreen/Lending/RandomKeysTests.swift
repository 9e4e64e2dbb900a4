import Data
import Domain
import Presentation
import StorageTestSupport
import TestTraits
import Testing

@testable import App

/// Random keys, pastes and sizes of the window. After each key, the library is what a plain model says, which knows what
/// the keys mean: most of them change nothing.
///
/// A failure names its seed. Some hundred keys; more, or those of one seed again:
///
///     BOOKSHELF_KEYS=10000 swift test --filter RandomKeysTests
///     BOOKSHELF_KEYS=10000 BOOKSHELF_SEED=42 swift test --filter RandomKeysTests
@MainActor
@Suite(.endsIfItHangs)
struct RandomKeysTests {
    @Test(arguments: 0..<2 as Range<UInt64>) func theLibraryIsWhatTheKeysMean(number: UInt64) async throws {
        let keys = try await RandomKeys(seed: SeededGenerator.seed &+ number)
        for _ in 0..<(environmentNumber("BOOKSHELF_KEYS") ?? 400) { try await keys.goOn() }
        print(keys.inputs.summary)
    }
}

/// A person who presses random keys, among them often those that mean something where they are pressed.
@MainActor
private final class RandomKeys {
    private(set) var inputs: RandomInputs
    private let library = StoredLibrary.inMemory()
    private let environment: AppEnvironment
    private let browser: BrowserFixture
    private let today: Day
    /// The library as it should be, and as it was before the last change, which undo brings back.
    private var shelf: PlainShelf
    private var before: PlainShelf?
    /// The book that the form shows.
    private var edited: Book.ID?

    init(seed: UInt64) async throws {
        inputs = RandomInputs(seed: seed)
        let today = try #require(Day("2026-11-22"))
        self.today = today
        environment = AppEnvironment().with(library).with(\.today, { today })
        for title in ["Anna Karenina", "Dune", "Emma", "Les Misérables", "Ulysses"] {
            before = try await PlainShelf(library)
            _ = try await AddBook(environment.context)(BookDraft(title: title, authors: ["Ana"]))
        }
        browser = BrowserFixture(environment, columns: 80, lines: 24)
        try await browser.load()
        shelf = try await PlainShelf(library)
    }

    // MARK: Pressing

    func goOn() async throws {
        do {
            // Some are pressed faster than they are stored.
            if isCalm, inputs.happens(1, in: 12) { try await pressFast() } else { try await press(nextInput()) }
        } catch {
            throw inputs.disagreement(error, browser.screen.text)
        }
    }

    /// Whether keys are commands for the books.
    private var isCalm: Bool {
        guard browser.state.isUsable, browser.content.error == nil else { return false }
        return switch browser.state.mode {
        case .list, .detail: true
        default: false
        }
    }

    private func pressFast() async throws {
        var changes: [PlainShelf.Change] = []
        for _ in 0..<(inputs.one(of: [2, 3, 4, 5, 6]) ?? 2) {
            let key = inputs.one(of: ["*", "*", "1", "0", "3", "5", "j", "k", " ", "r", "+"]) ?? " "
            let input = TerminalInput.text(key)
            let change = self.change(by: input)
            show(input)
            if let change { changes.append(change) }
        }
        inputs.count("fast keys")
        try await browser.settle()
        // After one that is refused, the others are left.
        for change in changes where try await !apply(change) { break }
        try await compare()
    }

    private func press(_ input: TerminalInput) async throws {
        let change = change(by: input)
        let undoes = undoes(input)
        let isCommand = browser.state.isUsable && browser.content.error == nil
        show(input)
        try await browser.settle()
        let old = shelf
        if undoes, let before {
            (shelf, self.before) = (before, shelf)
            inputs.count("undo")
        } else if let change {
            try await apply(change)
        }
        try await compare()
        if shelf != old, !undoes, !browser.state.isUndoable { throw Disagreement("doesn't name undo") }
        if shelf == old, browser.state.isUndoable, isCommand { throw Disagreement("names undo") }
        if let change, change.isOfOneKey, shelf == old, browser.content.error == nil, browser.state.warning == nil {
            throw Disagreement("doesn't say why it was refused")
        }
    }

    private func show(_ input: TerminalInput) {
        inputs.write("\(browser.state.mode.name): \(input)")
        if case .form = browser.state.opened {} else { edited = browser.state.row(in: browser.content)?.id }
        if !browser.handle(input) { inputs.write("the view has ended") }
        check(browser.screen)
        if inputs.happens(1, in: 40) { resize() }
    }

    private func resize() {
        let size = inputs.size()
        browser.resize(columns: size.columns, lines: size.lines)
        inputs.write("\(size)")
        check(browser.screen)
    }

    /// The view has the size of the window, and the selection is in the list.
    private func check(_ screen: Screen) {
        let (state, rows) = (browser.state, browser.content.rows)
        let isInside = rows.isEmpty || rows.indices.contains(state.selection.position.selected)
        let isWide = screen.text.contains { $0.columns > state.columns }
        let isWhole = screen.text.count == state.lines && !isWide && state.columns == screen.columns
        #expect(isInside && isWhole, "BOOKSHELF_SEED=\(inputs.seed)\n\(inputs.latest)")
    }

    // MARK: The model

    /// What a key asks for.
    private func change(by input: TerminalInput) -> PlainShelf.Change? {
        // What is shown before the key is pressed.
        _ = browser.screen
        let (state, content) = (browser.state, browser.content)
        guard state.isUsable, content.error == nil || state.isAsking else { return nil }
        switch (state.mode, input) {
        case (.list, .text(let key)):
            return self.change(by: key, state.chosen(in: content).map(\.id))
        case (.detail(let id, _), .text(let key)) where shelf.books[id] != nil:
            return self.change(by: key, [id])
        case (.page, .text("r")): return lentBook.map { .takeBack([$0]) }
        case (.page, .text("+")): return lentBook.map { .extend([$0]) }
        case (.menu(.choice(let books), let position, _), .key(.enter)),
            (.menu(.choice(let books), let position, _), .text(" ")):
            return .status(ReadingStatus.allCases[position.selected], books.map(\.id))
        case (.asking(.removal(let books), _, let position), _) where isYes(input, position):
            return .remove(books.map(\.id))
        case (.dialog, .key(.enter)), (.dialog, .key(.control("s"))):
            return (try? browser.lending.lending).map { (books, form) in
                .lend(books.map(\.id), to: form.person.text, for: form.term.text)
            }
        case (.form(let form), .key(let key)) where key == .control("s") || key == .enter && form.focused == .save:
            guard let fields = content.form?.fields, fields.problems.isEmpty else { return nil }
            return .save(fields.draft, content.form?.isNew == true ? nil : edited)
        default: return nil
        }
    }

    /// The book that is selected on the page of loans.
    private var lentBook: Book.ID? {
        guard let lending = try? browser.lending else { return nil }
        return lending.selectedBook
    }

    private func change(by key: String, _ chosen: [Book.ID]) -> PlainShelf.Change? {
        if chosen.isEmpty { return nil }
        return switch key {
        case "r": .takeBack(chosen)
        case "+": .extend(chosen)
        case "*", "0", "1", "2", "3", "4", "5": .quick(Character(key), chosen)
        default: nil
        }
    }

    private func undoes(_ input: TerminalInput) -> Bool {
        guard case .asking(.undo, _, let position) = browser.state.mode, browser.state.isUsable else { return false }
        return isYes(input, position)
    }

    private func isYes(_ input: TerminalInput, _ position: ListPosition) -> Bool {
        input == .text("y") || input == .key(.enter) && position.selected == 1
    }

    /// Returns false if the change is refused.
    @discardableResult
    private func apply(_ change: PlainShelf.Change) async throws -> Bool {
        let ids = try await library.books.all().map(\.id)
        let new = ids.first { shelf.books[$0] == nil }
        let after = shelf.after(change, on: today, new: new ?? Book.ID(bits: 0), folding: environment.context.folding)
        inputs.count("\(change.name)\(after == nil ? " refused" : "")")
        if let after, after != shelf { (shelf, before) = (after, shelf) }
        return after != nil
    }

    private func compare() async throws {
        let real = try await PlainShelf(library)
        if real == shelf { return }
        let differences =
            Set(real.books.keys).union(shelf.books.keys).filter { real.books[$0] != shelf.books[$0] }.map {
                "\($0)\n is \(real.books[$0].map { "\($0)" } ?? "gone")\n not \(shelf.books[$0].map { "\($0)" } ?? "gone")"
            } + real.lent.symmetricDifference(shelf.lent).map { "\($0)" }
            + real.people.symmetricDifference(shelf.people)
        throw Disagreement(differences.joined(separator: "\n"))
    }

    // MARK: Chance

    private func nextInput() -> TerminalInput {
        if !browser.state.isUsable { browser.resize(columns: 80, lines: 24) }
        if browser.content.error != nil, inputs.happens(2, in: 3) { return .key(.enter) }
        let input = inputs.next(of: browser.state.mode.usual, on: browser.screen)
        // They end the view.
        let ends = browser.state.mode == .list && input == .text("q")
        return ends ? .text("a") : input
    }
}

extension BrowserState<Book>.Mode {
    fileprivate var name: String { String("\(self)".prefix { $0.isLetter }) }

    /// Keys that mean something there; those that should be pressed more often, several times.
    fileprivate var usual: [TerminalInput] {
        func texts(_ texts: String...) -> [TerminalInput] { texts.map { .text($0) } }
        func words(_ line: String) -> [TerminalInput] { line.split(separator: " ").map { .text(String($0)) } }
        let answers = words("y y y n j") + [.key(.enter), .key(.escape)]
        return switch self {
        case .list:
            words("a a a e l l l l r r r x x x U U U L / f s ? u g G j j j k k n t t * 0 4 5 + + + q") + texts(" ", " ")
                + [.key(.enter), .key(.escape), .key(.escape), .key(.escape), .key(.pageDown), .key(.control("u"))]
        case .search:
            words("an d u status:read rating:4.. lent is:lent \" shelf:\"Sea") + texts(" ")
                + [.key(.tab), .key(.backspace), .key(.control("u")), .paste("emma")]
                + Array(repeating: .key(.enter), count: 4) + Array(repeating: .key(.escape), count: 4) + [.key(.down)]
        case .page: words("r + j k U u ? q L") + [.key(.tab), .key(.enter), .key(.escape)]
        case .detail:
            words("J K t * 0 2 5 r + e l x n U u ? q") + [.key(.enter), .key(.escape), .key(.pageDown)]
        case .menu(.sort, _, _): words("j k s") + texts(" ") + [.key(.enter), .key(.escape)]
        case .menu(.filter, _, _): words("j j k f / s") + texts(" ", " ") + [.key(.enter), .key(.escape), .key(.end)]
        case .dialog:
            words("Ana Ben ana Cem 7 60 2027-01-01 2026-01-01 soon")
                + [.key(.tab), .key(.tab), .key(.escape), .key(.control("u")), .key(.control("s"))]
                + Array(repeating: .key(.enter), count: 9)
        case .naming: words("Sea Attic") + [.key(.tab), .key(.enter), .key(.escape)]
        case .asking: answers
        case .form:
            words("Dune Emma ; Ana 9780441172719 9780141439518 today 2026-11-01 2027-01-01 3 Sea") + texts(" ")
                + Array(repeating: .key(.tab), count: 6) + Array(repeating: .key(.control("s")), count: 9)
                + [.key(.escape), .key(.right), .key(.left), .key(.enter), .key(.backTab), .key(.control("u"))]
                + [.paste("Ulysses\nJames Joyce")]
        case .menu(.choice, _, _): words("t j k q") + texts(" ") + [.key(.enter), .key(.escape), .key(.end)]
        case .help, .menu(.links, _, _): words("j k ?") + [.key(.escape)]
        }
    }
}

extension PlainShelf.Change {
    fileprivate var name: String { String("\(self)".prefix { $0.isLetter }) }

    /// Whether no form was filled in for it.
    fileprivate var isOfOneKey: Bool {
        switch self {
        case .quick, .status, .takeBack, .extend, .remove: true
        case .lend, .save: false
        }
    }
}
