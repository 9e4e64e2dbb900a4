import TestTraits
import Testing

/// `shelves`, which lists, renames and removes shelves.
@Suite(.fewAtATime, .endsIfItHangs)
struct ShelvesCommandTests {
    private let bookshelf: CommandLineProgram

    init() throws { bookshelf = try CommandLineProgram() }

    private typealias Outcome = CommandLineProgram.Outcome

    private func addBooks() async throws {
        let rows = "title,authors,shelves\nA,X,Old; Sea\nB,X,old\nC,X,Attic; Old\nD,X,\n"
        try await bookshelf.run("import", "-", input: rows)
    }

    private func books() async throws -> String {
        try await bookshelf.run("list", "--columns", "title,shelves").output
    }

    @Test func theyAreCounted() async throws {
        #expect(try await bookshelf.run("shelves") == Outcome(messages: "No book is on a shelf.\n"))
        try await addBooks()
        let counts = try await bookshelf.run("shelves")
        #expect(counts.output.lowercased() == "attic\t1\nold\t3\nsea\t1\n" && counts.messages.isEmpty)
        #expect(
            try await bookshelf.run("shelves", "list", "--json").output.lowercased()
                == #"[{"name":"attic","count":1},{"name":"old","count":3},{"name":"sea","count":1}]"# + "\n")
    }

    @Test func renamingOntoAnotherJoinsThem() async throws {
        try await addBooks()
        let renamed = try await bookshelf.run("shelves", "rename", "OLD", "New")
        #expect(renamed.status == 0 && renamed.messages == "Changed 3 of 3 books.\n")
        #expect(renamed.output.split(separator: "\n").map { $0.split(separator: "\t")[1] } == ["A", "B", "C"])
        #expect(try await books() == "A\tSea; New\nB\tNew\nC\tAttic; New\nD\t\n")
        try await bookshelf.run("shelves", "rename", "new", "attic")
        #expect(try await books() == "A\tSea; attic\nB\tattic\nC\tAttic\nD\t\n")
        // The spelling alone.
        try await bookshelf.run("shelves", "rename", "attic", "Attic")
        #expect(try await bookshelf.run("shelves").output == "Attic\t3\nSea\t1\n")
    }

    @Test func removingTakesTheBooksOff() async throws {
        try await addBooks()
        let removed = try await bookshelf.run("shelves", "remove", "old", "--json", "--quiet")
        #expect(removed.status == 0 && removed.output.matches(of: /"title":"[A-D]"/).count == 3)
        #expect(try await books() == "A\tSea\nB\t\nC\tAttic\nD\t\n")
        // One command, one change.
        try await bookshelf.run("undo", "--yes")
        #expect(try await bookshelf.run("list", "--shelf", "old").output.split(separator: "\n").count == 3)
    }

    @Test func aShelfNeedsBooksAndAName() async throws {
        try await addBooks()
        let before = try await bookshelf.run("list")
        for command in [["rename", "Lost", "Sea"], ["remove", "Lost"]] {
            let outcome = try await bookshelf.runExactly(["shelves"] + command)
            #expect(
                outcome
                    == Outcome(
                        messages: "bookshelf: there is no shelf \"Lost\"; see \"bookshelf shelves\"\n", status: 1))
        }
        #expect(try await bookshelf.run("shelves", "rename", "old", " ").status == 64)
        #expect(try await bookshelf.run("list") == before)
    }

    @Test(arguments: [true, false]) func onATerminalRemovingAsksFirst(removes: Bool) async throws {
        try await addBooks()
        let terminal = try bookshelf.onTerminal(["shelves", "remove", "sea"])
        try await terminal.until { $0.text.contains("Change 1 book? [y/N]") && $0.text.contains("\"A\" by X") }
        await terminal.type(removes ? "y\n" : "\n")
        #expect(try await terminal.end() == .status(removes ? 0 : 1))
        #expect(try await bookshelf.run("list", "--shelf", "sea").output.isEmpty == removes)
    }
}
