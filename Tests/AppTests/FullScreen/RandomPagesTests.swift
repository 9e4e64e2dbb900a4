import Data
import Domain
import Presentation
import StorageTestSupport
import TestSupport
import TestTraits
import Testing

@testable import App

/// Random keys on the pages of all entities. After each, the library is as before if the key can't change it, undo has taken
/// back the last change, no rule is broken, and the view fits into the window.
///
/// A failure names its seed. Some hundred keys; more, or those of one seed again:
///
///     BOOKSHELF_KEYS=10000 swift test --filter RandomPagesTests
///     BOOKSHELF_KEYS=10000 BOOKSHELF_SEED=42 swift test --filter RandomPagesTests
@MainActor
@Suite(.endsIfItHangs)
struct RandomPagesTests {
    @Test(arguments: 0..<2 as Range<UInt64>) func onlyKeysThatSayChangeTheLibrary(number: UInt64) async throws {
        let keys = try await RandomPageKeys(seed: SeededGenerator.seed &+ number)
        for _ in 0..<(environmentNumber("BOOKSHELF_KEYS") ?? 200) { try await keys.goOn() }
        print("BOOKSHELF_SEED=\(keys.seed): \(keys.tally.sorted { $0.key < $1.key }.map { "\($1) \($0)" })")
    }
}

/// A person who presses random keys, among them often those that mean something where they are pressed.
@MainActor
private final class RandomPageKeys {
    let seed: UInt64
    private(set) var tally: [String: Int] = [:]
    private let library = StoredLibrary.inMemory()
    private let view: PagesFixture
    private var early = EarlyInputs()
    private var chance: SeededGenerator
    private var size = (columns: 80, lines: 24)
    /// The library as it is, and as it was before the last change by a key, which undo brings back.
    private var now: LibrarySnapshot
    private var before: LibrarySnapshot?
    private var diary: [String] = []

    struct Disagreement: Error, CustomStringConvertible {
        let description: String
    }

    init(seed: UInt64) async throws {
        self.seed = seed
        chance = SeededGenerator(seed: seed)
        for type in Pages.entities {
            for number in 1...4 {
                try await library.saveExample(number, as: "00000000000\(number)", type)
            }
        }
        now = try await library.snapshot()
        view = PagesFixture(library, columns: size.columns, lines: size.lines, text: "Some words")
        try await settle()
    }

    func goOn() async throws {
        do {
            try await press(nextInput())
        } catch {
            let keys = diary.suffix(12).joined(separator: "\n")
            throw Disagreement(
                description: "BOOKSHELF_KEYS=\(diary.count) BOOKSHELF_SEED=\(seed)\n\(keys)\n\(error)\n"
                    + view.lines.joined(separator: "\n"))
        }
    }

    private func press(_ input: TerminalInput) async throws {
        let moment = moment
        diary.append("\(diary.count) \(moment.name): \(input)")
        if !early.handle(input, view.pages) { throw Disagreement(description: "the view has ended") }
        try await settle()
        let after = try await library.snapshot()
        let isChanged = after != now
        if isChanged, !moment.changing.contains(input) {
            throw Disagreement(description: "the key has changed the library")
        }
        let isBack = moment.takingBack.contains(input)
        if isBack, isChanged, let before, after != before {
            throw Disagreement(description: "undo has brought more")
        }
        if isChanged, !isBack, !self.moment.namesUndo {
            throw Disagreement(description: "doesn't name undo")
        }
        if isChanged {
            (now, before) = (after, now)
            tally[isBack ? "undo" : moment.name, default: 0] += 1
        }
        let broken = try await library.brokenRules()
        if !broken.isEmpty { throw Disagreement(description: "\(broken)") }
        if Int.random(in: 0..<40, using: &chance) == 0 { resize() }
        let screen = view.lines
        if screen.count != size.lines || screen.contains(where: { $0.columns > size.columns }) {
            throw Disagreement(description: "the view isn't \(size)")
        }
    }

    private func resize() {
        size = [(80, 24), (120, 40), (200, 60), (24, 8), (40, 12), (1, 1)].randomElement(using: &chance) ?? size
        view.pages.resize(columns: size.columns, lines: size.lines)
        diary.append("\(diary.count) \(size)")
    }

    /// Waits until everything that was pressed is done.
    private func settle() async throws {
        _ = view.lines
        while !early.isEmpty || moment.isBusy {
            try await view.change()
            _ = early.catchUp(view.pages)
            _ = view.lines
        }
    }

    private var moment: Moment {
        func moment<Entity: BrowsedEntity>(_: Entity.Type) -> Moment? {
            (view.pages.page as? Browser<Entity>).map { Moment($0) }
        }
        let moments = Pages.entities.lazy.compactMap { moment($0) }
        return moments.first ?? Moment()
    }

    private func nextInput() -> TerminalInput {
        if size.columns < 24 {
            size = (80, 24)
            view.pages.resize(columns: 80, lines: 24)
        }
        let moment = moment
        let inputs = Int.random(in: 0..<12, using: &chance) == 0 ? Self.anything : moment.usual
        let input = inputs.randomElement(using: &chance) ?? .key(.escape)
        // It ends the view.
        return view.pages.page.isList && input == .text("q") ? .key(.tab) : input
    }

    /// No Control-C, which ends the view, and no Control-O, which may ask another program.
    private static let anything: [TerminalInput] =
        [
            .key(.enter), .key(.escape), .key(.tab), .key(.backTab), .key(.backspace), .key(.delete), .key(.up),
            .rows(3), .rows(-3), .click(Screen.Position(column: 9, line: 4)),
            .key(.down), .key(.left), .key(.right), .key(.home), .key(.end), .key(.pageUp), .key(.pageDown),
            .paste("猫\r\n\u{1B}[2J"), .paste(String(repeating: "Sample ", count: 300)), .paste(""),
        ] + "abcdefghijklmnopqrstuvwxyz/?; 019éABCJKU*+\"".map { .text(String($0)) }
        + "abdefghijklmnprstuvwxy".map { .key(.control($0)) }
}

/// What a page is about to do with a key.
private struct Moment {
    var name = "none"
    /// Keys that mean something here.
    var usual: [TerminalInput] = []
    /// Those that may change the library, and those that take back the last change.
    var changing: [TerminalInput] = []
    var takingBack: [TerminalInput] = []
    var isBusy = true
    var namesUndo = false
    var hasError = false
}

extension Moment {
    @MainActor init<Entity: BrowsedEntity>(_ browser: Browser<Entity>) {
        let (state, content) = (browser.state, browser.content)
        func words(_ line: String) -> [TerminalInput] { line.split(separator: " ").map { .text(String($0)) } }
        // A text that was edited is saved.
        let texts = Entity.longText == nil ? [] : words("n")
        let commands = Entity.quickInputs + content.commands.map(\.input) + texts
        let enters: [TerminalInput] = [.key(.enter), .key(.control("s"))]
        var usual: [TerminalInput] = [.key(.enter), .key(.escape)] + words("j k")
        var changing: [TerminalInput] = []
        switch state.mode {
        case .list,
            .search where !state.takesText:
            usual += commands + words("a a e x x t S / f s ? u U U j k g G v A") + [.text(" "), .key(.tab), .key(.tab)]
            changing = commands
        case .search:
            usual += words("sample 1 2 zz :") + [.key(.tab), .key(.control("u"))]
        case .detail:
            usual += commands + words("J K e x S t U ?") + Array(repeating: .key(.enter), count: 4)
            changing = commands
        case .page:
            usual += commands + words("U ?")
            changing = commands
        case .menu(let menu, _, _):
            usual += [.text(" "), .key(.end)] + words("/ a")
            if case .choice = menu { changing = [.text(" "), .key(.enter)] }
        case .form(let form):
            usual += Array(repeating: .key(.control("s")), count: 3) + Array(repeating: .key(.tab), count: 5)
            if case .field(let field) = form.focused {
                for number in 1...6 {
                    let example = (field as? any ExampleField)?.example(number) ?? Example(of: field.kind, number)
                    let isNamed = field.kind.target != nil
                    usual += [.paste(isNamed ? "Sample \(number)" : example.text), .key(.control("u")), .key(.right)]
                }
            }
            changing = enters
        case .naming, .dialog:
            usual += words("Hall Attic 7") + [.key(.tab), .key(.enter), .key(.control("u"))]
            changing = enters
        case .asking:
            usual += words("y y y n")
            changing = [.text("y"), .key(.enter)]
        case .help: usual += words("?")
        }
        self.init()
        name = "\(Entity.noun.singular) \(String("\(state.mode)".prefix { $0.isLetter }))"
        isBusy =
            content.isWorking || content.isFilling || content.isLoading || content.isReading
            || browser.list.content.isLoading
        namesUndo = state.isUndoable
        hasError = content.error != nil && !state.isAsking
        self.usual = hasError ? [.key(.enter)] : usual
        if state.isUsable, !hasError { self.changing = changing }
        if case .asking(.undo, _, let position) = state.mode, state.isUsable {
            takingBack = [.text("y")] + (position.selected == 1 ? [.key(.enter)] : [])
        }
    }
}
