import Foundation
import Storage
import TestTraits
import Testing

/// The output and effect of `repair`.
@Suite(.fewAtATime, .endsIfItHangs)
struct RepairTests {
    private let bookshelf: CommandLineProgram

    init() throws { bookshelf = try CommandLineProgram() }

    private typealias Outcome = CommandLineProgram.Outcome

    private func repair(_ arguments: String...) async throws -> Outcome {
        var outcome = try await bookshelf.runExactly(["repair", "--directory", "shelf"] + arguments)
        outcome.output = outcome.output.replacing(/"id":"\w+"/, with: "\"id\":\"#\"")
            .replacing(/"added":"[0-9-]+"/, with: "\"added\":\"today\"")
            .replacing(/\b[0-9a-z]{12}\b/, with: "#")
        return outcome
    }

    private static let keptCounts = countedInJSON(#""books":2"#, #""people":1"#, #""loans":1"#)

    /// Adds three books, lends one of them, and damages the line of the second.
    private func damage() async throws {
        for title in ["Dune", "Emma", "Persuasion"] {
            try await bookshelf.run("add", title, "--author", "Jane Austen", "--directory", "shelf")
        }
        try await bookshelf.run("lend", "emma", "--to", "Ana", "--directory", "shelf")
        let text = try bookshelf.contents(of: "shelf/library.jsonl")
        _ = try bookshelf.file("shelf/library.jsonl", text.replacing("\"Emma\"", with: "\"Enma\""))
    }

    @Test func aDamagedLibraryNamesTheRepairCommand() async throws {
        try await damage()
        let outcome = try await bookshelf.run("list", "--directory", "shelf")
        #expect(outcome.status == 74)
        #expect(
            outcome.messages == """
                bookshelf: shelf/library.jsonl, line 3 is damaged: it was changed outside of the program; it was left \
                as it is; restore it from a copy
                  or let "bookshelf repair --directory shelf" set the damaged file aside and keep what is intact
                  ("bookshelf repair --directory shelf --accept-edits" also keeps lines that were changed with a text editor)

                """)
    }

    @Test func intactLinesAreKeptAndLostLinesReported() async throws {
        try await damage()
        let damaged = try bookshelf.contents(of: "shelf/library.jsonl")
        #expect(
            try await repair()
                == Outcome(
                    output: """
                        The damaged file is kept as shelf/library.jsonl.damaged-1.
                        The library has \(counted("2 books", "1 person", "1 loan")).
                        lost at line 3: it was changed outside of the program
                          it names "Enma" by Jane Austen (#)
                        the loan # names the book # and the person #, but the library lacks one or both
                        Books that can be read in lost lines are in shelf/library.jsonl.damaged-1.unverified.json.
                        Check that file before you import it with "bookshelf import".

                        """))
        #expect(try bookshelf.contents(of: "shelf/library.jsonl.damaged-1") == damaged)
        let titles = try await bookshelf.run("list", "--directory", "shelf").output.split(separator: "\n")
        #expect(titles.map { $0.split(separator: "\t")[1] } == ["Dune", "Persuasion"])
        let path = "shelf/library.jsonl.damaged-1.unverified.json"
        let imported = try await bookshelf.run("import", path, "--directory", "shelf")
        #expect(imported.status == 0 && imported.messages.hasPrefix("Added 1 book;"))
        #expect(try await repair() == Outcome(messages: "Nothing is damaged, and nothing was changed.\n"))
    }

    @Test func asJSON() async throws {
        try await damage()
        #expect(
            try await repair("--json")
                == Outcome(
                    output: """
                        {"damaged":true,"setAside":"shelf/library.jsonl.damaged-1",\
                        "kept":\(Self.keptCounts),\
                        "lost":[{"line":3,"reason":"it was changed outside of the program",\
                        "books":[{"id":"#","title":"Enma","authors":["Jane Austen"],"status":"to-read","favorite":false,\
                        "shelves":[],"added":"today"}]}],"incompleteLoans":["#"],\
                        "unverified":"shelf/library.jsonl.damaged-1.unverified.json"}

                        """))
        // The loan of the lost book is still named.
        #expect(
            try await repair("--json", "--quiet")
                == Outcome(
                    output: """
                        {"damaged":false,"brokenRules":[{"type":"loan","id":"#","reason":"there is no book \\"#\\""}]}

                        """))
    }

    /// As somebody may have made them with a text editor: both books are shown, and can be changed.
    @Test func aDoubledISBNIsNamed() async throws {
        try await bookshelf.run("add", "One", "--author", "Ana", "--isbn", "9780439023481", "--directory", "shelf")
        try await bookshelf.run("add", "Two", "--author", "Ben", "--isbn", "9780141439587", "--directory", "shelf")
        let text = try bookshelf.contents(of: "shelf/library.jsonl")
        _ = try bookshelf.file("shelf/library.jsonl", text.replacing("9780141439587", with: "9780439023481"))
        #expect(try await repair("--accept-edits").status == 0)
        // By their identifiers, which are random.
        #expect(
            try await repair().output.split(separator: "\n").sorted() == [
                #"book "One" (#) breaks a rule: the library already has ISBN 9780439023481: "Two" (#)"#,
                #"book "Two" (#) breaks a rule: the library already has ISBN 9780439023481: "One" (#)"#,
            ])
        let listed = try await bookshelf.run("list", "--json", "--directory", "shelf").output
        try await bookshelf.run("backup", "copy", "--directory", "shelf")
        try await bookshelf.run("restore", "copy", "--directory", "restored")
        #expect(try await bookshelf.run("list", "--json", "--directory", "restored").output == listed)
        #expect(try await bookshelf.run("edit", "two", "--rating", "3", "--directory", "shelf").status == 0)
        #expect(try await bookshelf.run("edit", "two", "--isbn", "9780141439587", "--directory", "shelf").status == 0)
        #expect(try await repair() == Outcome(messages: "Nothing is damaged, and nothing was changed.\n"))
    }

    /// The line after the gap is named, and is not lost itself.
    @Test func aMissingLineIsReported() async throws {
        try await damage()
        let lines = try bookshelf.contents(of: "shelf/library.jsonl").split(separator: "\n").map { $0 + "\n" }
        _ = try bookshelf.file("shelf/library.jsonl", (lines[..<2] + lines[3...]).joined())
        let output = try await repair().output
        #expect(output.contains("\nlost at line 3: a change is missing before it\n"))
        #expect(output.contains("\nThe library has \(counted("2 books", "1 person", "1 loan")).\n"))
    }

    /// A loan whose book is lost is kept: a book restored with the same identifier is lent as before.
    @Test func aLoanOutlivesItsLostBook() async throws {
        try await damage()
        _ = try await repair()
        let loan = try await bookshelf.runExactly(["loans", "--directory", "shelf"])
        #expect(loan.status == 0)
        let values = loan.output.split(separator: "\t")
        try #require(values.count > 3)
        // The identifier of the book replaces its title.
        #expect(values[1].count == 12)
        #expect(values[2] == values[1])
        #expect(values[3] == "Ana")
        let file = "shelf/library.jsonl.damaged-1.unverified.json"
        try await bookshelf.run("import", file, "--directory", "shelf")
        #expect(try await bookshelf.run("list", "--lent", "--directory", "shelf").output.contains("\tEnma\t"))
    }

    @Test func editsAreAccepted() async throws {
        try await damage()
        let damaged = try bookshelf.contents(of: "shelf/library.jsonl")
        #expect(
            try await repair("--accept-edits")
                == Outcome(
                    output: """
                        The damaged file is kept as shelf/library.jsonl.damaged-1.
                        The library has \(counted("3 books", "1 person", "1 loan")).
                        line 3 is kept with its changes
                        Nothing is lost.

                        """))
        #expect(try bookshelf.contents(of: "shelf/library.jsonl.damaged-1") == damaged)
        #expect(try await bookshelf.run("list", "--lent", "--directory", "shelf").output.contains("\tEnma\t"))
        #expect(
            try await repair("--accept-edits") == Outcome(messages: "Nothing is damaged, and nothing was changed.\n"))
    }

    /// A line that is no longer a unit of work is lost, even if edits are accepted.
    @Test func onlyWellFormedEditsAreAccepted() async throws {
        try await damage()
        let text = try bookshelf.contents(of: "shelf/library.jsonl")
        _ = try bookshelf.file("shelf/library.jsonl", text.replacing("\"Persuasion\"", with: "\"Persuasion"))
        #expect(
            try await repair("--accept-edits", "--json").output == """
                {"damaged":true,"setAside":"shelf/library.jsonl.damaged-1","kept":\(Self.keptCounts),\
                "lost":[{"line":4,"reason":"this is not a valid change","books":[]}],"accepted":[3]}

                """)
    }

    /// Another version may have written the value, so its line is intact although this version can't read it.
    @Test func anInvalidValueIsNamedAndCanBeCorrectedByHand() async throws {
        let folder = bookshelf.directory.appending(path: "shelf").path
        let store = StorageEngine.journal.open(
            StorageLocation(application: "bookshelf", name: "library", directory: folder))
        let emma =
            #"{"id":"000000000001","title":"Emma","authors":["Jane Austen"],"status":"read","rating":9,"added":"2024-10-04"}"#
        let change = RecordChange(
            kind: RecordKind(singular: "book", plural: "books"), id: try #require(RecordID("000000000001")),
            json: Array(emma.utf8))
        try await store.perform { _ throws(StorageError) in ([change], ()) }
        try await bookshelf.run("add", "Dune", "--author", "Frank Herbert", "--directory", "shelf")

        let outcome = try await bookshelf.run("list", "--directory", "shelf")
        #expect(outcome.status == 74)
        #expect(
            outcome.messages == """
                bookshelf: shelf/library.jsonl, line 2 is damaged: “rating” can't be “9”; it was left as it is; restore it \
                from a copy
                  or correct the value with a text editor, and then run "bookshelf repair --directory shelf \
                --accept-edits"

                """)
        #expect(try await repair() == Outcome(messages: "Nothing is damaged, and nothing was changed.\n"))
        let text = try bookshelf.contents(of: "shelf/library.jsonl")
        _ = try bookshelf.file("shelf/library.jsonl", text.replacing("\"rating\":9", with: "\"rating\":5"))
        #expect(try await repair("--accept-edits").status == 0)
        #expect(try await bookshelf.run("list", "emma", "--directory", "shelf").output.contains("\tread\t5\t"))
    }

    @Test func anIntactLibraryIsNotChanged() async throws {
        #expect(try await repair() == Outcome(messages: "Nothing is damaged, and nothing was changed.\n"))
        #expect(try FileManager.default.subpathsOfDirectory(atPath: bookshelf.directory.path).isEmpty)
    }

    @Test(arguments: ["memory", "keyvalue"]) func otherStoresCannotBeRepaired(_ store: String) async throws {
        #expect(
            try await bookshelf.run("repair", "--store", store)
                == Outcome(
                    messages: "bookshelf: only a library in --store file can be repaired\n",
                    status: 64))
    }

    /// The hint is only for the library's own file.
    @Test func damagedSettingsAreLeftAloneWithoutAHintToRepair() async throws {
        try await damage()
        _ = try bookshelf.file("shelf/settings.json", "{")
        for arguments in [[], ["--store", "file"], ["set", "sort", "author"]] {
            let outcome = try await bookshelf.runExactly(["settings", "--directory", "shelf"] + arguments)
            #expect(outcome.status == 74)
            #expect(try bookshelf.contents(of: "shelf/settings.json") == "{")
            #expect(outcome.messages.hasPrefix("bookshelf: shelf/settings.json, line 1 is damaged: "))
            #expect(!outcome.messages.contains("repair"))
        }
    }
}
