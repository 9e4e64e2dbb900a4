import StorageTestSupport

@testable import App

/// What somebody presses by chance: the inputs of a seed, a diary of them for failures, and what came of them.
struct RandomInputs {
    let seed: UInt64
    private var chance: SeededGenerator
    private var diary: [String] = []
    private var tally: [String: Int] = [:]

    init(seed: UInt64) {
        self.seed = seed
        chance = SeededGenerator(seed: seed)
    }

    /// No Control-C, which ends the view, and no Control-O, which may ask another program.
    private static let all: [TerminalInput] =
        [
            .key(.enter), .key(.escape), .key(.tab), .key(.backTab), .key(.backspace), .key(.delete), .key(.up),
            .rows(3), .rows(-3), .click(Screen.Position(column: 9, line: 4)),
            .click(Screen.Position(column: 4, line: 2)), .click(Screen.Position(column: 0, line: 0)),
            .key(.down), .key(.left), .key(.right), .key(.home), .key(.end), .key(.pageUp), .key(.pageDown),
            .paste("猫\r\n\u{1B}[2J"), .paste(String(repeating: "Sample ", count: 300)), .paste(""),
        ] + "abcdefghijklmnopqrstuvwxyz/?; 019éABCLJKU*+\"".map { .text(String($0)) }
        + "abdefghijklmnprstuvwxy".map { .key(.control($0)) }

    /// One of these; sometimes any. A click is what it means on this screen.
    mutating func next(of usual: [TerminalInput], on screen: Screen) -> TerminalInput {
        let input = one(of: happens(1, in: 12) ? Self.all : usual) ?? .key(.escape)
        return if case .click(let position) = input { screen.input(at: position) ?? .rows(0) } else { input }
    }

    /// Another size of the window.
    mutating func size() -> (columns: Int, lines: Int) {
        one(of: [(80, 24), (80, 24), (90, 30), (120, 40), (200, 60), (24, 8), (40, 12), (1, 1), (0, 0)]) ?? (80, 24)
    }

    mutating func happens(_ times: Int, in all: Int) -> Bool { Int.random(in: 0..<all, using: &chance) < times }

    mutating func one<Value>(of values: [Value]) -> Value? { values.randomElement(using: &chance) }

    mutating func write(_ entry: String) { diary.append("\(diary.count) \(entry)") }

    mutating func count(_ what: String) { tally[what, default: 0] += 1 }

    /// The last entries of the diary.
    var latest: String { diary.suffix(12).joined(separator: "\n") }

    /// How the failure is seen again.
    func disagreement(_ error: any Error, _ screen: [String]) -> Disagreement {
        Disagreement(
            "BOOKSHELF_KEYS=\(diary.count) BOOKSHELF_SEED=\(seed)\n\(latest)\n\(error)\n"
                + screen.joined(separator: "\n"))
    }

    var summary: String { "BOOKSHELF_SEED=\(seed): \(tally.sorted { $0.key < $1.key }.map { "\($1) \($0)" })" }
}

/// What a key did that it doesn't mean.
struct Disagreement: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
