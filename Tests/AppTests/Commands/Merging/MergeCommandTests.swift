import Data
import Domain
import StorageTestSupport
import Synchronization
import TestTraits
import Testing

@testable import App

/// `merge`, which makes one book of several.
@Suite(.fewAtATime, .endsIfItHangs)
struct MergeCommandTests {
    private let bookshelf: CommandLineProgram

    init() throws { bookshelf = try CommandLineProgram() }

    private typealias Outcome = CommandLineProgram.Outcome

    /// A book, and one that a renaming by another program has doubled.
    private func addDouble() async throws {
        try await bookshelf.addDune()
        try await bookshelf.run(
            "add", "Dune (Dune, #1)", "--author", "Frank Herbert", "--rating", "5", "--notes", "Sand", "--shelf",
            "Best")
    }

    /// The command that is named makes one book of them.
    @Test func anImportNamesALikelyDouble() async throws {
        let list = try bookshelf.file(
            "list.csv", "Book Id,Title,Author,ISBN13,Exclusive Shelf\n4407,American Gods,Neil Gaiman,,read\n")
        try await bookshelf.run("add", "American Gods (American Gods, #1)", "--author", "Neil Gaiman")
        let foretold = try await bookshelf.run("import", list, "--update", "--dry-run")
        #expect(
            foretold.messages == """
                line 2: it may be the same book as "American Gods (American Gods, #1)" by Neil Gaiman (#)
                Would add 1 book; 0 updated, 0 merged, 0 skipped, 0 rejected, 1 warning.

                """)
        try await bookshelf.run("import", list)
        let named = try await bookshelf.run("import", list, "--update", "--dry-run").messages
        #expect(named.hasPrefix("line 2: it may be the same book as "))
        #expect(named.contains(" by Neil Gaiman (#): bookshelf merge # --into #\n"))
    }

    @Test func theOthersBecomePartOfTheBook() async throws {
        try await addDouble()
        try await bookshelf.run("add", "Dune: A Novel", "--author", "F. Herbert", "--rating", "3")
        try await bookshelf.run("lend", "dune: a novel", "--to", "Ana", "--due", "2999-12-01")
        #expect(
            try await bookshelf.run("merge", "dune (dune, #1)", "dune: a novel", "--into", "9780441172719")
                == Outcome(
                    output: "#\tDune\tFrank Herbert\t9780441172719\tto-read\t5\t\tScience fiction; Best\ttoday\t"
                        + "\tAna\t2999-12-01"
                        + "\n",
                    messages: """
                        Merged "Dune (Dune, #1)" by Frank Herbert (#) into "Dune" by Frank Herbert (#).
                        Merged "Dune: A Novel" by F. Herbert (#) into "Dune" by Frank Herbert (#).
                        What differs is kept as: title (merged), title (merged) 2, authors (merged), rating (merged).

                        """))
        #expect(
            try await bookshelf.run("list", "--json").output == """
                [{"id":"#","title":"Dune","authors":["Frank Herbert"],"isbn":"9780441172719","status":"to-read",\
                "rating":5,"favorite":false,"shelves":["Science fiction","Best"],"added":"today","notes":"Sand",\
                "details":{"title (merged)":"Dune (Dune, #1)","title (merged) 2":"Dune: A Novel",\
                "authors (merged)":"F. Herbert","rating (merged)":"3"},"lentTo":"Ana","due":"2999-12-01"}]

                """)
        #expect(try await bookshelf.run("loans").output.contains("\tDune\tAna\t"))
    }

    @Test func jsonIsTheMergedBook() async throws {
        try await addDouble()
        #expect(
            try await bookshelf.run("merge", "dune (dune, #1)", "--into", "9780441172719", "--json", "--quiet")
                == Outcome(
                    output: """
                        {"id":"#","title":"Dune","authors":["Frank Herbert"],"isbn":"9780441172719","status":"to-read",\
                        "rating":5,"favorite":false,"shelves":["Science fiction","Best"],"added":"today",\
                        "notes":"Sand","details":{"title (merged)":"Dune (Dune, #1)"}}

                        """))
    }

    @Test func wordsAloneMergeNothingWithoutYes() async throws {
        try await addDouble()
        let before = try await bookshelf.run("list", "--json")
        for (others, book) in [("#1)", "9780441172719"), ("9780441172719", "#1)")] {
            let refused = try await bookshelf.run("merge", others, "--into", book, input: "y\n")
            #expect(refused.status == 1 && refused.output.isEmpty)
            #expect(
                refused.messages.hasPrefix(
                    "bookshelf: a few words are not enough to merge a book; with --yes this would merge into \"Dune"))
        }
        #expect(try await bookshelf.run("list", "--json") == before)
        #expect(
            try await bookshelf.run("merge", "#1)", "--into", "9780441172719", "--yes", "--json").messages == """
                Merged "Dune (Dune, #1)" by Frank Herbert (#) into "Dune" by Frank Herbert (#).
                What differs is kept as: title (merged).

                """)
    }

    @Test func ofTwoLentBooksNoneIsMerged() async throws {
        try await addDouble()
        try await bookshelf.run("lend", "dune", "--to", "Ana", "--due", "2999-12-01")
        try await bookshelf.run("lend", "#1)", "--to", "Ben", "--due", "2999-12-02")
        let before = try await [bookshelf.run("list", "--json"), bookshelf.run("loans", "--json")]
        #expect(
            try await bookshelf.run("merge", "#1)", "--into", "dune", "--yes")
                == Outcome(
                    messages: "bookshelf: several of these books are lent: \"Dune\" to Ana until 2999-12-01, "
                        + "\"Dune (Dune, #1)\" to Ben until 2999-12-02; see \"bookshelf help return\"\n", status: 1))
        #expect(try await [bookshelf.run("list", "--json"), bookshelf.run("loans", "--json")] == before)
    }

    @Test(arguments: ["file", "keyvalue"]) func undoBringsTheBooksBack(_ store: String) async throws {
        func run(_ words: String...) async throws -> String {
            let outcome = try await bookshelf.runExactly(words, variables: ["BOOKSHELF_STORE": store])
            #expect(outcome.status == 0, "\(words): \(outcome.messages)")
            return outcome.output
        }
        func state() async throws -> [String] {
            try await [run("list", "--json"), run("loans", "--all", "--json"), run("people", "--json")]
        }
        for isbn in ["9780441172719", "9780141439587"] {
            _ = try await run("add", "Dune", "--author", "Frank Herbert", "--isbn", isbn, "--notes", isbn)
        }
        for person in ["Ana", "Ben"] {
            _ = try await run("lend", "9780141439587", "--to", person)
            if person == "Ana" { _ = try await run("return", "9780141439587") }
        }
        let before = try await state()
        _ = try await run("merge", "9780141439587", "--into", "9780441172719")
        let after = try await state()
        #expect(after[0].contains("\"isbn (merged)\":\"9780141439587\""))
        #expect(!after.contains(before[1]))
        _ = try await run("undo", "--yes")
        #expect(try await state() == before)
        _ = try await run("undo", "--yes")
        #expect(try await state() == after)
    }

    @Test func aBookIsNotMergedIntoItself() async throws {
        try await addDouble()
        #expect(
            try await bookshelf.run("merge", "dune", "--into", "9780441172719", "--yes")
                == Outcome(messages: "bookshelf: \"Dune\" can't be merged into itself\n", status: 1))
        #expect(try await bookshelf.run("merge", "dune").status == 64)
        #expect(try await bookshelf.run("list").output.split(separator: "\n").count == 2)
    }

    @MainActor @Test(arguments: [("y", true), ("n", false), (nil, false)])
    func onATerminalItAsksFirst(answer: String?, merges: Bool) async throws {
        let today = Day(daysSince1970: 20_000)
        let books = [
            try book(1, "Dune", by: "Ana", added: today), try book(2, "Dune 1", by: "Ana", added: today),
        ]
        let library = StoredLibrary.inMemory(LibrarySnapshot(books: books))
        let messages = Mutex<[UInt8]>([])
        let console = Console(
            Console.Appearance(answer: { answer }), results: OutputBuffer { _ in },
            messages: OutputBuffer { bytes in messages.withLock { $0 += Array(bytes) } })
        var merge = Merge()
        (merge.books, merge.book) = (["dune 1"], "dune")
        let environment = AppEnvironment { name in Issue.record("the test did not provide \(name)") }
            .with(\.randomBits) { 7 }.with(\.library, library).with(\.today) { today }
        let status = try await merge.run(in: AppSession(environment: environment, console: console))
        #expect(status == (merges ? .done : .refused))
        #expect(try await library.books.all().map(\.title) == (merges ? ["Dune"] : ["Dune", "Dune 1"]))
        let (dune, other) = ("\"Dune\" by Ana (000000000001)", "\"Dune 1\" by Ana (000000000002)")
        let remark = "What differs is kept as: title (merged).\n"
        let end =
            merges ? "Merged \(other) into \(dune).\n" + remark : (answer == nil ? "\n" : "") + "Nothing was merged.\n"
        #expect(
            String(decoding: messages.withLock { $0 }, as: UTF8.self)
                == "\(other)\n\(remark)Merge this book into \(dune)? [y/N] \(end)")
    }
}
