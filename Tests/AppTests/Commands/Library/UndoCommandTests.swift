import Data
import Domain
import Foundation
import Storage
import Synchronization
import TestSupport
import TestTraits
import Testing

@testable import App

/// The output and effect of `undo`.
@Suite(.fewAtATime, .endsIfItHangs)
struct UndoCommandTests {
    private let bookshelf: CommandLineProgram

    init() throws { bookshelf = try CommandLineProgram() }

    private typealias Outcome = CommandLineProgram.Outcome

    private static let stores = ["file", "keyvalue"]

    /// The commands that change a library of three books: one is lent, and one was returned. `repair` has its own test.
    private static let commands = [
        ["add", "Sanditon", "--author", "Jane Austen", "--isbn", "9780141439686"],
        ["edit", "emma", "--rating", "5", "--no-isbn", "--notes", "Two\nlines", "--detail", "Pages=474"],
        ["merge", "emma", "--into", "dune", "--yes"], ["compare", "other.backup", "--take-all"],
        ["remove", "emma", "persuasion", "--yes"],
        ["lend", "persuasion", "--to", "Zoë"], ["return", "dune"], ["people", "rename", "Ana", "Bea"],
        ["people", "remove", "Ben"], ["import", "list.csv"], ["import", "list.csv", "--update"],
        ["restore", "library.backup", "--directory", "other"],
    ]

    @Test(arguments: stores, commands)
    func whatACommandChangedIsTakenBackAndBroughtBack(_ store: String, _ command: [String]) async throws {
        let directory = command.contains("--directory") ? "other" : "shelf"
        try await fill(store)
        _ = try bookshelf.file(
            "list.csv", "title,authors,rating,isbn\nEmma,Jane Austen,4,9780141439587\nSanditon,Jane Austen,,\n")
        let options = ["--store", store] + (command.contains("--directory") ? [] : ["--directory", directory])
        let before = try await state(store, directory)
        #expect(try await bookshelf.runExactly(command + options).status == 0)
        let after = try await state(store, directory)
        #expect(after != before)
        for expected in [before, after, before] {
            let outcome = try await undo("--yes", "--store", store, in: directory)
            #expect(outcome.status == 0 && outcome.output.isEmpty)
            #expect(try await state(store, directory) == expected)
        }
    }

    @Test func itSaysWhatItDoes() async throws {
        try await fill()
        try await bookshelf.run("edit", "emma", "--rating", "5", "--directory", "shelf")
        let change = "edit, 1 book, today at #\n  changes book \"Emma\" (00000000000a); rating: 5 becomes none\n"
        let wanted = change.replacing("\n  ", with: "\n    ")
        #expect(
            try await undo()
                == Outcome(
                    messages: "bookshelf: nothing was undone; with --yes this would be:\n  \(wanted)", status: 1))
        #expect(
            try await undo("--yes")
                == Outcome(messages: change + "Taken back; \"bookshelf undo\" brings it back.\n"))
        #expect(
            try await undo("--yes")
                == Outcome(
                    messages: """
                        edit, taken back, 1 book, today at #
                          changes book "Emma" (00000000000a); rating: none becomes 5
                        Brought back.

                        """))
        #expect(try await undo("--yes", "--quiet") == Outcome())
    }

    @Test func itSaysWhatHappensToALoan() async throws {
        try await fill()
        try await bookshelf.run("lend", "persuasion", "--to", "Zoë", "--directory", "shelf")
        #expect(
            try await undo("--yes").messages.replacing(/\b[0-9a-z]{12}\b/, with: "#") == """
                lend, 1 loan, 1 person, today at #
                  removes person "Zoë" (#)
                  removes loan "Persuasion, Zoë" (#)
                Taken back; "bookshelf undo" brings it back.

                """)
        try await bookshelf.run("return", "dune", "--directory", "shelf")
        #expect(try await undo("--yes").messages.contains("; returned: \(CommandLineProgram.today) becomes none\n"))
    }

    /// Not as files have them.
    @Test func valuesAreThoseThatPeopleWrite() async throws {
        try await fill()
        _ = try await bookshelf.runExactly(
            ["edit", "dune", "--status", "reading", "--favorite", "--shelf", "Sea", "--started", "2024-10-05"]
                + ["--notes", "Two\nlines", "--detail", "Pages=412", "--directory", "shelf"])
        #expect(
            try await undo("--yes").messages.contains(
                """
                changes book "Dune" (00000000000b); status: reading becomes to-read; favorite: yes becomes no; \
                shelves: Space, Sea becomes Space; started: 2024-10-05 becomes none; notes: Two lines becomes none; \
                details: Pages 412 becomes none

                """))
    }

    @Test func aLongImportIsCounted() async throws {
        let rows = (1...30).map { "Volume \($0),Ana\n" }.joined()
        _ = try bookshelf.file("list.csv", "title,authors\n" + rows)
        try await bookshelf.run("import", "list.csv", "--directory", "shelf")
        let messages = try await undo("--yes").messages.replacing(/"Volume \d+" \(\w+\)/, with: "#")
        #expect(
            messages == """
                import of list.csv, 30 books, today at #
                  removes 30 books, such as book #
                Taken back; "bookshelf undo" brings it back.

                """)
    }

    @Test(arguments: stores) func asJSON(_ store: String) async throws {
        try await fill(store)
        try await bookshelf.run("edit", "emma", "--rating", "5", "--directory", "shelf", "--store", store)
        let shown = try await undo("--json", "--store", store)
        #expect(shown.status == 1 && shown.output.isEmpty)
        func json(undone: Bool, _ rating: String) -> String {
            """
            {"command":"edit","time":#,"undone":\(undone),"removed":{},"changed":{"books":[{"id":"00000000000a",\
            "title":"Emma","authors":["Jane Austen"],"isbn":"9780141439587","status":"to-read"\(rating),\
            "favorite":false,"shelves":[],\
            "added":"2024-10-04"}]},"restored":{}}

            """
        }
        #expect(try await undo("--yes", "--json", "--store", store).output == json(undone: true, ""))
        #expect(
            try await undo("--yes", "--json", "--quiet", "--store", store)
                == Outcome(output: json(undone: false, #","rating":5"#)))
    }

    @Test(arguments: [["--store", "file"], ["--store", "keyvalue"], ["--store", "memory"], ["--json"]])
    func thereMayBeNothingToUndo(_ options: [String]) async throws {
        let outcome = try await bookshelf.runExactly(["undo", "--yes", "--directory", "shelf"] + options)
        #expect(outcome == Outcome(messages: "bookshelf: there is nothing to undo\n", status: 1))
        #expect(try FileManager.default.subpathsOfDirectory(atPath: bookshelf.directory.path).isEmpty)
    }

    @Test(arguments: [("y", true), ("n", false), ("", false), (nil, false)]) @MainActor
    func onATerminalItAsks(answer: String?, undoes: Bool) async throws {
        let library = StoredLibrary.inMemory()
        let book = try book(1, "Dune", by: "Ana", added: Day(daysSince1970: 20_000))
        try await library.recording("add", hasSeveralUnits: false).books.save(book)
        let environment = AppEnvironment().with(library).with(\.today) { Day(daysSince1970: 20_000) }
        let messages = Mutex<[UInt8]>([])
        let console = Console(
            Console.Appearance(answer: { answer }), results: OutputBuffer { _ in },
            messages: OutputBuffer { bytes in messages.withLock { $0 += Array(bytes) } })
        let status = try await Undo().run(in: AppSession(environment: environment, console: console))
        #expect(status == (undoes ? .done : .refused))
        #expect(try await library.books.all().isEmpty == undoes)
        let end =
            undoes
            ? "Taken back; \"bookshelf undo\" brings it back.\n"
            : (answer == nil ? "\n" : "") + "Nothing was changed.\n"
        #expect(
            String(decoding: messages.withLock { $0 }, as: UTF8.self)
                == "add, 1 book\n  removes book \"Dune\" (000000000001)\nTake it back? [y/N] " + end)
    }

    /// Another program, which saves nothing for `undo`, has changed the book.
    @Test(arguments: stores) func aRefusalNamesItsReason(_ store: String) async throws {
        try await fill(store)
        try await bookshelf.run("edit", "emma", "--rating", "5", "--directory", "shelf", "--store", store)
        let emma = """
            {"id":"00000000000a","title":"Emma","authors":["Ana"],"status":"read","added":"2024-10-04"}
            """
        let change = RecordChange(
            kind: RecordKind(singular: "book", plural: "books"), id: try #require(RecordID("00000000000a")),
            json: Array(emma.utf8))
        let engine: StorageEngine = store == "file" ? .journal : .keyValue
        let folder = bookshelf.directory.appending(path: "shelf").path
        try await engine.open(StorageLocation(application: "bookshelf", name: "library", directory: folder))
            .perform { _ throws(StorageError) in ([change], ()) }
        let before = try await state(store)
        let refusal = "bookshelf: can't undo the last change: book \"Emma\" (00000000000a) was changed since\n"
        for options in [[], ["--yes"], ["--yes", "--json"]] {
            let outcome = try await bookshelf.runExactly(["undo", "--directory", "shelf", "--store", store] + options)
            #expect(outcome == Outcome(messages: refusal, status: 1))
        }
        #expect(try await state(store) == before)
    }

    @Test(arguments: [[], ["--accept-edits"]]) func aRepairIsTakenBack(_ options: [String]) async throws {
        try await fill()
        let text = try bookshelf.contents(of: "shelf/library.jsonl")
        let damaged = text.replacing("\"Emma\"", with: "\"Enma\"")
        _ = try bookshelf.file("shelf/library.jsonl", damaged)
        let repair = ["repair", "--directory", "shelf"] + options
        let first = try await bookshelf.runExactly(repair)
        #expect(first.status == 0)
        let after = try await state()

        #expect(
            try await undo("--yes")
                == Outcome(
                    messages: """
                        repair, today at #
                          puts the damaged file back: library.jsonl.damaged-1
                        Taken back; "bookshelf repair" brings it back.

                        """))
        #expect(try bookshelf.contents(of: "shelf/library.jsonl") == damaged)
        #expect(try await bookshelf.run("list", "--directory", "shelf").status == 74)
        let again = try await undo("--yes")
        #expect(again.status == 74 && again.messages.contains("shelf/library.jsonl, line 2 is damaged"))

        let second = try await bookshelf.runExactly(repair)
        #expect(second.output == first.output.replacing("damaged-1", with: "damaged-2"))
        #expect(try await state() == after)
        // The damaged file is found from any folder.
        let elsewhere = bookshelf.directory.path + "/shelf"
        #expect(try await undo("--yes", in: elsewhere).status == 0)
        #expect(try bookshelf.contents(of: "shelf/library.jsonl") == damaged)
    }

    /// The book that was added would be lost.
    @Test func aRepairIsNotTakenBackAfterAChange() async throws {
        try await fill()
        let text = try bookshelf.contents(of: "shelf/library.jsonl")
        _ = try bookshelf.file("shelf/library.jsonl", text.replacing("\"Emma\"", with: "\"Enma\""))
        try await bookshelf.run("repair", "--directory", "shelf")
        let folder = bookshelf.directory.appending(path: "shelf").path
        let dune = #"{"id":"00000000000z","title":"Dune","authors":["Ana"],"status":"read","added":"2024-10-04"}"#
        let change = RecordChange(
            kind: RecordKind(singular: "book", plural: "books"), id: try #require(RecordID("00000000000z")),
            json: Array(dune.utf8))
        try await StorageEngine.journal
            .open(StorageLocation(application: "bookshelf", name: "library", directory: folder))
            .perform { _ throws(StorageError) in ([change], ()) }
        let before = try bookshelf.contents(of: "shelf/library.jsonl")
        #expect(
            try await undo("--yes")
                == Outcome(
                    messages: "bookshelf: can't undo the last change: the library was changed meanwhile\n", status: 1))
        #expect(try bookshelf.contents(of: "shelf/library.jsonl") == before)
    }

    @Test func aClosedPipeEndsNothing() async throws {
        try await fill()
        let before = try await state()
        try await bookshelf.run("edit", "emma", "--rating", "5", "--directory", "shelf")
        let line = #"{ "$0" undo --yes --json --directory shelf; echo $? >status; } 2>&1 | true"#
        #expect(try await bookshelf.run(bookshelf.shell(line)).status == 0)
        #expect(try bookshelf.contents(of: "status") == "0\n")
        #expect(try await state() == before)
    }
}

extension UndoCommandTests {
    /// Three books in the folder `shelf`: "Dune" is lent to Ana, "Emma" is back from Ben; and a backup of them.
    private func fill(_ store: String = "file") async throws {
        let folder = bookshelf.directory.appending(path: "shelf").path
        let library = try #require(StoreChoice(store)).library(in: folder, Variables { _ in nil })
        let day = Day(daysSince1970: 20_000)
        let emma = try book(10, "Emma", by: "Jane Austen", added: day) { $0.isbn = try? ISBN("9780141439587") }
        try await library.books.save([
            emma, book(11, "Dune", by: "Frank Herbert", added: day) { $0.shelves = ["Space"] },
            book(12, "Persuasion", by: "Jane Austen", added: day),
        ])
        try await library.saveLoans(from: day)
        _ = try bookshelf.file(
            "library.backup", Data(try await library.backup().journal(format: Bookshelf.libraryFormat)))
        let other = StoredLibrary.inMemory()
        try await other.books.save([
            book(11, "Dune", by: "Frank Herbert", added: day), book(13, "Sanditon", by: "Jane Austen", added: day),
        ])
        _ = try bookshelf.file(
            "other.backup", Data(try await other.backup().journal(format: Bookshelf.libraryFormat)))
    }

    /// What people and programs see of a library.
    private func state(_ store: String = "file", _ directory: String = "shelf") async throws -> [Outcome] {
        var outcomes: [Outcome] = []
        for command in [["list"], ["loans", "--all"], ["people"]] {
            for format in [[], ["--json"]] {
                outcomes.append(
                    try await bookshelf.runExactly(command + format + ["--store", store, "--directory", directory]))
            }
        }
        return outcomes
    }

    private func undo(_ options: String..., in directory: String = "shelf") async throws -> Outcome {
        var outcome = try await bookshelf.runExactly(["undo", "--directory", directory] + options)
        outcome.messages = outcome.messages.replacing(/(?:today|yesterday) at \d\d:\d\d/, with: "today at #")
        outcome.output = outcome.output.replacing(/"time":\d{10}/, with: "\"time\":#")
        return outcome
    }
}
