import Foundation
import TestTraits
import Testing

@testable import App

/// Bad input ends with a message and the documented exit status, and leaves the library unchanged.
@Suite(.fewAtATime, .endsIfItHangs)
struct BadInputTests {
    private let bookshelf: CommandLineProgram

    init() throws { bookshelf = try CommandLineProgram() }

    private func expectRefusal(
        _ arguments: [String], _ status: Int32, _ message: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let before = try await bookshelf.runExactly(["list"]).output
        let outcome = try await bookshelf.runExactly(arguments)
        #expect(outcome.status == status, sourceLocation: sourceLocation)
        #expect(outcome.output.isEmpty, sourceLocation: sourceLocation)
        #expect(outcome.messages.hasPrefix("bookshelf: "), sourceLocation: sourceLocation)
        #expect(outcome.messages.contains(message), "\(outcome.messages)", sourceLocation: sourceLocation)
        #expect(try await bookshelf.runExactly(["list"]).output == before, sourceLocation: sourceLocation)
    }

    @Test(arguments: [
        (["ls"], "unknown command \"ls\"; did you mean \"list\"?"),
        (["rm", "x"], "unknown command \"rm\"; did you mean \"remove\"?"),
        (["Search", "x"], "unknown command \"Search\"; did you mean \"list\"?"),
        (["settings", "rm", "sort"], "unknown command \"settings rm\"; did you mean \"unset\"?"),
        (["export", "x.xml"], "x.xml: its extension is neither .csv nor .json; name a format with --format"),
        (["export", "books.csv.gz"], "its extension is neither .csv nor .json"),
        (["settings", "set", "store", "etcd://a/\u{1B}[31m"], "store can't be"),
        (["settings", "set", "store", "fi\u{200B}le"], "a text without control or invisible characters"),
        (["settings", "set", "catalog", "https://x.example/\u{202E}"], "without control or invisible characters"),
        (["lsit"], "unknown command \"lsit\"; did you mean \"list\"?"),
        (["list", "--revrse"], "unknown option \"--revrse\"; did you mean \"--reverse\"?"),
        (
            ["add", "-Dune", "--author", "X"],
            "unknown option \"-Dune\"\n  try \"bookshelf add --help\"; a text that begins with a hyphen goes last, after --\n"
        ),
        (["add", "--help wanted", "--author", "X"], "goes last, after --"),
        (["list", "--revrse"], "did you mean \"--reverse\"?\n  try \"bookshelf list --help\"\n"),
        (
            ["add", "X", "--author", "Y", "--detail", "Series=A", "--detail", "series=B"],
            "--detail can't be \"series=B\": it takes each name only once"
        ),
        (["edit", "x", "--detail=Series=A", "--detail", "Series=A"], "it takes each name only once"),
        (
            ["add", "X", "--author", "Y", "--isbn", "0000000000"],
            "--isbn can't be \"0000000000\": it takes an ISBN of 10 or 13 digits; no book can have this number"
        ),
        (["edit", "x", "--isbn", "9792000000005"], "no book can have this number"),
        (["people", "renam", "Ana", "Ben"], "did you mean \"rename\"?"),
        (["list", "--status"], "--status needs a value"),
        (
            ["add", "X", "--author", "Y", "--rating", "6"],
            "--rating can't be \"6\": it takes a whole number from 1 to 5"
        ),
        (["lend", "x", "--to", "Ana", "--due", "2026-02-30"], "--due can't be \"2026-02-30\": it takes a day"),
        (["add", "X", "--author", "Y", "--isbn", "9780441172718"], "the check digit is wrong"),
        (["add"], "add needs <title> and --author <name>"), (["add", "X"], "add needs --author <name>"),
        (["settings", "set", "catalog", "openlibrary.org"], "catalog can't be \"openlibrary.org\""),
        (["list", "--store", "etcd://ana:secret@host:1"], "--store can't be \"…\""),
        (["list", "--store", "etcd"], "--store can't be \"etcd\""),
        (["settings", "set", "catalog", "https://ana:sec/ret@host"], "catalog can't be \"…\""),
        (
            ["list", "--store", "cloud"],
            "--store can't be \"cloud\": it takes \(StoreChoice.expected)"
        ),
        (["list", "--limit", "1", "--limit", "2"], "--limit can be given only once"),
        (["list", "--rating", "0..3"], "--rating can't be \"0..3\": it takes a number from 1 to 5, a range"),
        (["list", "--rating", "5..4"], "--rating can't be \"5..4\""),
        (["list", "--rating", "+4..5"], "--rating can't be \"+4..5\""),
        (["add", "X", "--author", "Y", "--rating", "+4"], "--rating can't be \"+4\""),
        (["list", "--limit", "+3"], "--limit can't be \"+3\""),
        (["list", "--offset", "-0"], "--offset can't be \"-0\""),
        (["lend", "x", "--to", "Ana", "--days", "+7"], "--days can't be \"+7\""),
        (["settings", "set", "loan-days", "+7"], "loan-days can't be \"+7\""),
        (["list", "--rating", "4..9"], "--rating can't be"), (["list", "--rating", "5..4"], "--rating can't be"),
        (["list", "--finished", "26"], "--finished can't be \"26\": it takes a year, month or day"),
        (["list", "--finished", "2026-13"], "can't be"), (["list", "--finished", "2026-02-30"], "can't be"),
        (["list", "--finished", "2027..2026"], "can't be"), (["list", "--finished", "2026...2027"], "can't be"),
        (["list", "--added", "never"], "can't be"), (["list", "--columns", "title,,id"], "--columns can't be"),
        (["list", "x", "--in", "notes,nots"], "--in can't be \"notes,nots\": it takes all, or names"),
        (["list", "x", "--in", "rating"], "--in can't be"), (["watch", "--in", ""], "--in can't be"),
        (["stats", "--year", "26"], "--year can't be \"26\": it takes a year such as 2026"),
        (["loans", "--all", "--overdue"], "--all and --overdue exclude each other"),
        (["settings", "set", "sort", "size"], "sort can't be \"size\""),
        (["import", "x", "--format", "xml"], "--format can't be \"xml\""),
        (["show"], "show needs <book>"), (["lend", "x"], "lend needs --to <person>"),
        (["people", "rename", "Ana"], "people rename needs <new name>"),
        (["add", "X", "Y", "--author", "Z"], "unexpected argument \"Y\"; quote values that contain spaces"),
        (["lend", "x", "--to", "Ana", "--due", "today", "--days", "3"], "--due and --days exclude each other"),
        (["edit", "x", "--rating", "3", "--no-rating"], "--rating and --no-rating exclude each other"),
        (["list", "--status", "reed"], "--status can't be \"reed\": it takes to-read, reading, read or abandoned"),
        (["lend", "x", "--to", "Ana", "--days", "0"], "--days can't be \"0\": it takes a number of days from 1 to"),
        (
            ["list", "--sort", "size"],
            "--sort can't be \"size\": it takes title, author, surname, added, finished, rating or sort-title"
        ),
        (["list", "--color", "blue"], "--color can't be \"blue\": it takes auto, always or never"),
        (["list", "--directory", ""], "--directory can't be \"\""),
    ])
    func wrongUsage(_ arguments: [String], _ message: String) async throws {
        try await expectRefusal(arguments, 64, message)
    }

    @Test func aWrongStoreInTheSettingsCanBeCorrected() async throws {
        try await bookshelf.run("settings", "set", "sort", "title", "--directory", "home")
        _ = try bookshelf.file("home/settings.json", #"{"store":"cloud"}"#)
        #expect(try await bookshelf.run("list", "--directory", "home").status == 64)
        #expect(try await bookshelf.run("settings", "--directory", "home").output.contains("store\tcloud\t"))
        #expect(try await bookshelf.run("settings", "set", "store", "file", "--directory", "home").status == 0)
        #expect(try await bookshelf.run("list", "--directory", "home").status == 0)
    }

    @Test func theStoreInTheEnvironmentIsCheckedToo() async throws {
        let outcome = try await bookshelf.run("list", variables: ["BOOKSHELF_STORE": "cloud"])
        #expect(outcome.status == 64)
        let stores = StoreChoice.expected
        #expect(stores.hasPrefix("file, keyvalue"))
        #expect(stores.hasSuffix(", etcd://<host>:<port> or etcds://<host>:<port>"))
        #expect(outcome.messages == "bookshelf: BOOKSHELF_STORE can't be \"cloud\": it takes \(stores)\n")
    }

    @Test func emptySettingsCanBeDeleted() async throws {
        _ = try bookshelf.file("settings.json", "")
        for command in [["list"], ["settings", "unset", "sort"]] {
            let outcome = try await bookshelf.runExactly(command + ["--directory", "."])
            #expect(outcome.status == 74)
            #expect(outcome.messages.hasSuffix("; delete it, and all settings have their defaults again\n"))
        }
    }

    @Test func aTitleMayBeginWithAHyphen() async throws {
        try await bookshelf.run("add", "--author", "X", "--", "--help wanted")
        #expect(try await bookshelf.run("list").output.contains("\t--help wanted\tX\t"))
    }

    @Test func equalBooksAreToldApart() async throws {
        for isbn in ["978-0-441-17271-9", "978-0-340-96019-6"] {
            try await bookshelf.run("add", "Dune", "--author", "Frank Herbert", "--isbn", isbn)
        }
        try await expectRefusal(["show", "dune"], 1, "  Dune, Frank Herbert, ISBN 9780441172719\n")
    }

    @Test func rulesRefuse() async throws {
        try await bookshelf.run("add", "Dune", "--author", "Frank Herbert", "--isbn", "9780441172719")
        try await bookshelf.run("add", "Dune Messiah", "--author", "Frank Herbert")
        try await expectRefusal(["add", " ", "--author", "X"], 1, "a book needs a title")
        try await expectRefusal(["add", "X", "--author", ""], 1, "a book needs at least one author")
        try await expectRefusal(["edit", "messiah", "--title", ""], 1, "a book needs a title")
        try await expectRefusal(["edit", "messiah", "--author", " "], 1, "a book needs at least one author")
        try await expectRefusal(
            ["add", "X", "--author", "Y", "--isbn", "0441172717"], 1, "the library already has ISBN 9780441172719")
        try await expectRefusal(["show", "ulysses"], 1, "there is no book \"ulysses\"")
        try await expectRefusal(["lend", "messiah", "--to", " "], 1, "a person needs a name")
        try await expectRefusal(["lend", "messiah", "--to", "Ana", "--due", "2000-01-01"], 1, "can't be due")
        try await expectRefusal(["return", "messiah"], 1, "is not lent")
        try await expectRefusal(
            ["add", "X", "--author", "Y", "--started", "2026-02-01", "--finished", "2026-01-01"], 1,
            "a book finished on 2026-01-01 can't be started on 2026-02-01, after that day; add --status reading if")
        try await expectRefusal(["people", "remove", "Nobody"], 1, "there is no person \"Nobody\"")
    }

    @Test(arguments: [["show", "dune"], ["edit", "dune", "--rating", "1"], ["remove", "dune"], ["return", "dune"]])
    func anAmbiguousReferenceListsTheBooksAndChangesNothing(_ arguments: [String]) async throws {
        try await bookshelf.run("add", "Dune Messiah", "--author", "Frank Herbert")
        try await bookshelf.run("add", "Children of Dune", "--author", "Frank Herbert")
        try await expectRefusal(arguments, 1, "\"dune\" matches 2 books; name one by its identifier:\n")
        try await expectRefusal(arguments, 1, "  Dune Messiah, Frank Herbert\n")
        try await expectRefusal(arguments, 1, "  Children of Dune, Frank Herbert\n")
    }

    @Test func inputThatCannotBeRead() async throws {
        try await expectRefusal(["import", "missing.csv"], 66, "can't read missing.csv: No such file or directory")
        try await expectRefusal(["import", "."], 66, "can't read .: Is a directory")
    }

    @Test func inputThatIsMalformed() async throws {
        let files: [(String, Data, String)] = [
            ("no-title.csv", Data("author,year\nFrank Herbert,1965\n".utf8), "no-title.csv, line 1: "),
            ("binary.csv", Data([0x7F, 0x45, 0x4C, 0x46, 0, 1, 2]), "binary"),
            ("empty.csv", Data(), "it is empty"),
            (
                "books.xlsx", Data([0x50, 0x4B, 3, 4] + Array("xl/workbook.xml".utf8)),
                "books.xlsx: it is an Excel spreads"
            ),
            ("broken.json", Data("[{\"title\": ".utf8), "broken.json"),
        ]
        for (name, contents, message) in files {
            _ = try bookshelf.file(name, contents)
            try await expectRefusal(["import", name], 65, message)
        }
    }

    @Test func aVeryLongLineIsRefused() async throws {
        let name = try bookshelf.file("long.csv", String(repeating: "x", count: 10_000_000))
        try await expectRefusal(["import", name], 65, "can't import long.csv")
    }

    @Test func aTitleWithEscapeSequencesReachesNoTerminal() async throws {
        let title = "Red\u{1B}[31m \u{9B}1m\u{202E}end"
        let added = try await bookshelf.runExactly(["add", title, "--author", "\u{1B}]0;X\u{7}"])
        let outcomes = [
            added, try await bookshelf.runExactly(["list"]), try await bookshelf.runExactly(["show", "red"]),
            try await bookshelf.runExactly(["lend", "red", "--to", "A\u{1B}na"]),
            try await bookshelf.runExactly(["remove", "\u{1B}c", "--yes"]),
            try await bookshelf.runExactly(["show", "\u{1B}c"]),
        ]
        for outcome in outcomes {
            let text = outcome.output + outcome.messages
            #expect(!text.isEmpty)
            #expect(!text.unicodeScalars.contains { ["\u{1B}", "\u{7}", "\u{9B}", "\u{202E}"].contains($0) })
        }
        #expect(added.output.contains("Red␛[31m"))
        // JSON keeps the exact text, with escapes of its own.
        #expect(try await bookshelf.runExactly(["list", "--json"]).output.contains("Red\\u001b[31m"))
    }
}
