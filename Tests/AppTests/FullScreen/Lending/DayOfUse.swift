import Domain
import Foundation
import StorageTestSupport
import Testing

/// A day with the full-screen view as one script of keys, on a library of six books. Other programs may change the library
/// meanwhile, but not the fields that the script changes.
struct DayOfUse {
    static let before = """
        title,authors,status,rating,added
        Dune,Frank Herbert,read,4,2026-01-02
        Emma,Jane Austen,to-read,,2026-01-02
        Frankenstein,Mary Shelley,read,,2026-01-02
        Middlemarch,George Eliot,to-read,,2026-01-02
        Persuasion,Jane Austen,to-read,,2026-01-02
        Ulysses,James Joyce,abandoned,2,2026-01-02
        """

    let terminal: PseudoTerminal
    let today: Day
    /// Carries out a part of the script during which no other program changes the library.
    let alone: (() async throws -> Void) async throws -> Void

    /// Opens the view on that library. The editor for notes writes them itself.
    init(
        _ bookshelf: CommandLineProgram,
        alone: @escaping (() async throws -> Void) async throws -> Void = { try await $0() }
    ) async throws {
        try await bookshelf.run("import", "-", input: Self.before)
        let editor = try bookshelf.file("editor", "printf 'Slow,\\nbut worth it.\\n' >\"$1\"\n")
        let variables = ["EDITOR": "sh \(editor)", "VISUAL": ""]
        terminal = try bookshelf.onTerminal(variables: variables, before: "Dear Ana,\r\n$ bookshelf\r\n")
        today = try #require(Day(CommandLineProgram.today))
        self.alone = alone
    }

    func happens() async throws {
        try await terminal.until { $0.isFullScreen && $0.text.contains("Dune") }
        try await findAndRate()
        try await beginTwoBooks()
        try await addLendAndExtend()
        try await alone {
            try await type("r", until: "Ana has returned \"Moby-Dick\".  U takes it back")
            try await type("U") { $0.text.contains("Take it back") && $0.text.contains("Moby-Dick") }
            try await type("y", until: "Taken back; U brings it back.")
        }
        try await writeNotesAndEdit()
        try await lookAtTheLoans()
        await terminal.type("q")
        #expect(try await terminal.end() == .status(0))
        #expect(try terminal.modes() == terminal.initialModes)
        #expect(terminal.screen.text == "Dear Ana,\n$ bookshelf")
        #expect(terminal.screen.modes == [TerminalEmulator.Mode.wrapping, TerminalEmulator.Mode.cursor])
        #expect(terminal.screen.errors.isEmpty)
    }

    private func findAndRate() async throws {
        try await find("shelley", "Frankenstein")
        try await type("5", until: "\"Frankenstein\" by Mary Shelley: ★★★★★.  U takes it back")
        try await type("*", until: "\"Frankenstein\" by Mary Shelley: favourite.  U takes it back")
        try await showAll()
    }

    /// Both books of an author that are still to be read.
    private func beginTwoBooks() async throws {
        try await type("f") { $0.text.contains("─ Show only ─") }
        try await type(" ") { $0.line(0).hasSuffix("only to-read") }
        try await type("\u{1B}") { !$0.text.contains("─ Show only ─") }
        try await find("austen", "Emma", "Persuasion")
        try await type("  ") { $0.line(0).contains("  2 marked") }
        try await type("t") { $0.text.contains("─ Status of 2 books ─") }
        try await type("\r") {
            $0.line(22) == "2 books: reading.  U takes it back" && $0.line(2).hasPrefix("No books found.")
        }
        try await type("\u{1B}") { !$0.line(0).contains("marked") }
        try await showAll()
    }

    private func addLendAndExtend() async throws {
        try await type("aMoby-Dick\tHerman Melville; Rockwell Kent\t\t\t3\t\tSea\u{13}") {
            $0.line(22) == "Added \"Moby-Dick\" by Herman Melville, Rockwell Kent.  U takes it back"
        }
        try await type("lAna") { $0.text.contains("enter lends to a new person") }
        try await type("\r", until: "Lent \"Moby-Dick\" to Ana, a new person, until \(today + 28).  U takes it back")
        try await type("+", until: "Ana can keep \"Moby-Dick\" until \(today + 56).  U takes it back")
    }

    private func writeNotesAndEdit() async throws {
        try await find("eliot", "Middlemarch")
        try await type("n", until: "Saved \"Middlemarch\" by George Eliot.  U takes it back")
        try await showAll()
        try await find("joyce", "Ulysses")
        try await type("e\t\t9780141182803\t\u{1B}[C") { $0.line(5) == "Status      to-read" }
        try await type("\u{13}", until: "Saved \"Ulysses\" by James Joyce.  U takes it back")
        try await showAll()
    }

    private func lookAtTheLoans() async throws {
        try await find("herbert", "Dune")
        try await type("lBen\t7\r", until: "Lent \"Dune\" to Ben, a new person, until \(today + 7).  U takes it back")
        try await showAll()
        try await type("L") {
            $0.line(0) == "Bookshelf  2 books lent" && $0.line(3).contains("Dune") && $0.line(4).contains("Moby-Dick")
        }
        try await type("r", until: "Ben has returned \"Dune\".  U takes it back")
        try await type("\u{1B}") { $0.line(1) == "/ to search" }
    }

    /// Searches by words. These are the books found.
    private func find(_ words: String, _ titles: String...) async throws {
        try await type("/\(words)\r") { screen in
            screen.line(0).hasPrefix("Bookshelf  \(titles.count) ") && screen.line(1) == "/ \(words)"
                && titles.indices.allSatisfy { screen.line(3 + $0).hasPrefix(titles[$0]) }
        }
    }

    private func showAll() async throws {
        try await type("\u{1B}") { $0.line(1) == "/ to search" && !$0.line(0).contains("only") }
    }

    /// Types keys, and waits for the line above the keys in use.
    private func type(_ keys: String, until note: String) async throws {
        try await type(keys) { $0.line(22) == note }
    }

    private func type(_ keys: String, until isReached: (TerminalEmulator) -> Bool) async throws {
        await terminal.type(keys)
        try await terminal.until(isReached)
    }
}
