import Domain
import Foundation
import StorageTestSupport
import Testing

/// The output and exit status of every command.
final class CommandLineTests {
    private let bookshelf: CommandLineProgram

    init() throws { bookshelf = try CommandLineProgram() }

    deinit { bookshelf.remove() }

    private typealias Outcome = CommandLineProgram.Outcome

    private func addDune() async throws {
        try await bookshelf.run(
            "add", "Dune", "--author", "Frank Herbert", "--isbn", "0-441-17271-7", "--shelf", "Science fiction")
    }

    @Test func addPrintsTheBookAndAMessage() async throws {
        #expect(
            try await bookshelf.run("add", "Dune", "--author", "Frank Herbert", "--rating", "4", "--favorite")
                == Outcome(
                    output: "#\tDune\tFrank Herbert\t\tto-read\t4\tfavorite\t\ttoday\t\t\t\n",
                    messages: "Added \"Dune\" by Frank Herbert (#).\n"))
        #expect(
            try await bookshelf.run(
                "add", "Emma", "--author", "Jane Austen", "--isbn", "9780141439587", "--shelf", "Classics", "--json",
                "--quiet", "--status", "read")
                == Outcome(
                    output: """
                        {"id":"#","title":"Emma","authors":["Jane Austen"],"isbn":"9780141439587","status":"read",\
                        "favorite":false,"shelves":["Classics"],"added":"today"}

                        """))
    }

    @Test func addWarnsOfABookWithTheSameTitleAndAuthors() async throws {
        try await bookshelf.run("add", "Cien años de soledad", "--author", "Gabriel García Márquez")
        try await bookshelf.run("add", "Cien años de soledad", "--author", "Ana")
        let again = try await bookshelf.run("add", "CIEN anos de soledad", "--author", "Gabriel Garcia Marquez")
        #expect(again.status == 0)
        #expect(
            again.messages == """
                Added "CIEN anos de soledad" by Gabriel Garcia Marquez (#).
                The library already had "Cien años de soledad" by Gabriel García Márquez (#).

                """)
        #expect(try await bookshelf.run("list").output.split(separator: "\n").count == 3)
    }

    @Test func listFindsWithoutCaseAndAccents() async throws {
        try await bookshelf.run("add", "Cien años de soledad", "--author", "Gabriel García Márquez")
        try await addDune()
        #expect(
            try await bookshelf.run("list", "garcia", "MARQUEZ")
                == Outcome(output: "#\tCien años de soledad\tGabriel García Márquez\t\tto-read\t\t\t\ttoday\t\t\t\n"))
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
        func titles(_ arguments: String...) async throws -> String {
            let lines = try await bookshelf.runExactly(["list", "--quiet"] + arguments).output.split(separator: "\n")
            return lines.map { $0.split(separator: "\t")[1] }.joined()
        }
        #expect(try await titles("--sort", "rating") == "BCA")
        #expect(try await titles("--sort", "rating", "--reverse") == "ACB")
        #expect(try await titles("--sort", "title", "--offset", "1", "--limit", "1") == "B")
        #expect(try await titles("--shelf", "s5") == "B")
        #expect(try await titles("--favorites") == "")
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

    @Test func listPrintsTheChosenColumns() async throws {
        try await addDune()
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
        let mistyped = try await bookshelf.run("list", "--columns", "titel,publisher")
        #expect(mistyped.status == 0)
        #expect(mistyped.messages == "No listed book has a field or detail \"titel\".\n")
        #expect(mistyped.output == "\t\n\tJohn Murray\n")
    }

    @Test func statisticsOfOneYear() async throws {
        for (title, day) in [("A", "2024-01-01"), ("B", "2024-12-31"), ("C", "2023-12-31")] {
            try await bookshelf.run(
                "add", title, "--author", "X", "--added", "2024-06-01", "--status", "read", "--finished", day,
                "--rating",
                title == "A" ? "5" : "2")
        }
        #expect(
            try await bookshelf.run("stats", "--year", "2024").output
                == "year\t2024\nfinished\t2\nfavorites\t0\nrated\t2\naverage rating\t3.50\nadded\t3\nloans\t0\n")
        #expect(
            try await bookshelf.run("stats", "--year", "2022", "--json").output
                == "{\"year\":2022,\"finished\":0,\"favorites\":0,\"rated\":0,\"added\":0,\"loans\":0}\n")
    }

    @Test func showPrintsEveryField() async throws {
        try await addDune()
        #expect(
            try await bookshelf.run("show", "9780441172719")
                == Outcome(
                    output: """
                        id\t#
                        title\tDune
                        authors\tFrank Herbert
                        isbn\t9780441172719
                        status\tto-read
                        shelves\tScience fiction
                        added\ttoday

                        """))
        #expect(
            try await bookshelf.run("show", "dune", "--json").output == """
                {"id":"#","title":"Dune","authors":["Frank Herbert"],"isbn":"9780441172719","status":"to-read",\
                "favorite":false,"shelves":["Science fiction"],"added":"today"}

                """)
    }

    @Test func showPrintsOptionalFields() async throws {
        try await addDune()
        try await bookshelf.run("edit", "dune", "--status", "read", "--rating", "4", "--favorite")
        try await bookshelf.run("lend", "dune", "--to", "Ana", "--due", "2999-12-01")
        #expect(
            try await bookshelf.run("show", "dune").output == """
                id\t#
                title\tDune
                authors\tFrank Herbert
                isbn\t9780441172719
                status\tread
                rating\t4
                favorite\tyes
                shelves\tScience fiction
                added\ttoday
                finished\ttoday
                lent to\tAna
                due\t2999-12-01

                """)
    }

    @Test func aBookIsNamedByItsWholeTitleOrByWordsOfTitleAndAuthors() async throws {
        for (title, author) in [("It", "Stephen King"), ("Italy", "Jan Morris"), ("O’Brien’s “It”", "Nikolai Gogol")] {
            try await bookshelf.run("add", title, "--author", author)
        }
        func title(_ reference: String...) async throws -> String? {
            let shown = try await bookshelf.runExactly(["show"] + reference).output
            return shown.split(separator: "\n").first { $0.hasPrefix("title\t") }.map { String($0.dropFirst(6)) }
        }
        #expect(try await title("it") == "It")
        #expect(try await title("it", "morris") == "Italy")
        #expect(try await title("o'brien's \"it\"") == "O’Brien’s “It”")
        let id = try #require(try await bookshelf.runExactly(["list", "morris"]).output.split(separator: "\t").first)
        let short = try await bookshelf.runExactly(["show", String(id.prefix(3))])
        #expect(short.status == 1)
        #expect(short.messages.contains("the beginning of an identifier needs four characters or more"))
    }

    @Test func editChangesTheNamedFields() async throws {
        try await addDune()
        #expect(
            try await bookshelf.run(
                "edit", "dune", "--status", "read", "--rating=5", "--favorite", "--no-isbn", "--shelf", "Best",
                "--remove-shelf", "science FICTION", "--title", "Dune I", "--author", "F. Herbert")
                == Outcome(
                    output: "#\tDune I\tF. Herbert\t\tread\t5\tfavorite\tBest\ttoday\ttoday\t\t\n",
                    messages: "Changed \"Dune I\".\n"))
        #expect(
            try await bookshelf.run("edit", "dune", "--no-rating", "--no-favorite", "--quiet")
                == Outcome(output: "#\tDune I\tF. Herbert\t\tread\t\t\tBest\ttoday\ttoday\t\t\n"))
        #expect(try await bookshelf.run("edit", "dune", "--no-rating").messages == "\"Dune I\" stays as it was.\n")
    }

    @Test func removeTakesAllOrNone() async throws {
        try await addDune()
        try await bookshelf.run("add", "Emma", "--author", "Jane Austen")
        let refused = try await bookshelf.run("remove", "emma", "ulysses")
        #expect(refused.status == 1)
        #expect(try await bookshelf.run("list").output.split(separator: "\n").count == 2)
        #expect(
            try await bookshelf.run("remove", "emma", "dune")
                == Outcome(
                    messages: "Removed \"Emma\" by Jane Austen (#).\nRemoved \"Dune\" by Frank Herbert (#).\n"))
        #expect(try await bookshelf.run("list", "--quiet") == Outcome())
    }

    @Test func wordsAloneRemoveNothingWithoutYes() async throws {
        try await bookshelf.run("add", "Star War", "--author", "Ana")
        try await bookshelf.run("add", "A Separate Peace", "--author", "John Knowles")
        let refused = Outcome(
            messages: """
                bookshelf: a few words are not enough to remove a book; with --yes this would remove:
                  "Star War" by Ana (#)
                  "A Separate Peace" by John Knowles (#)

                """, status: 1)
        #expect(try await bookshelf.run("remove", "war", "peace", input: "y\n") == refused)
        #expect(try await bookshelf.run("remove", "star war", "peace", "--json") == refused)
        #expect(try await bookshelf.run("list").output.split(separator: "\n").count == 2)
        #expect(
            try await bookshelf.run("remove", "war", "peace", "--yes").messages
                == "Removed \"Star War\" by Ana (#).\nRemoved \"A Separate Peace\" by John Knowles (#).\n")
        #expect(try await bookshelf.run("list").output.isEmpty)
    }

    @Test func removeNeedsNoYesForAnIdentifierItsPrefixOrAnISBN() async throws {
        for _ in 1...2 { try await bookshelf.run("add", "Emma", "--author", "Jane Austen") }
        try await addDune()
        let ids = try await bookshelf.runExactly(["list", "emma"]).output.split(separator: "\n").map { $0.prefix(12) }
        for name in [String(ids[0]), String(ids[1].prefix(6)), "978-0-441-17271-9"] {
            #expect(try await bookshelf.run("remove", name).status == 0, "\(name)")
        }
        #expect(try await bookshelf.run("list").output.isEmpty)
    }

    @Test func removeSaysThatLoansGoToo() async throws {
        try await addDune()
        for person in ["Ana", "Ben"] {
            try await bookshelf.run("lend", "dune", "--to", person)
            try await bookshelf.run("return", "dune")
        }
        #expect(
            try await bookshelf.run("remove", "dune").messages
                == "Removed \"Dune\" by Frank Herbert (#) with the history of 2 loans.\n")
        #expect(try await bookshelf.run("loans", "--all").output.isEmpty)
    }

    @Test func aBookIsLentAndReturned() async throws {
        try await addDune()
        #expect(
            try await bookshelf.run("lend", "dune", "--to", "Ana", "--due", "2999-12-01")
                == Outcome(
                    output: "#\t#\tDune\tAna\ttoday\t2999-12-01\t\t\n",
                    messages: "Lent \"Dune\" to Ana until 2999-12-01.\n"))
        let lent = "bookshelf: \"Dune\" is lent to Ana until 2999-12-01"
        #expect(try await bookshelf.run("lend", "dune", "--to", "Ben") == Outcome(messages: lent + "\n", status: 1))
        let removal = try await bookshelf.run("remove", "dune")
        #expect(removal.status == 1)
        #expect(removal.messages.hasPrefix(lent))
        let lentBooks = try await bookshelf.run("list", "--lent", "--json").output
        #expect(lentBooks.contains(#""lentTo":"Ana","due":"2999-12-01""#))
        #expect(try await bookshelf.run("people") == Outcome(output: "#\tAna\t1\n"))
        #expect(
            try await bookshelf.run("people", "remove", "ana")
                == Outcome(messages: "bookshelf: Ana still has 1 book; see \"bookshelf loans\"\n", status: 1))
        #expect(
            try await bookshelf.run("return", "dune", "--json")
                == Outcome(
                    output: """
                        {"id":"#","bookID":"#","title":"Dune","borrower":"Ana","lent":"today","due":"2999-12-01",\
                        "returned":"today","overdue":false}

                        """, messages: "Ana has returned \"Dune\".\n"))
        #expect(try await bookshelf.run("loans") == Outcome(messages: "Nothing is lent.\n"))
        #expect(try await bookshelf.run("loans", "--all").output == "#\t#\tDune\tAna\ttoday\t2999-12-01\ttoday\t\n")
        #expect(
            try await bookshelf.run("return", "dune")
                == Outcome(messages: "bookshelf: \"Dune\" is not lent\n", status: 1))
    }

    @Test func aLoanIsOverdueTheDayAfterItWasDue() async throws {
        try await addDune()
        // Time zones 24 hours behind UTC, where it is yesterday, and 24 hours ahead, where it is tomorrow.
        let (yesterday, tomorrow) = (["TZ": "XXX24"], ["TZ": "XXX-24"])
        try await bookshelf.run("lend", "dune", "--to", "Ana", "--days", "1", variables: yesterday)
        #expect(try await bookshelf.run("loans", "--overdue") == Outcome(messages: "Nothing is overdue.\n"))
        #expect(try await bookshelf.run("loans", "--overdue", variables: tomorrow).output.hasSuffix("\toverdue\n"))
    }

    @Test func theLoanPeriodIsASetting() async throws {
        try await addDune()
        #expect(try await bookshelf.run("settings", "set", "loan-days", "7").messages == "loan-days is now 7.\n")
        #expect(try await bookshelf.run("settings", "get", "loan-days") == Outcome(output: "7\n"))
        let loan = try await bookshelf.runExactly(["lend", "dune", "--to", "Ana"]).output
            .split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        let days = try #require(Day(loan[5])) - (try #require(Day(loan[4])))
        #expect(days == 7)
    }

    @Test func settings() async throws {
        let usual = ["sort\ttitle", "loan-days\t28", "color\tauto", "store\tfile", "catalog\thttps://openlibrary.org"]
        #expect(try await bookshelf.run("settings") == Outcome(output: usual.map { "\($0)\t\n" }.joined()))
        #expect(try await bookshelf.run("settings", "set", "sort", "author").status == 0)
        #expect(
            try await bookshelf.run("settings", "list", "--json").output.hasPrefix(
                #"[{"key":"sort","value":"author","chosen":true},{"key":"loan-days","value":"28","chosen":false},"#))
        #expect(try await bookshelf.run("settings", "unset", "sort").messages == "sort has its default value again.\n")
        #expect(try await bookshelf.run("settings", "get", "sort").output == "title\n")
        for wrong in [["get", "colour"], ["set", "loan-days", "0"], ["set", "store", "cloud"], ["unset", "x"]] {
            let outcome = try await bookshelf.runExactly(["settings"] + wrong)
            #expect(outcome.status == 64, "\(wrong)")
            #expect(outcome.output.isEmpty)
        }
    }

    @Test func peopleAreRenamedAndRemoved() async throws {
        try await addDune()
        try await bookshelf.run("lend", "dune", "--to", "Ana")
        try await bookshelf.run("return", "dune")
        #expect(try await bookshelf.run("people", "rename", "ANA", "Ana Maria").messages == "ANA is now Ana Maria.\n")
        #expect(
            try await bookshelf.run("people", "list", "--json").output
                == ##"[{"id":"#","name":"Ana Maria","booksOut":0}]"## + "\n")
        #expect(try await bookshelf.run("people", "remove", "Ana", "Maria").messages == "Removed Ana Maria.\n")
        #expect(try await bookshelf.run("people", "remove", "Ana").status == 1)
    }

    @Test func stats() async throws {
        try await addDune()
        #expect(
            try await bookshelf.run("stats").output == """
                books\t1
                to-read\t1
                reading\t0
                read\t0
                abandoned\t0
                favorites\t0
                rated\t0
                lent\t0
                overdue\t0
                people\t0

                """)
        try await bookshelf.run("edit", "dune", "--rating", "4", "--quiet")
        #expect(
            try await bookshelf.run("stats", "--json").output == """
                {"books":1,"byStatus":{"to-read":1,"reading":0,"read":0,"abandoned":0},"favorites":0,"rated":1,\
                "averageRating":4.00,"finishedByYear":{},"lent":0,"overdue":0,"people":0}

                """)
    }

    @Test func statsCountBooksByTheYearTheyWereFinished() async throws {
        let rows = "title,author,finished,rating\nA,X,2020-01-01,5\nB,X,2019-12-31,4\nC,X,2020-12-31,4\n"
        try await bookshelf.run("import", "-", input: rows)
        let printed = try await bookshelf.run("stats").output
        #expect(printed.contains("rated\t3\naverage rating\t4.33\nfinished in 2019\t1\nfinished in 2020\t2\nlent\t0\n"))
        let json = try await bookshelf.run("stats", "--json").output
        #expect(json.contains(#""averageRating":4.33,"finishedByYear":{"2019":1,"2020":2},"lent":0"#))
    }

    /// People and settings too; books and loans are in other tests.
    @Test func everyChangeIsPrintedAsJSON() async throws {
        try await addDune()
        try await bookshelf.run("lend", "dune", "--to", "Ana")
        #expect(
            try await bookshelf.run("people", "rename", "ana", "Ben", "--json").output
                == ##"{"id":"#","name":"Ben","booksOut":1}"## + "\n")
        try await bookshelf.run("return", "dune")
        #expect(
            try await bookshelf.run("people", "remove", "ben", "--json").output
                == ##"{"id":"#","name":"Ben","booksOut":0}"## + "\n")
        #expect(
            try await bookshelf.run("settings", "set", "sort", "author", "--json").output
                == #"{"key":"sort","value":"author","chosen":true}"# + "\n")
        #expect(
            try await bookshelf.run("settings", "unset", "sort", "--json").output
                == #"{"key":"sort","value":"title","chosen":false}"# + "\n")
    }

    @Test func statusesAreReadInAnyCase() async throws {
        #expect(try await bookshelf.run("add", "Dune", "--author", "X", "--status", "To-Read").status == 0)
        #expect(try await bookshelf.run("list", "--status", "TO-READ").output.contains("\tDune\t"))
    }

    @Test func colorAlwaysPrintsATableInAPipe() async throws {
        try await addDune()
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

    @Test func theStoreInMemorySaysThatItKeepsNothing() async throws {
        let warning = "bookshelf: the store \"memory\" keeps nothing: this change is lost when the program ends\n"
        let memory = ["--store", "memory"]
        let added = try await bookshelf.runExactly(["add", "Dune", "--author", "X"] + memory)
        #expect(added.messages.hasPrefix(warning + "Added \"Dune\""))
        let books = try bookshelf.file("books.csv", "title,author\nDune,X\nEmma,Y\n")
        #expect(try await bookshelf.runExactly(["import", books] + memory).messages.hasPrefix(warning + "Added 2"))
        let quiet = try await bookshelf.runExactly(["add", "Dune", "--author", "X", "--quiet"] + memory)
        #expect(quiet.messages.isEmpty)
        for reading in [["list"], ["import", books, "--dry-run"], ["stats"], ["loans"]] {
            #expect(
                !(try await bookshelf.runExactly(reading + memory).messages.contains("keeps nothing")), "\(reading)")
        }
    }

    /// A link to nothing, and a relative path where the working directory was deleted.
    @Test(arguments: [["list"], ["add", "Dune", "--author", "X"], ["settings", "set", "sort", "author"], ["stats"]])
    func aDirectoryOutOfReachIsAnError(_ command: [String]) async throws {
        try FileManager.default.createSymbolicLink(
            atPath: bookshelf.directory.path + "/link", withDestinationPath: "nowhere")
        for directory in ["link", "link/a/b"] {
            let outcome = try await bookshelf.runExactly(command + ["--directory", directory])
            #expect(outcome.status == 74)
            #expect(outcome.messages.hasPrefix("bookshelf: can't ") && outcome.messages.contains(directory + "/"))
        }
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments =
            ["-c", #"mkdir gone && cd gone && rmdir ../gone && exec "$0" "$@""#, try builtProgram("bookshelf").path]
            + command + ["--directory", "books"]
        shell.currentDirectoryURL = bookshelf.directory
        let outcome = try await bookshelf.run(shell)
        #expect(outcome.status == 74)
        #expect(outcome.messages == "bookshelf: can't find books: the current directory was deleted\n")
    }

    @Test func aHintToRepairRepeatsTheDirectory() async throws {
        let library = ["--directory", "my books", "--store", "file"]
        _ = try await bookshelf.runExactly(["add", "Dune", "--author", "X"] + library)
        _ = try bookshelf.file("my books/library.jsonl", "Dear Ana,\n")
        let messages = try await bookshelf.runExactly(["list"] + library).messages
        let repair = "bookshelf repair --directory 'my books' --store file"
        #expect(messages.contains("or let \"\(repair)\" set it aside"))
        #expect(messages.contains("(\"\(repair) --accept-edits\" also"))
    }

    @Test func demoTouchesNoFile() async throws {
        let outcome = try await bookshelf.run("demo")
        #expect(outcome.status == 0)
        #expect(outcome.messages.isEmpty)
        #expect(outcome.output.contains("$ bookshelf lend middlemarch --to Ana --days 21\nLent \"Middlemarch\" to Ana"))
        #expect(outcome.output.contains("status    read\nrating    5\n"))
        #expect(try FileManager.default.subpathsOfDirectory(atPath: bookshelf.directory.path).isEmpty)
    }

    @Test func helpAndVersion() async throws {
        #expect(try await bookshelf.run("--version") == Outcome(output: "bookshelf 0.1.0\n"))
        let help = try await bookshelf.run("help")
        #expect(help.output.hasPrefix("Examples:\n  bookshelf demo\n"))
        #expect(help == (try await bookshelf.run("--help")))
        #expect(try await bookshelf.run("help", "lend") == (try await bookshelf.run("lend", "-h")))
    }

    @Test func anExportIsImportedElsewhere() async throws {
        try await addDune()
        try await bookshelf.run("add", "A \"quoted\", line", "--author", "X", "--author", "Y", "--status", "read")
        #expect(try await bookshelf.run("export", "books.csv") == Outcome(messages: "Wrote 2 books to books.csv.\n"))
        #expect(try await bookshelf.run("export", "books.json").status == 0)
        let before = try await bookshelf.runExactly(["list"])
        for file in ["books.csv", "books.json"] {
            let other = ["--directory", "other-\(file)"]
            let imported = try await bookshelf.runExactly(["import", file, "--json"] + other)
            #expect(
                imported.output
                    == #"{"added":2,"updated":0,"merged":0,"skipped":0,"rejected":0,"warnings":0,"rows":[]}"# + "\n")
            #expect(try await bookshelf.runExactly(["list"] + other) == before)
            let again = try await bookshelf.runExactly(["import", file] + other)
            #expect(again.messages == "Added 0 books; 0 updated, 0 merged, 2 skipped, 0 rejected, 0 warnings.\n")
        }
        let exported = try await bookshelf.runExactly(["export", "--format", "json"])
        #expect(exported.output == (try bookshelf.contents(of: "books.json")))
    }

    /// Lists and exports each describe a book; other programs read both.
    @Test func aBookIsPrintedAsItIsExported() async throws {
        try await bookshelf.run("add", "Emma", "--author", "Jane Austen", "--author", "X")
        try await bookshelf.run(
            "add", "Dune", "--author", "Frank Herbert", "--isbn", "9780441172719", "--status", "read", "--rating", "5",
            "--favorite", "--shelf", "A", "--shelf", "B")
        try await bookshelf.run("lend", "dune", "--to", "Ana")
        try await bookshelf.run("edit", "dune", "--status", "reading")
        try await bookshelf.run("edit", "dune", "--status", "read")
        let printed = try await bookshelf.runExactly(["list", "--json"]).output
        let exported = try await bookshelf.runExactly(["export", "--format", "json"]).output
        for member in ["\"finished\":", "\"lentTo\":", "\"due\":"] { #expect(printed.contains(member)) }
        #expect(exported.replacing("\n", with: "") == printed.replacing("\n", with: ""))
    }

    @Test func importReportsOmissions() async throws {
        let rows = "Title,Author,ISBN\nDune,Frank Herbert,9780441172718\n,Nobody,\nEmma,Jane Austen,9780141439587\n"
        let file = try bookshelf.file("books.csv", rows)
        let dryRun = try await bookshelf.run("import", file, "--dry-run", "--rejects", "rejects.csv")
        #expect(dryRun.status == 65)
        #expect(
            dryRun.messages.hasSuffix("Would add 2 books; 0 updated, 0 merged, 0 skipped, 1 rejected, 1 warning.\n"))
        #expect(try await bookshelf.run("list", "--quiet") == Outcome())
        #expect(
            try await bookshelf.run("import", file, "--rejects", "rejects.csv")
                == Outcome(
                    messages: """
                        line 2: ISBN "9780441172718" is kept as a detail: its check digit is wrong
                        bookshelf: line 3 is not a valid book: a book needs a title
                        Added 2 books; 0 updated, 0 merged, 0 skipped, 1 rejected, 1 warning.

                        """, status: 65))
        #expect(try bookshelf.contents(of: "rejects.csv") == "Title,Author,ISBN\n,Nobody,\n")
    }

    @Test func importReadsStandardInput() async throws {
        let rows = "title,author\nDune,Frank Herbert"
        let outcome = try await bookshelf.run("import", "-", "--json", "--quiet", input: rows)
        let report = #"{"added":1,"updated":0,"merged":0,"skipped":0,"rejected":0,"warnings":0,"rows":[]}"#
        #expect(outcome == Outcome(output: report + "\n"))
    }
}
