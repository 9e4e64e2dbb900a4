import TestTraits
import Testing

/// Adding, showing, naming, changing and removing books.
@Suite(.fewAtATime, .endsIfItHangs)
struct BookCommandTests {
    private let bookshelf: CommandLineProgram

    init() throws { bookshelf = try CommandLineProgram() }

    private typealias Outcome = CommandLineProgram.Outcome

    @Test func addPrintsTheBookAndAMessage() async throws {
        #expect(
            try await bookshelf.run("add", "Dune", "--author", "Frank Herbert", "--rating", "4", "--favorite")
                == Outcome(
                    output: "#\tDune\tFrank Herbert\t\tto-read\t4\tfavorite\t\ttoday\t\(noneDerived)\n",
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

    @Test func editWarnsOfWhatTheBookDoesNotHave() async throws {
        try await bookshelf.run("add", "Emma", "--author", "Ana", "--shelf", "Sea", "--detail", "Publisher=Penguin")
        let edited = try await bookshelf.run(
            "edit", "emma", "--remove-shelf", "hills", "--remove-shelf", "SEA", "--no-detail", " Series ",
            "--no-detail", "publisher", "--no-detail", "publisher", "--rating", "3")
        #expect(edited.status == 0)
        #expect(
            edited.messages == """
                The book has no detail "Series".
                The book is not on a shelf "hills".
                Changed "Emma".

                """)
        #expect(edited.output == "#\tEmma\tAna\t\tto-read\t3\t\t\ttoday\t\(noneDerived)\n")
        let blank = try await bookshelf.run("edit", "emma", "--remove-shelf", " ")
        #expect(blank.status == 64)
        #expect(blank.messages.contains("--remove-shelf can't be \" \": it takes a text that is not empty or blank"))
    }

    @Test func sourcesAreShownAndRemovedButNeverEntered() async throws {
        let list = try bookshelf.file(
            "books.json",
            """
            {"title":"Emma","authors":["Jane Austen"],"sources":{"goodreads":["6969","7"],"calibre":["9fc1"]}}

            """)
        try await bookshelf.run("import", list)
        #expect(
            try await bookshelf.run("show", "emma").output.hasSuffix(
                "sources\tgoodreads:6969; goodreads:7; calibre:9fc1\n"))
        #expect(
            try await bookshelf.run("list", "--columns", "title,SOURCES").output.hasSuffix(
                "\tgoodreads:6969; goodreads:7; calibre:9fc1\n"))
        #expect(
            try await bookshelf.run("show", "emma", "--json").output.contains(
                #","sources":{"goodreads":["6969","7"],"calibre":["9fc1"]}"#))
        #expect(
            try await bookshelf.run("completions", "fish", "bookshelf edit emma --no-source ").output
                == "calibre\ngoodreads\n")
        let edited = try await bookshelf.run(
            "edit", "emma", "--no-source", "Goodreads", "--no-source", "hardcover", "--json")
        #expect(edited.messages == "The book has no source \"hardcover\".\nChanged \"Emma\".\n")
        #expect(edited.output.contains(#""sources":{"calibre":["9fc1"]}"#))
        for option in ["--source", "--sources"] {
            #expect(try await bookshelf.run("edit", "emma", option, "goodreads:1").status == 64)
        }
    }

    @Test func showPrintsEveryField() async throws {
        try await bookshelf.addDune()
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
        try await bookshelf.addDune()
        try await bookshelf.run(
            "edit", "dune", "--status", "read", "--rating", "4", "--favorite", "--started", "2024-01-02", "--notes",
            "A gift\nfrom Ana", "--detail", "Publisher=Ace", "--detail", "Series=Dune Chronicles")
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
                started\t2024-01-02
                finished\ttoday
                notes\tA gift␊from Ana
                Publisher\tAce
                Series\tDune Chronicles
                lent to\tAna
                due\t2999-12-01

                """)
        #expect(
            try await bookshelf.run("show", "dune", "--json").output == """
                {"id":"#","title":"Dune","authors":["Frank Herbert"],"isbn":"9780441172719","status":"read","rating":4,\
                "favorite":true,"shelves":["Science fiction"],"added":"today","started":"2024-01-02",\
                "finished":"today","notes":"A gift\\nfrom Ana","details":{"Publisher":"Ace",\
                "Series":"Dune Chronicles"},"lentTo":"Ana","due":"2999-12-01"}

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
        try await bookshelf.addDune()
        #expect(
            try await bookshelf.run(
                "edit", "dune", "--status", "read", "--rating=5", "--favorite", "--no-isbn", "--shelf", "Best",
                "--remove-shelf", "science FICTION", "--title", "Dune I", "--author", "F. Herbert")
                == Outcome(
                    output: "#\tDune I\tF. Herbert\t\tread\t5\tfavorite\tBest\ttoday\ttoday\(noneDerived)\n",
                    messages: "Changed \"Dune I\".\n"))
        #expect(
            try await bookshelf.run("edit", "dune", "--no-rating", "--no-favorite", "--quiet")
                == Outcome(output: "#\tDune I\tF. Herbert\t\tread\t\t\tBest\ttoday\ttoday\(noneDerived)\n"))
        #expect(try await bookshelf.run("edit", "dune", "--no-rating").messages == "\"Dune I\" stays as it was.\n")
    }

    @Test func aDayThatIsEnteredChangesTheStatus() async throws {
        let added = try await bookshelf.runExactly(
            ["add", "Emma", "--author", "Jane Austen", "--finished", "yesterday", "--json"])
        #expect(added.output.contains("\"status\":\"read\""))
        #expect(try await bookshelf.run("list", "emma", "--finished", "yesterday").output.contains("\tread\t"))
        #expect(try await bookshelf.run("list", "emma", "--finished", "today").output.isEmpty)
        try await bookshelf.addDune()
        func status(_ arguments: String...) async throws -> Substring? {
            try await bookshelf.run("edit", "dune", "--no-started", "--no-finished", "--status", "to-read")
            let output = try await bookshelf.runExactly(["edit", "dune"] + arguments).output
            return output.split(separator: "\t", omittingEmptySubsequences: false).dropFirst(4).first
        }
        #expect(try await status("--finished", "2026-01-01") == "read")
        #expect(try await status("--started", "2026-01-01") == "reading")
        #expect(try await status("--finished", "2026-01-01", "--status", "to-read") == "to-read")
        #expect(try await status("--started", "2026-01-01", "--status", "abandoned") == "abandoned")
        #expect(try await status("--rating", "4") == "to-read")
    }

    @Test func removeTakesAllOrNone() async throws {
        try await bookshelf.addDune()
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
        #expect(try await bookshelf.run("remove", "star war", "peace", "war", "--json") == refused)
        #expect(try await bookshelf.run("list").output.split(separator: "\n").count == 2)
        #expect(
            try await bookshelf.run("remove", "war", "peace", "--yes").messages
                == "Removed \"Star War\" by Ana (#).\nRemoved \"A Separate Peace\" by John Knowles (#).\n")
        #expect(try await bookshelf.run("list").output.isEmpty)
    }

    @Test func removeNeedsNoYesForAnIdentifierItsPrefixOrAnISBN() async throws {
        for _ in 1...2 { try await bookshelf.run("add", "Emma", "--author", "Jane Austen") }
        try await bookshelf.addDune()
        let ids = try await bookshelf.runExactly(["list", "emma"]).output.split(separator: "\n").map { $0.prefix(12) }
        for name in [String(ids[0]), String(ids[1].prefix(6)), "978-0-441-17271-9"] {
            #expect(try await bookshelf.run("remove", name).status == 0, "\(name)")
        }
        #expect(try await bookshelf.run("list").output.isEmpty)
    }

    @Test func statusesAreReadInAnyCase() async throws {
        #expect(try await bookshelf.run("add", "Dune", "--author", "X", "--status", "To-Read").status == 0)
        #expect(try await bookshelf.run("list", "--status", "TO-READ").output.contains("\tDune\t"))
    }
}
