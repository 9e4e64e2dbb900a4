import Foundation
import StorageTestSupport
import TestTraits
import Testing

/// The library's file is removed, emptied or overwritten while the full-screen view shows it.
@Suite(.fewAtATime, .endsIfItHangs)
struct LostLibraryTests {
    private let bookshelf: CommandLineProgram
    private let path: String

    init() throws {
        bookshelf = try CommandLineProgram()
        path = bookshelf.directory.path + "/.local/share/bookshelf/library.jsonl"
    }

    private func open() async throws -> PseudoTerminal {
        try await bookshelf.addDune()
        let terminal = try bookshelf.onTerminal(columns: 100)
        try await terminal.until { $0.isFullScreen && $0.text.contains("Dune") }
        return terminal
    }

    /// Lines are wrapped.
    private func shows(_ text: String, on screen: TerminalEmulator) -> Bool {
        let words = screen.text.split { $0.isWhitespace || $0 == "│" }
        return words.joined(separator: " ").contains(text)
    }

    @Test func nothingIsWrittenIntoALostLibraryUnasked() async throws {
        let terminal = try await open()
        let lost = path + ".lost"
        try FileManager.default.moveItem(atPath: path, toPath: lost)
        try await terminal.until { shows("is gone", on: $0) && !$0.text.contains("The library is empty") }
        #expect(shows("Put it back", on: terminal.screen))
        await terminal.type("aEmma\tJane Austen\t\u{13}")
        try await terminal.until { $0.text.contains("Begin a new one") }
        await terminal.type("n")
        try await terminal.until { !$0.text.contains("┌") && $0.text.contains("Emma") }
        #expect(!FileManager.default.fileExists(atPath: path))
        try FileManager.default.moveItem(atPath: lost, toPath: path)
        await terminal.type("\u{13}")
        try await terminal.until { $0.text.contains("Added \"Emma\"") && $0.text.contains("Dune") }
        try FileManager.default.removeItem(atPath: path)
        try await terminal.until { shows("is gone", on: $0) }
        await terminal.type("aUlysses\tJames Joyce\t\u{13}")
        try await terminal.until { $0.text.contains("Begin a new one") }
        await terminal.type("y")
        try await terminal.until { $0.text.contains("Added \"Ulysses\"") && $0.line(0).contains("1 book") }
        await terminal.type("q")
        #expect(try await terminal.end() == .status(0))
    }

    /// The last key of each is for a book, or a change, that the new library doesn't have.
    @Test(arguments: [
        ("t\r", "Status of", "Nothing to change"), ("SSea\r", "enter adds", "There is no book"),
        ("lAna\r", "enter lends", "There is no book"), ("xy", "Remove it", "There is no book"),
        ("Uy", "Leave it", "Can't undo"),
    ])
    func everyChangeOfALostLibraryAsksFirst(_ keys: String, opened: String, outcome: String) async throws {
        let terminal = try await open()
        // Once the view has seen that the file is gone, it shows no book.
        await terminal.type(String(keys.dropLast()))
        try await terminal.until { $0.text.contains(opened) }
        try FileManager.default.removeItem(atPath: path)
        await terminal.type(String(keys.suffix(1)))
        try await terminal.until { $0.text.contains("Begin a new one") }
        #expect(!FileManager.default.fileExists(atPath: path))
        await terminal.type("y")
        try await terminal.until { shows(outcome, on: $0) }
        // The second one leaves what was typed.
        await terminal.type("\u{3}\u{3}")
        _ = try await terminal.end()
    }

    @Test func readingAgainReadsEverything() async throws {
        let terminal = try await open()
        let file = try #require(FileHandle(forUpdatingAtPath: path))
        let middle = try file.seekToEnd() / 2
        try file.seek(toOffset: middle)
        try file.write(contentsOf: Data("########".utf8))
        try file.close()
        await terminal.type("u")
        try await terminal.until {
            shows("library.jsonl, line", on: $0) && shows("is damaged", on: $0) && shows("bookshelf repair", on: $0)
        }
        await terminal.type("\r")
        try await terminal.until { shows("The library can't be read. Press u to see why.", on: $0) }
        await terminal.type("q")
        #expect(try await terminal.end() == .status(0))
    }

    @Test func aLibraryThatCannotBeWrittenIsSaid() async throws {
        let terminal = try await open()
        try FileManager.default.removeItem(atPath: path + ".lock")
        try FileManager.default.createDirectory(atPath: path + ".lock", withIntermediateDirectories: false)
        await terminal.type("*")
        try await terminal.until { shows("Can't write", on: $0) && shows("Is a directory", on: $0) }
        await terminal.type("\rq")
        #expect(try await terminal.end() == .status(0))
    }

    @Test func whatCanBeDoneAboutAnEmptiedFileIsSaid() async throws {
        let terminal = try await open()
        #expect(truncate(path, 0) == 0)
        try await terminal.until { shows("is damaged", on: $0) && shows("bookshelf repair", on: $0) }
        await terminal.type("\rq")
        #expect(try await terminal.end() == .status(0))
    }
}
