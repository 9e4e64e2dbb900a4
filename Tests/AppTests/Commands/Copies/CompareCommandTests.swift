import FileTestSupport
import Foundation
import TestTraits
import Testing

@testable import App

/// `compare`, which takes in what another version of the library has, and the notice of such a file.
@Suite(.fewAtATime, .endsIfItHangs)
struct CompareCommandTests {
    private let bookshelf: CommandLineProgram

    init() throws { bookshelf = try CommandLineProgram() }

    private typealias Outcome = CommandLineProgram.Outcome

    /// Two machines had one library, and changed it. Returns the copy's path.
    private func part(_ store: String = "file") async throws -> String {
        let (file, copy) =
            store == "file"
            ? ("library.jsonl", "library (conflicted copy).jsonl") : ("library.json", "library-laptop.json")
        let here = ["--store", store, "--directory", "here"]
        let there = ["--store", store, "--directory", "there"]
        for title in ["Dune", "Emma", "Kim", "Ulysses"] {
            _ = try await bookshelf.runExactly(["add", title, "--author", "Ann", "--rating", "4"] + here)
        }
        let files = FileManager.default
        try files.copyItem(
            at: bookshelf.directory.appending(path: "here"), to: bookshelf.directory.appending(path: "there"))
        for command in [
            ["edit", "dune", "--rating", "5"], ["add", "Persuasion", "--author", "Ann"], ["remove", "kim", "--yes"],
            ["lend", "persuasion", "--to", "Zoë"],
        ] { #expect(try await bookshelf.runExactly(command + there).status == 0) }
        for command in [
            ["edit", "dune", "--notes", "Sand"], ["edit", "emma", "--rating", "3"], ["remove", "ulysses", "--yes"],
            ["add", "Sanditon", "--author", "Ann"],
        ] { #expect(try await bookshelf.runExactly(command + here).status == 0) }
        let path = "here/\(copy)"
        try files.copyItem(
            at: bookshelf.directory.appending(path: "there/\(file)"), to: bookshelf.directory.appending(path: path))
        return path
    }

    /// The lines without identifiers, in the order of the alphabet: the program orders them by identifier.
    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { String($0).replacing(" (#)", with: "") }.sorted()
    }

    @Test func whatTheCopyHasChangedIsShownAndTaken() async throws {
        let copy = try await part()
        let shown = try await bookshelf.run("compare", copy, "--directory", "here")
        #expect(
            lines(shown.output) == [
                "different: book \"Dune\"; rating: 4 here, 5 if taken", "only here: book \"Sanditon\"",
                "only in the copy: book \"Persuasion\"",
                "only in the copy: loan \"Persuasion, Zoë\"", "only in the copy: person \"Zoë\"",
                "removed in the copy: book \"Kim\"",
            ])
        #expect(shown.messages == "Nothing was changed; --take <name> or --take-all takes in what the copy has.\n")

        let taken = try await bookshelf.run(
            "compare", copy, "--take", "dune", "--take", "Persuasion", "--directory", "here")
        #expect(taken == Outcome(messages: "Took book \"Dune\" (#).\nTook book \"Persuasion\" (#).\n"))
        #expect(
            try await bookshelf.run("show", "dune", "--directory", "here", "--quiet").output.contains("rating\t5\n"))
        #expect(
            try await bookshelf.run("show", "dune", "--directory", "here", "--quiet").output.contains("notes\tSand\n"))

        let loan = try await bookshelf.run("compare", copy, "--take", "persuasion, zoë", "--directory", "here")
        #expect(loan.messages == "Took loan \"Persuasion, Zoë\" (#).\n")
        let rest = try await bookshelf.run("compare", copy, "--take-all", "--directory", "here")
        #expect(rest == Outcome(messages: "The copy has nothing that the library lacks.\n"))
        #expect(
            try await bookshelf.run("list", "--directory", "here", "--columns", "title,rating,lentTo").output == """
                Dune\t5\t
                Emma\t3\t
                Kim\t4\t
                Persuasion\t\tZoë
                Sanditon\t\t

                """)
        #expect(try await bookshelf.run("undo", "--yes", "--directory", "here").status == 0)
        #expect(try await bookshelf.run("people", "--directory", "here", "--quiet").output.isEmpty)
        #expect(try await bookshelf.run("show", "persuasion", "--directory", "here", "--quiet").status == 0)
    }

    /// Without a common beginning, all that differs is shown.
    @Test func aKeyValueFileIsCompared() async throws {
        let copy = try await part("keyvalue")
        let options = ["--store", "keyvalue", "--directory", "here"]
        let shown = try await bookshelf.runExactly(["compare", copy, "--json"] + options)
        let found = try JSONDecoder().decode([String: [String: [Compared]]].self, from: Data(shown.output.utf8))
        #expect(
            found["onlyInCopy"]?.mapValues { $0.compactMap(\.title).sorted() } == [
                "books": ["Persuasion", "Ulysses"], "loans": [], "people": [],
            ])
        #expect(
            Set((found["different"]?["books"] ?? []).map { [$0.here?.rating, $0.inCopy?.rating] }) == [
                [4, 5], [3, 4],
            ])
        #expect(found["onlyHere"]?["books"]?.compactMap(\.title).sorted() == ["Kim", "Sanditon"])

        let taken = try await bookshelf.runExactly(["compare", copy, "--take-all", "--json"] + options)
        #expect(taken.status == 0)
        let again = try await bookshelf.runExactly(["compare", copy] + options)
        #expect(again.output.split(separator: "\n").allSatisfy { $0.hasPrefix("only here: ") })
    }

    private struct Compared: Decodable {
        var title: String?
        var here: Rated?
        var inCopy: Rated?
    }
    private struct Rated: Decodable { let rating: Int }

    /// A library in `here` and a copy of it, after `first` on both, `ours` here and `theirs` in the copy.
    private func changed(
        _ first: [[String]], _ ours: [[String]], _ theirs: [[String]]
    ) async throws -> String {
        for command in first { _ = try await bookshelf.runExactly(command + ["--directory", "here"]) }
        try FileManager.default.copyItem(
            at: bookshelf.directory.appending(path: "here"), to: bookshelf.directory.appending(path: "there"))
        for (commands, folder) in [(ours, "here"), (theirs, "there")] {
            for command in commands {
                #expect(try await bookshelf.runExactly(command + ["--directory", folder]).status == 0)
            }
        }
        return "there/library.jsonl"
    }

    /// Nothing of either is lost.
    @Test func listsAreMergedNameByName() async throws {
        let copy = try await changed(
            [["add", "Dune", "--author", "Ann", "--shelf", "a", "--shelf", "b", "--detail", "Pages=1"]],
            [["edit", "dune", "--shelf", "ours", "--remove-shelf", "a", "--detail", "Ours=1"]],
            [["edit", "dune", "--shelf", "theirs", "--detail", "Pages=2"]])
        #expect(try await bookshelf.run("compare", copy, "--take-all", "--directory", "here").status == 0)
        let show = try await bookshelf.run("show", "dune", "--json", "--directory", "here").output
        #expect(show.contains(#""shelves":["b","ours","theirs"]"#))
        #expect(show.contains(#""details":{"Pages":"2","Ours":"1"}"#))
    }

    /// One ISBN is one book, and one name one person, whatever their identifiers.
    @Test func whatBothHaveAddedIsOne() async throws {
        let emma = ["add", "Emma", "--author", "Jane Austen", "--isbn", "9780141439587"]
        let ours = ["--shelf", "ours", "--notes", "Here"]
        let copy = try await changed(
            [["add", "Dune", "--author", "Ann"]], [emma + ours, ["lend", "dune", "--to", "Ana"], ["return", "dune"]],
            [emma + ["--rating", "5", "--shelf", "theirs"], ["lend", "emma", "--to", "ana"]])
        let shown = try await bookshelf.run("compare", copy, "--directory", "here")
        #expect(
            lines(shown.output).filter { !$0.hasPrefix("only here: loan") } == [
                "different: book \"Emma\"; rating: none here, 5 if taken; shelves: ours here, ours, theirs if taken",
                "different: person \"ana\"; name: Ana here, ana if taken", "only in the copy: loan \"Emma, Ana\"",
            ])
        #expect(try await bookshelf.run("compare", copy, "--take", "Emma, Ana", "--directory", "here").status == 0)
        #expect(try await bookshelf.run("people", "--directory", "here", "--json").output.contains(#""name":"Ana""#))
        #expect(
            try await bookshelf.run("list", "--directory", "here", "--columns", "title,lentTo").output
                == "Dune\t\nEmma\tAna\n")
    }

    /// As an earlier version or an edit by hand has left it.
    @Test func twoOfOneNameInTheCopyAreNoTwins() async throws {
        let copy = try await changed(
            [["add", "Dune", "--author", "Ann"]], [["lend", "dune", "--to", "Ana"]],
            [["lend", "dune", "--to", "Ana"], ["return", "dune"], ["lend", "dune", "--to", "Bea"]])
        let text = try bookshelf.contents(of: copy)
        _ = try bookshelf.file(copy, text.replacing("Bea", with: "Ana"))
        let edited = ["repair", "--accept-edits", "--directory", "there"]
        #expect(try await bookshelf.runExactly(edited).status == 0)
        #expect(try await bookshelf.run("compare", copy, "--directory", "here").status == 0)
    }

    /// The rest is taken, and the message names what can't be.
    @Test func whatARuleForbidsHoldsUpNothingElse() async throws {
        let copy = try await changed(
            [["add", "Dune", "--author", "Ann"]], [["lend", "dune", "--to", "Ana"]],
            [["lend", "dune", "--to", "Ben"], ["add", "Emma", "--author", "Jane Austen"]])
        let taken = try await bookshelf.run("compare", copy, "--take-all", "--directory", "here")
        #expect(taken.status == 1)
        #expect(taken.messages.contains("Took book \"Emma\" (#).\n"))
        #expect(taken.messages.contains("bookshelf: can't take loan \"Dune, Ben\" (#): \"Dune\" is lent to Ana until"))
        #expect(try await bookshelf.run("loans", "--directory", "here").output.split(separator: "\n").count == 1)
        // All of it is one command.
        #expect(try await bookshelf.run("undo", "--yes", "--directory", "here").status == 0)
        #expect(try await bookshelf.run("list", "--directory", "here", "--columns", "title").output == "Dune\n")
    }

    /// A file that is being copied, for example.
    @Test func aDamagedCopyIsNamed() async throws {
        let copy = try await part()
        let text = try bookshelf.contents(of: copy)
        _ = try bookshelf.file(copy, text.replacing("Persuasion", with: "Persuasiom"))
        let named = try await bookshelf.run("list", "--directory", "here").messages
        #expect(
            named.hasPrefix("here/library (conflicted copy).jsonl may be another version of this library; its line "))
        let refused = try await bookshelf.run("compare", copy, "--directory", "here")
        #expect(
            refused.status == 65
                && refused.messages.hasPrefix("bookshelf: can't use here/library (conflicted copy).jsonl, line "))
    }

    /// The folder that is synchronised is the one to which the link leads.
    @Test func copiesBesideTheTargetOfALinkAreNamed() async throws {
        let copy = try await part()
        let files = FileManager.default
        let folder = bookshelf.directory.appending(path: "linked")
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        try files.createSymbolicLink(
            atPath: folder.appending(path: "library.jsonl").path, withDestinationPath: "../here/library.jsonl")
        #expect(
            try await bookshelf.run("list", "--directory", "linked").messages.contains("/\(copy) is another version"))
    }

    @Test func theNoticeNamesTheStore() async throws {
        let copy = try await part("keyvalue")
        let notice = try await bookshelf.run("list", "--store", "keyvalue", "--directory", "here").messages
        #expect(notice.contains("bookshelf compare \(copy) --directory here --store keyvalue\""))
    }

    /// Every command names it until what it has is here.
    @Test func aCopyBesideTheLibraryIsNamed() async throws {
        let copy = try await part()
        let notice = """
            here/library (conflicted copy).jsonl is another version of this library; \
            "bookshelf compare 'here/library (conflicted copy).jsonl' --directory here" shows what differs.

            """
        #expect(try await bookshelf.run("list", "--directory", "here").messages == notice)
        #expect(try await bookshelf.run("list", "--directory", "here", "--quiet").messages.isEmpty)
        #expect(try await bookshelf.run("compare", copy, "--take-all", "--directory", "here").status == 0)
        #expect(try await bookshelf.run("list", "--directory", "here").messages.isEmpty)
    }

    /// A folder may have a library in each store.
    @Test func librariesOfOtherStoresAreNoCopies() async throws {
        for (store, title) in [("file", "Dune"), ("keyvalue", "Emma")] {
            _ = try await bookshelf.runExactly(
                ["add", title, "--author", "Ann", "--store", store, "--directory", "here"])
        }
        for store in ["file", "keyvalue"] {
            #expect(try await bookshelf.run("list", "--store", store, "--directory", "here").messages.isEmpty)
        }
    }

    /// Neither files of the program nor those that aren't of this library.
    @Test func otherFilesAreNotNamed() async throws {
        _ = try await part()
        let folder = bookshelf.directory.appending(path: "here")
        let copy = folder.appending(path: "library (conflicted copy).jsonl")
        for name in ["library.jsonl.damaged-1", "library.jsonl.undone-1", "books.jsonl", "library.backup"] {
            try FileManager.default.copyItem(at: copy, to: folder.appending(path: name))
        }
        try Data("{\"title\":\"Dune\"}\n".utf8).write(to: folder.appending(path: "library 2.jsonl"))
        try FileManager.default.removeItem(at: copy)
        #expect(try await bookshelf.run("list", "--directory", "here").messages.isEmpty)
    }

    @Test func whatCannotBeTakenIsRefused() async throws {
        let copy = try await part()
        let none = try await bookshelf.run("compare", copy, "--take", "Emma", "--directory", "here")
        #expect(
            none
                == Outcome(
                    messages:
                        "bookshelf: the copy has nothing called \"Emma\" that the library lacks or has otherwise\n",
                    status: 1))
        #expect(try await bookshelf.run("compare", "none.jsonl").status == 66)
        #expect(try await bookshelf.run("compare", "none.json").status == 66)
        let list = try bookshelf.file("list.csv", "title,authors\nDune,Ann\n")
        #expect(try await bookshelf.run("compare", list).status == 65)
        #expect(try await bookshelf.run("compare", copy, "--take", "Dune", "--take-all").status == 64)
    }
}
