import Data
import Domain
import Presentation
import StorageTestSupport
import TestSupport
import TestTraits
import Testing

@testable import App

/// Random keys on the pages of all entities. After each, the library is as before if the key can't change it, or as before the
/// last change if that was undone; no rule is broken, and the view fits into the window.
///
/// A failure names its seed. Some hundred keys; more, or those of one seed again:
///
///     BOOKSHELF_KEYS=10000 swift test --filter RandomPagesTests
///     BOOKSHELF_KEYS=10000 BOOKSHELF_SEED=42 swift test --filter RandomPagesTests
@MainActor
@Suite(.endsIfItHangs)
struct RandomPagesTests {
    @Test(arguments: 0..<2 as Range<UInt64>) func onlyKeysForChangesChangeTheLibrary(number: UInt64) async throws {
        let keys = try await RandomPageKeys(seed: SeededGenerator.seed &+ number)
        for _ in 0..<(environmentNumber("BOOKSHELF_KEYS") ?? 200) { try await keys.goOn() }
        print(keys.inputs.summary)
    }
}

/// A person who presses random keys, among them often those that mean something where they are pressed.
@MainActor
private final class RandomPageKeys {
    private(set) var inputs: RandomInputs
    private let library = StoredLibrary.inMemory()
    private let view: PagesFixture
    private var early = EarlyInputs()
    private var size = (columns: 80, lines: 24)
    /// The library as it is, and as it was before the last change by a key, which undo brings back.
    private var now: LibrarySnapshot
    private var before: LibrarySnapshot?

    init(seed: UInt64) async throws {
        inputs = RandomInputs(seed: seed)
        for type in Pages.entities {
            for number in 1...4 { try await library.saveExample(number, as: "00000000000\(number)", type) }
        }
        now = try await library.snapshot()
        view = PagesFixture(library, columns: size.columns, lines: size.lines, text: "Some words")
        try await settle()
    }

    func goOn() async throws {
        do {
            try await press(nextInput())
            if inputs.happens(1, in: 40) { resize(to: inputs.size()) }
            let screen = view.lines
            if screen.count != size.lines || screen.contains(where: { $0.columns > size.columns }) {
                throw Disagreement("the view isn't \(size)")
            }
        } catch {
            throw inputs.disagreement(error, view.lines)
        }
    }

    private func press(_ input: TerminalInput) async throws {
        let moment = moment
        inputs.write("\(moment.name): \(input)")
        if !early.handle(input, view.pages) { throw Disagreement("the view has ended") }
        try await settle()
        let after = try await library.snapshot()
        if moment.takingBack.contains(input) {
            if let before, after != before, !self.moment.hasError {
                throw Disagreement("undo hasn't brought back the library as it was before the last change")
            }
        } else if after != now {
            if !moment.changing.contains(input) { throw Disagreement("the key has changed the library") }
            if !self.moment.namesUndo { throw Disagreement("doesn't name undo") }
        }
        if after != now {
            (now, before) = (after, now)
            inputs.count(moment.takingBack.contains(input) ? "undo" : moment.name)
        }
        let broken = try await library.brokenRules()
        if !broken.isEmpty { throw Disagreement("\(broken)") }
    }

    private func resize(to new: (columns: Int, lines: Int)) {
        size = new
        view.pages.resize(columns: size.columns, lines: size.lines)
        inputs.write("\(size)")
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
        if size.columns < 24 { resize(to: (80, 24)) }
        let input = inputs.next(of: moment.usual, on: view.pages.screen())
        // It ends the view.
        return view.pages.page.isList && input == .text("q") ? .key(.tab) : input
    }
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
        var (changing, takingBack): ([TerminalInput], [TerminalInput]) = ([], [])
        /// The fields whose names complete what is typed, or are in the menu.
        var names: [String] = []
        switch state.mode {
        case .list:
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
            if case .filter = menu { names = Entity.nameFields.map(\.option) }
        case .form(let form):
            names = Entity.Draft.Field.allCases.filter(\.isEntered).map(\.option)
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
        case .asking(let question, _, let position):
            usual += words("y y y n")
            let yes: [TerminalInput] = [.text("y")] + (position.selected == 1 ? [.key(.enter)] : [])
            if case .undo = question { takingBack = yes } else if question != .discard { changing = yes }
        case .help: usual += words("?")
        }
        self.init()
        name = "\(Entity.noun.singular) \(String("\(state.mode)".prefix { $0.isLetter }))"
        let isKnown = names.allSatisfy { content.known[$0] != nil || ListCommand<Entity>.libraryNames(of: $0) == nil }
        isBusy =
            content.isWorking || content.isFilling || content.isLoading || content.isReading || !isKnown
            || content.isDetailLoading || browser.list.content.isLoading
        namesUndo = state.isUndoable
        hasError = content.error != nil && !state.isAsking
        self.usual = hasError ? [.key(.enter)] : usual
        if state.isUsable, !hasError { (self.changing, self.takingBack) = (changing, takingBack) }
    }
}
