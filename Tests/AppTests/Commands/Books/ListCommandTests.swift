import Foundation
import StorageTestSupport
import TestTraits
import Testing

/// Lists, and their columns.
@Suite(.fewAtATime, .endsIfItHangs)
struct ListCommandTests {
    private let bookshelf: CommandLineProgram

    init() throws { bookshelf = try CommandLineProgram() }

    private typealias Outcome = CommandLineProgram.Outcome

    @Test func listFindsWithoutCaseAndAccents() async throws {
        try await bookshelf.run("add", "Cien años de soledad", "--author", "Gabriel García Márquez")
        try await bookshelf.addDune()
        #expect(
            try await bookshelf.run("list", "garcia", "MARQUEZ")
                == Outcome(
                    output: "#\tCien años de soledad\tGabriel García Márquez\t\tto-read\t\t\t\ttoday\t\(noneDerived)\n")
        )
        #expect(try await bookshelf.run("list", "nothing", "like this") == Outcome(messages: "No books found.\n"))
        #expect(
            try await bookshelf.run("list", "nothing", "--json")
                == Outcome(output: "[]\n", messages: "No books found.\n"))
        let all = try await bookshelf.run()
        #expect(all == (try await bookshelf.run("list")))
        #expect(all.output.split(separator: "\n").count == 2)
    }

    @Test func listFiltersSortsAndPages() async throws {
        for (title, stars) in [("A", "3"), ("B", "5"), ("C", "4")] {
            try await bookshelf.run("add", title, "--author", "X", "--rating", stars, "--shelf", "S\(stars)")
        }
        try await bookshelf.run("edit", "b", "--favorite")
        func titles(_ arguments: String...) async throws -> String {
            let lines = try await bookshelf.runExactly(["list", "--quiet"] + arguments).output.split(separator: "\n")
            return lines.map { $0.split(separator: "\t")[1] }.joined()
        }
        #expect(try await titles("--sort", "rating") == "BCA")
        #expect(try await titles("--sort", "rating", "--reverse") == "ACB")
        #expect(try await titles("--sort", "title", "--offset", "1", "--limit", "1") == "B")
        #expect(try await titles("--shelf", "s5") == "B")
        #expect(try await titles("--favorites") == "B")
        #expect(try await titles("--lent") == "")
        #expect(try await titles("--status", "to-read") == "ABC")
        #expect(try await titles("--author", "x") == "ABC")
        #expect(try await bookshelf.run("list", "--limit", "2").messages == "2 of 3 books.\n")
    }

    @Test func listFiltersByStatusRatingDaysAndDetails() async throws {
        let books = [
            ["A", "--status", "read", "--rating", "5", "--added", "2023-06-30", "--finished", "2024-01-01"],
            ["B", "--status", "read", "--rating", "4", "--added", "2024-02-28", "--finished", "2024-12-31"],
            [
                "C", "--status", "reading", "--rating", "3", "--added", "2024-03-01", "--detail",
                "Series=Dune Chronicles",
            ],
            ["D", "--status", "abandoned", "--added", "2025-01-01", "--finished", "2025-01-01"],
        ]
        for book in books { _ = try await bookshelf.runExactly(["add", "--author", "X"] + book) }
        func titles(_ arguments: String...) async throws -> String {
            let lines = try await bookshelf.runExactly(["list", "--quiet"] + arguments).output.split(separator: "\n")
            return lines.map { $0.split(separator: "\t")[1] }.joined()
        }
        #expect(try await titles("--status", "read", "--status", "reading") == "ABC")
        #expect(try await titles("--rating", "4..5") == "AB")
        #expect(try await titles("--rating", "3") == "C")
        #expect(try await titles("--rating", "4..") == "AB")
        #expect(try await titles("--rating", "..4") == "BC")
        #expect(try await titles("--rating", "..") == "ABC")
        #expect(try await titles("--rating", "None") == "D")
        #expect(try await titles("--finished", "2024") == "AB")
        #expect(try await titles("--finished", "2024-12") == "B")
        #expect(try await titles("--finished", "2024-12-31") == "B")
        #expect(try await titles("--finished", "none") == "C")
        #expect(try await titles("--finished", "2024-12..2025") == "BD")
        #expect(try await titles("--finished", "..2024-01-01") == "A")
        #expect(try await titles("--finished", "2025..") == "D")
        #expect(try await titles("--finished", "..") == "ABD")
        #expect(try await titles("--added", "2024-02") == "B")
        #expect(try await titles("--added", "2023-07..2024-03") == "BC")
        #expect(try await titles("--added", "..today", "--status", "read") == "AB")
        #expect(try await titles("--sort", "finished") == "DBAC")
        #expect(try await titles("--sort", "finished", "--reverse") == "CABD")
        #expect(try await titles("--detail", "series=dune") == "C")
        #expect(try await titles("--detail", "SERIES=chronicles DUNE") == "C")
        #expect(try await titles("--detail", "series=foundation") == "")
        #expect(try await titles("--detail", "publisher=dune") == "")
        #expect(try await bookshelf.run("list", "--detail", "a=b").messages == "No books found.\n")
    }

    /// From the day after the one on which it was due.
    @Test func whereFindsOverdueBooks() async throws {
        for title in ["Dune", "Emma", "Ulysses"] { try await bookshelf.run("add", title, "--author", "Ana") }
        try await bookshelf.run("lend", "dune", "--to", "Ben", "--days", "1")
        try await bookshelf.run("lend", "emma", "--to", "Ben", "--due", CommandLineProgram.today)
        func overdue(_ variables: [String: String]) async throws -> String {
            try await bookshelf.run("list", "--where", "is:overdue", "--columns", "title", variables: variables).output
        }
        #expect(try await overdue([:]) == "")
        #expect(try await overdue(["TZ": CommandLineProgram.noon(plus: 12)]) == "Emma\n")
    }

    /// The same values as the options take, and some that no option has.
    @Test func whereTakesWordsAndConditions() async throws {
        let books = [
            [
                "A", "--status", "read", "--rating", "5", "--finished", "2024-01-01", "--shelf", "Science fiction",
                "--started", "2023-12-01",
            ],
            ["B", "--rating", "3", "--favorite", "--notes", "A gift", "--isbn", "9780441013593"], ["2001: C"],
        ]
        for book in books { _ = try await bookshelf.runExactly(["add", "--author", "Ana Luz"] + book) }
        try await bookshelf.run("lend", "b", "--to", "José Ñandú", "--due", "2999-12-01")
        func titles(_ words: String, _ others: String...) async throws -> String {
            let rows = try await bookshelf.runExactly(["list", "--quiet", "--where", words] + others).output
            return rows.split(separator: "\n").map { $0.split(separator: "\t")[1] }.joined(separator: ", ")
        }
        #expect(try await titles(#"shelf:"science fiction" status:read"#) == "A")
        #expect(try await titles("luz rating:3..") == "A, B")
        #expect(try await titles("rating:3..", "--rating", "..4") == "B")
        #expect(try await titles("rating:>2") == "A, B")
        #expect(try await titles("rating:<5 rating:>3") == titles("rating:4"))
        #expect(try await titles("luz", "a") == "2001: C, A, B")
        #expect(try await titles("finished:2024 author:ana detail:x=y") == "")
        #expect(try await titles("is:lent") == "B")
        #expect(try await titles("is:favorites borrower:nandu") == "B")
        #expect(try await titles("due:>today") == "B")
        #expect(try await titles("due:<today") == "")
        #expect(try await titles("due:none") == "2001: C, A")
        #expect(try await titles("added:<today") == "")
        #expect(try await titles("added:>yesterday") == "2001: C, A, B")
        #expect(try await titles("notes:gift") == "B")
        // No option has it: each field has a condition.
        #expect(try await titles("started:2023") == "A")
        #expect(try await titles("isbn:0441013597") == "B")
        #expect(try await titles("title:a") == "A")
        #expect(try await titles(#""2001:""#) == "2001: C")
        #expect(try await titles("title:2001:") == "2001: C")
        for (words, message) in [
            ("raitng:4", "did you mean rating:?"), ("2024x: rating:9", "it takes rating: with a number from 1 to 5"),
            ("is:new", "it takes is: with favorites, lent or overdue"),
            (#"shelf:"Science fiction"#, "it takes quotation marks in pairs"),
        ] {
            let outcome = try await bookshelf.run("list", "--where", words)
            #expect(outcome.status == 64)
            #expect(outcome.messages.contains(message), "\(outcome.messages)")
        }
    }

    @Test func listPrintsTheChosenColumns() async throws {
        try await bookshelf.addDune()
        try await bookshelf.run(
            "add", "Emma", "--author", "Jane Austen", "--author", "Ana", "--detail", "Publisher=John Murray",
            "--favorite",
            "--notes", "Good\nagain", "--rating", "4")
        try await bookshelf.run("lend", "emma", "--to", "Ben", "--due", "2999-12-01")
        #expect(
            try await bookshelf.run("list", "--columns", "authors,TITLE, rating")
                == Outcome(output: "Frank Herbert\tDune\t\nJane Austen; Ana\tEmma\t4\n"))
        #expect(
            try await bookshelf.run("list", "emma", "--columns", "id,lentto,DUE,publisher,favorite,notes,details")
                .output
                == "#\tBen\t2999-12-01\tJohn Murray\tfavorite\tGood␊again\tPublisher: John Murray\n")
    }

    /// A name is one of a field, or of a detail that some book has, listed or not. In an empty library it may become one.
    @Test(arguments: [["list"], ["watch"], ["list", "--json"]])
    func aColumnThatNothingHasIsRefused(_ command: [String]) async throws {
        func status(_ arguments: String...) async throws -> Int32 {
            try await bookshelf.runExactly(["list"] + command.dropFirst() + arguments).status
        }
        #expect(try await status("--columns", "titel,publisher") == 0)
        try await bookshelf.addDune()
        try await bookshelf.run("add", "Emma", "--author", "Jane Austen", "--detail", "Publisher=John Murray")
        let mistyped = try await bookshelf.runExactly(command + ["--columns", "publisher,titel"])
        #expect(mistyped.output == "" && mistyped.status == 64)
        #expect(
            mistyped.messages == """
                bookshelf: --columns can't be "titel": it takes names of fields and details; did you mean "title"?
                  try "bookshelf \(command[0]) --help"

                """)
        #expect(try await status("dune", "--columns", "PUBLISHER") == 0)
        #expect(try await status("nothing", "--columns", "publisher") == 0)
        #expect(try await status("nothing", "--columns", "publishers") == 64)
        #expect(try await status("--columns", "publisher=x") == 64)
    }

    @Test func jsonHasTheChosenMembersInTheirOrder() async throws {
        try await bookshelf.addDune()
        try await bookshelf.run(
            "add", "Emma", "--author", "Jane Austen", "--detail", "Publisher=John Murray", "--favorite", "--rating", "4"
        )
        #expect(
            try await bookshelf.run("list", "--json", "--columns", "rating,Title,publisher,authors,title,notes").output
                == """
                [{"title":"Dune","authors":["Frank Herbert"]},\
                {"rating":4,"title":"Emma","publisher":"John Murray","authors":["Jane Austen"]}]

                """)
        #expect(
            try await bookshelf.run("list", "emma", "--json", "--columns", "favorite,details,shelves").output
                == "[{\"favorite\":true,\"details\":{\"Publisher\":\"John Murray\"},\"shelves\":[]}]\n")
        let watch = try bookshelf.start("watch", "dune", "--columns", "title", "--json")
        #expect(await watch.line() == "[{\"title\":\"Dune\"}]")
        watch.send(SIGINT)
        #expect(await watch.status() == 0)
    }

    @Test func severalShelvesAuthorsAndDetailsMustAllApply() async throws {
        for (title, options) in [
            ("A", ["--shelf", "Old", "--shelf", "Sea", "--author", "X Y", "--detail", "Series=Dune one"]),
            (
                "B",
                [
                    "--shelf", "Old", "--author", "Z", "--author", "X", "--detail", "Series=Dune", "--detail",
                    "City=Rome",
                ]
            ),
        ] { _ = try await bookshelf.runExactly(["add", title, "--author", "W"] + options) }
        func titles(_ arguments: String...) async throws -> String {
            try await bookshelf.runExactly(["list", "--quiet", "--columns", "title"] + arguments).output
                .replacing("\n", with: "")
        }
        #expect(try await titles("--shelf", "old") == "AB")
        #expect(try await titles("--shelf", "old", "--shelf", "sea") == "A")
        #expect(try await titles("--author", "x", "--author", "w") == "AB")
        #expect(try await titles("--author", "x", "--author", "z") == "B")
        #expect(try await titles("--detail", "series=dune", "--detail", "city=rome") == "B")
        #expect(try await titles("--detail", "series=dune", "--detail", "series=one") == "A")
    }

    @Test func listSaysWhereItFindsWordsInOtherFields() async throws {
        try await bookshelf.addDune()
        try await bookshelf.run(
            "add", "Emma", "--author", "Jane Austen", "--isbn", "9780141439587", "--shelf", "Gifts", "--detail",
            "Publisher=Penguin Classics", "--notes", "A gift of my aunt\nfrom the old penguin shop in town")
        #expect(try await bookshelf.run("list", "penguin").messages == "No books found.\n")
        func titles(_ arguments: String...) async throws -> String {
            try await bookshelf.runExactly(["list", "--quiet", "--columns", "title"] + arguments).output
        }
        #expect(try await titles("penguin", "--in", "notes") == "Emma\n")
        #expect(try await titles("penguin", "--in", "title,shelves") == "")
        #expect(try await titles("emma", "aunt", "--in", "ALL") == "Emma\n")
        #expect(try await titles("978-0-14-143958-7", "--in", "isbn") == "Emma\n")
        #expect(try await titles("gift", "--in", "shelves") == "Emma\n")
        // The lines of a pipe have the same columns as ever.
        let usual = try await bookshelf.run("list", "emma")
        #expect(try await bookshelf.run("list", "penguin", "--in", "all") == usual)
        #expect(
            try await bookshelf.run("list", "penguin", "--in", "all", "--columns", "title,found").output
                == "Emma\tnotes: …aunt from the old penguin shop in town; Publisher: Penguin Classics\n")
        #expect(
            try await bookshelf.run("list", "penguin", "--in", "all", "--json", "--columns", "found").output == """
                [{"found":{"notes":"…aunt from the old penguin shop in town","Publisher":"Penguin Classics"}}]

                """)
        #expect(
            try await bookshelf.run("list", "emma", "--in", "title", "--json").output.contains(#","found":{"title""#))
        #expect(try await bookshelf.run("list", "emma", "--json").output.contains("found") == false)
        // A book itself says nothing of a search.
        let found = try await bookshelf.run("list", "penguin", "--in", "all", "--json").output
        try await bookshelf.run("import", "-", "--directory", "copy", input: found)
        let copy = try await bookshelf.run("list", "--json", "--directory", "copy").output
        #expect(copy.contains("Penguin Classics") && !copy.contains("found"))
        let table = try await bookshelf.run(
            "list", "penguin", "--in", "details,title", "--color", "always", variables: ["COLUMNS": "100"])
        #expect(table.output.contains("found") && table.output.contains("Publisher: Penguin Classics"))
        let titled = try await bookshelf.run("list", "emma", "--in", "all", "--color", "always")
        #expect(!titled.output.contains("found"))
    }

    @Test func listSortsBySurname() async throws {
        for (title, author) in [
            ("A", "Ursula K. Le Guin"), ("B", "Plato"), ("C", "Jane Austen"), ("D", "Tolkien, J. R. R."),
        ] {
            try await bookshelf.run("add", title, "--author", author)
        }
        let titles = ["list", "--columns", "title", "--sort", "surname"]
        #expect(try await bookshelf.runExactly(titles).output == "C\nA\nB\nD\n")
        #expect(try await bookshelf.runExactly(titles + ["--reverse"]).output == "D\nB\nA\nC\n")
        try await bookshelf.run("settings", "set", "sort", "surname")
        #expect(try await bookshelf.run("list", "--columns", "title").output == "C\nA\nB\nD\n")
    }

    @Test func theVariableColumnsIsTheWidthOfTables() async throws {
        try await bookshelf.run("add", "The Left Hand of Darkness", "--author", "Ursula K. Le Guin")
        func table(_ columns: String) async throws -> String {
            try await bookshelf.run("list", "--color", "always", variables: ["COLUMNS": columns]).output
                .replacing(/\u{1B}\[\d+m/, with: "").replacing(/(?m)^[0-9a-z]{12}/, with: "#")
        }
        #expect(
            try await table("40") == """
                id            title              authors
                #  The Left Hand of…  Ursula…

                """)
        let usual = try await table("")
        #expect(usual.contains("  The Left Hand of Darkness  "))
        for wrong in ["0", "-40", "+40", "wide", "40.5", "99999999999999999999"] {
            #expect(try await table(wrong) == usual, "\(wrong)")
        }
        let pipe = try await bookshelf.run("list")
        #expect(try await bookshelf.run("list", variables: ["COLUMNS": "40"]) == pipe)
    }

    @Test func colorAlwaysPrintsATableInAPipe() async throws {
        try await bookshelf.addDune()
        let (strong, faint, end) = ("\u{1B}[1m", "\u{1B}[2m", "\u{1B}[0m")
        let table = """
            \(faint)id\(end)            \(faint)title\(end)  \(faint)authors\(end)        \(faint)status\(end)
            \(faint)#\(end)  \(strong)Dune\(end)   Frank Herbert  to-read

            """
        // The identifier follows a letter, so the helper doesn't recognise it.
        let printed = try await bookshelf.run("list", "--color", "always").output
        #expect(printed.replacing(/2m[0-9a-z]{12}/, with: "2m#") == table)
        let forced = try await bookshelf.run("list", variables: ["FORCE_COLOR": "1"])
        #expect(forced == (try await bookshelf.run("list")))
    }
}
