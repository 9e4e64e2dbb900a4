import Foundation
import StorageTestSupport
import TestTraits
import Testing

/// The program in a shell on a terminal: random keys, pastes, sizes of the window, stops and ends. The library is what the
/// keys mean, and the terminal is as before.
///
/// Some hundred keys; more, or those of one seed again:
///
///     BOOKSHELF_KEYS=10000 swift test --filter RandomDayTests
///     BOOKSHELF_KEYS=10000 BOOKSHELF_SEED=42 swift test --filter RandomDayTests
@Suite(.fewAtATime, .endsIfItHangs)
struct RandomDayTests {
    @Test func theLibraryIsWhatTheKeysMeanAndTheTerminalIsAsBefore() async throws {
        let bookshelf = try CommandLineProgram()
        let day = try await RandomDay(bookshelf)
        do {
            while day.keys < environmentNumber("BOOKSHELF_KEYS") ?? 300 { try await day.goOn() }
            try await day.end()
        } catch {
            throw RandomDay.Failure(
                description: "BOOKSHELF_SEED=\(SeededGenerator.seed) \(day.diary.suffix(8))\n\(error)")
        }
        let list = try await bookshelf.runExactly([
            "list", "--json", "--columns", "title,status,rating,favorite,shelves,lentTo",
        ])
        let books = try JSONDecoder().decode([RandomDay.Book].self, from: Data(list.output.utf8))
        #expect(books == day.books.sorted { $0.title < $1.title }, "BOOKSHELF_SEED=\(SeededGenerator.seed)")
        print("\(day.keys) keys, \(day.tally.sorted { $0.key < $1.key }.map { "\($1) \($0)" })")
    }
}

/// A person who does random things with the program, and waits for what it says.
private final class RandomDay {
    struct Book: Codable, Equatable {
        var title: String
        var status = "to-read"
        var rating: Int?
        var favorite = false
        var shelves: [String] = []
        var lentTo: String?

        var named: String { "\"\(title)\" by Ana" }
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private(set) var books: [Book] = []
    /// What undo brings back.
    private var before: [Book] = []
    private(set) var keys = 0
    private(set) var diary: [String] = []
    private(set) var tally: [String: Int] = [:]
    private let shell: PseudoTerminal
    private let bookshelf: CommandLineProgram
    private let modes: PseudoTerminal.Modes
    private var chance = SeededGenerator()
    private var count = 0

    init(_ bookshelf: CommandLineProgram) async throws {
        self.bookshelf = bookshelf
        shell = try bookshelf.onTerminal(shell: ["--noediting", "-i"], columns: 100)
        try await shell.until { $0.text.hasSuffix("$") }
        modes = try shell.modes()
        await shell.type("$bookshelf\n")
        try await shell.until(\.isFullScreen)
        try await add()
        try await add()
    }

    func goOn() async throws {
        switch Int.random(in: 0..<20, using: &chance) {
        case 0...2: try await add()
        case 3...12:
            // Finding the only book would look like showing all.
            if books.count < 2 { return try await add() }
            let index = Int.random(in: books.indices, using: &chance)
            try await find(books[index].title)
            try await use(index)
            try await showAll()
        case 13...14: try await undo()
        case 15: try await stop()
        case 16...17: try await lookAround()
        case 18: try await typeAnything()
        default: try await resize()
        }
    }

    // MARK: What is done

    private func add() async throws {
        count += 1
        let book = Book(title: "\(["Atlas", "Emma", "吾輩", "Zoé"].randomElement(using: &chance) ?? "") \(1000 + count)")
        let isPasted = Bool.random(using: &chance)
        let title = isPasted ? "\u{1B}[200~\(book.title)\u{1B}[201~" : book.title
        try await type("a\(title)\tAna\t\u{13}", note: "Added \(book.named).")
        change { $0.append(book) }
    }

    private func find(_ title: String) async throws {
        try await type("/\"\(title)\"\r") { $0.line(0).hasPrefix("Bookshelf  1 ") && $0.line(3).hasPrefix(title) }
    }

    /// Waits for all books: until they are read, the list shows those found before, and a key would be for one of them.
    private func showAll() async throws {
        let all = "Bookshelf  \(books.count) \(books.count == 1 ? "book" : "books") "
        try await type("\u{1B}") { $0.line(1) == "/ to search" && $0.line(0).hasPrefix(all) }
    }

    /// Presses a key that is for the book.
    private func use(_ index: Int) async throws {
        let book = books[index]
        switch Int.random(in: 0..<9, using: &chance) {
        case 0...1:
            let stars = Int.random(in: 0...5, using: &chance)
            let drawn = stars == 0 ? "no stars" : String(repeating: "★", count: stars)
            let isSame = stars == book.rating ?? 0
            try await command(
                "\(stars)", note: isSame ? "Nothing to change: \(drawn) already." : "\(book.named): \(drawn).")
            if !isSame { change { $0[index].rating = stars == 0 ? nil : stars } }
        case 2:
            try await command("*", note: "\(book.named): \(book.favorite ? "not a favourite" : "favourite").")
            change { $0[index].favorite.toggle() }
        case 3:
            let words = ["to-read", "reading", "read", "abandoned", "to-read"]
            let next = words[(words.firstIndex(of: book.status) ?? 0) + 1]
            try await command("t") { $0.text.contains("─ Status of ") }
            try await type("\r", note: "\(book.named): \(next).")
            change { $0[index].status = next }
        case 4...5:
            if let person = book.lentTo {
                try await command("r", note: "\(person) has returned \"\(book.title)\".")
                change { $0[index].lentTo = nil }
            } else {
                let person = ["Ben", "Cem"].randomElement(using: &chance) ?? ""
                try await command("l") { $0.text.contains("escape cancel") }
                try await type(person) { $0.text.contains("enter lends") }
                try await type("\r", note: "Lent \"\(book.title)\" to \(person)")
                change { $0[index].lentTo = person }
            }
        case 6:
            let shelf = ["Home", "Été"].randomElement(using: &chance) ?? ""
            let isOn = book.shelves.contains(shelf)
            try await command("S") { $0.text.contains("escape cancel") }
            try await type(shelf) { $0.text.contains(isOn ? "removes this shelf" : "adds this shelf") }
            try await type("\r", note: "\(book.named): shelf \"\(shelf)\" \(isOn ? "removed" : "added").")
            change { isOn ? $0[index].shelves.removeAll { $0 == shelf } : $0[index].shelves.append(shelf) }
        case 7 where book.lentTo == nil:
            try await command("r") { $0.text.contains("is not lent") && $0.text.contains("[ OK ]") }
            try await type("\r") { !$0.text.contains("[ OK ]") }
        default:
            if let person = book.lentTo {
                return try await command("x", note: "\"\(book.title)\" is lent to \(person) until")
            }
            try await type("x") { $0.text.contains("Remove it") }
            if Bool.random(using: &chance) {
                try await type("n") { !$0.text.contains("Remove it") }
            } else {
                try await type("y", note: "Removed \(book.named).")
                change { $0.remove(at: index) }
            }
        }
    }

    private func undo() async throws {
        try await type("U") { $0.text.contains("Leave it") }
        if Bool.random(using: &chance) {
            try await type("n") { !$0.text.contains("Leave it") }
        } else {
            await type("y")
            try await shell.until {
                [note($0)].contains { $0.hasPrefix("Taken back; U brings it back.") || $0.hasPrefix("Brought back.") }
            }
            (books, before) = (before, books)
        }
    }

    /// Opens what changes nothing, presses keys there, and leaves it.
    private func lookAround() async throws {
        let moves = ["j", "k", "\u{1B}[B", "\u{1B}[A", "\u{1B}[6~", "G", "g"]
        let keys = (0..<Int.random(in: 1...8, using: &chance)).map { _ in moves.randomElement(using: &chance) ?? "" }
        switch Int.random(in: 0..<4, using: &chance) {
        case 0:
            try await type("?") { $0.text.contains("─ Keys ─") }
            await type(keys.joined())
            try await type("?") { !$0.text.contains("─ Keys ─") }
        case 1:
            try await type("s") { $0.text.contains("─ Sort by ─") }
            await type(keys.joined())
            try await type("s") { !$0.text.contains("─ Sort by ─") }
        case 2:
            try await type("L") { $0.line(1) == "loans by due day" }
            await type(keys.joined())
            try await type("L") { $0.line(1) == "/ to search" }
        default: try await shell.press(keys.joined())
        }
    }

    /// Random bytes, into the search, which is left once what has begun must have ended.
    private func typeAnything() async throws {
        try await type("/") { $0.line(1) == "/" }
        var bytes: [UInt8] = (0..<Int.random(in: 1...60, using: &chance)).map { _ in
            .random(in: .min ... .max, using: &chance)
        }
        // Enter and Escape leave the search, others are signals, or for the shell.
        bytes.removeAll { [0x03, 0x0A, 0x0D, 0x1A, 0x1B, 0x1C].contains($0) || (0x80...0x9F).contains($0) }
        await shell.type(bytes)
        keys += bytes.count
        await type("\u{1B}[200~\(String(repeating: "Dune ", count: 99))\u{1B}[201~")
        try await showAll()
    }

    private func resize() async throws {
        tally["resize", default: 0] += 1
        for _ in 0..<3 {
            shell.resize(columns: .random(in: 1...150, using: &chance), lines: .random(in: 1...50, using: &chance))
        }
        let lines = Int.random(in: 20...40, using: &chance)
        shell.resize(columns: 100, lines: lines)
        try await shell.until { $0.line(lines - 1).hasPrefix("q quit") && $0.line(0).hasPrefix("Bookshelf") }
    }

    private func stop() async throws {
        if Bool.random(using: &chance) {
            await type("\u{1A}")
        } else {
            kill(try await program(), SIGTSTP)
        }
        try await shell.until { !$0.isAlternate && $0.text.hasSuffix("\n$") }
        #expect(try shell.modes() == modes)
        await shell.type("fg\n")
        try await shell.until { $0.isFullScreen && $0.line(0).hasPrefix("Bookshelf") }
        tally["stop", default: 0] += 1
    }

    /// The shell's only child.
    private func program() async throws -> pid_t {
        let find = try bookshelf.shell("pgrep -P \(shell.process)")
        let output = try await bookshelf.run(find).output
        return try #require(pid_t(output.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    /// Ends the program in one of several ways, and then the shell.
    func end() async throws {
        let signals = [SIGTERM, SIGINT, SIGHUP]
        switch Int.random(in: 0..<5, using: &chance) {
        case 0: await type("q")
        case 1: await type("\u{3}")
        case let number: kill(try await program(), signals[number - 2])
        }
        try await shell.until { !$0.isAlternate && $0.text.hasSuffix("$") }
        #expect(try shell.modes() == modes)
        #expect(shell.screen.modes == [TerminalEmulator.Mode.wrapping, TerminalEmulator.Mode.cursor])
        #expect(shell.screen.errors.isEmpty)
        await shell.type("exit\n")
        _ = try await shell.end()
    }

    // MARK: Keys

    private func change(_ change: (inout [Book]) -> Void) {
        before = books
        change(&books)
    }

    private func type(_ keys: String) async {
        // A paste and a sequence are one key each.
        self.keys += keys.replacing(/\e\[(?:200~[^\e]*\e\[201~|\d*.)/, with: "k").count
        diary.append(keys)
        tally[String(keys.prefix(1)), default: 0] += 1
        await shell.type(keys)
    }

    private func type(_ keys: String, _ isReached: (TerminalEmulator) -> Bool) async throws {
        await type(keys)
        try await shell.until(isReached)
    }

    /// Presses a key for a book.
    private func command(_ key: String, _ isReached: (TerminalEmulator) -> Bool) async throws {
        await shell.type(key)
        diary.append(key)
        try await shell.until(isReached)
        tally[key, default: 0] += 1
        keys += 1
    }

    private func command(_ key: String, note: String) async throws {
        try await command(key) { self.note($0).hasPrefix(note) }
    }

    private func type(_ keys: String, note: String) async throws {
        try await type(keys) { self.note($0).hasPrefix(note) }
    }

    /// The line above the keys in use.
    private func note(_ screen: TerminalEmulator) -> String { screen.line(screen.lines - 2) }
}
