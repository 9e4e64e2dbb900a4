import Data
import Domain
import Foundation
import StorageTestSupport
import TestSupport
import TestTraits
import Testing

@testable import App

@Suite(.fewAtATime, .endsIfItHangs)
struct HelpTests {
    /// Every command and group, with its path of words.
    static let all = trees(CommandGroup.bookshelf, path: ["bookshelf"])

    private static func trees(_ group: CommandGroup, path: [String]) -> [(
        path: [String], tree: CommandTree
    )] {
        [(path, .group(group))]
            + group.members.flatMap { member -> [(path: [String], tree: CommandTree)] in
                switch member {
                case .command: [(path + [member.name], member)]
                case .group(let inner): trees(inner, path: path + [inner.name])
                }
            }
    }

    @Test(arguments: all) func helpBeginsWithExamples(_ path: [String], _ tree: CommandTree) throws {
        let lines = Help<GlobalOptions>(path: path).text(on: tree).split(separator: "\n")
        #expect(lines.first == "Examples:")
        #expect(lines[1].hasPrefix("  " + path.joined(separator: " ")))
        #expect(lines.allSatisfy { $0.count <= 120 })
    }

    @Test(arguments: all) func everyCommandCanRun(_ path: [String], _ tree: CommandTree) {
        guard case .command(_, let type) = tree else { return }
        #expect(type is any Command.Type)
    }

    /// Those of added features are about entities that only their tests have.
    private static let examples = Set(
        all.filter { !AddedFeatures.commands.contains($0.path.dropFirst().first ?? "") }.flatMap(\.tree.syntax.examples)
    ).sorted()

    /// In a shell, with all that the examples name.
    @Test(arguments: examples)
    func everyExampleSucceeds(_ example: String) async throws {
        let bookshelf = try CommandLineProgram()
        let folder = ".local/share/bookshelf/"
        let library = StoreChoice.file.library(in: "\(bookshelf.directory.path)/\(folder)", Variables { _ in nil })
        let books = try [
            ("k3jd02mxe8qa", "Mrs Dalloway", "Virginia Woolf"), ("000000000001", "Dune", "Frank Herbert"),
            ("000000000002", "Pride and Prejudice", "Jane Austen"), ("000000000003", "Dead Souls", "Nikolai Gogol"),
            ("000000000004", "War and Peace", "Leo Tolstoy"),
        ].map { id, title, author in
            let isbn = title.hasPrefix("Pride") ? try ISBN("9780141439518") : nil
            let draft = BookDraft(title: title, authors: [author], isbn: isbn) {
                $0.shelves = ["old", "Holidays", "Office"]
            }
            return try Book(id: try #require(Book.ID(id)), draft: draft, added: day("2024-01-01"))
        }
        try await library.books.save(books)
        try await library.borrowers.save([borrower(1, "Ana")])
        let laptop = StoredLibrary.inMemory()
        try await laptop.books.save(
            books.map { book in
                var draft = book.draft
                draft.isFavorite = true
                return try Book(id: book.id, draft: draft)
            })
        let copy = String(decoding: try await laptop.backup().journal(format: Bookshelf.libraryFormat), as: UTF8.self)
        let (list, json) = ("title,authors\nEmma,Jane Austen\n", #"[{"title":"Emma","authors":["Jane Austen"]}]"#)
        let catalog = try LoopbackServer.catalog([
            "/isbn/9780441172719.json": #"{"title": "Dune", "authors": [{"key": "/authors/OL1A"}]}"#,
            "/authors/OL1A.json": #"{"name": "Frank Herbert"}"#,
        ])
        for (name, contents) in [
            ("goodreads_library_export.csv", list),
            ("books.csv", list), ("books.json", json), ("list.csv", list), ("list.json", json),
            ("library-laptop.jsonl", copy), ("library.backup", try bookshelf.contents(of: folder + "library.jsonl")),
            (folder + "settings.json", #"{"catalog": "\#(catalog.address)"}"#),
        ] { _ = try bookshelf.file(name, contents) }

        // The due day is to stay in the future.
        var line = "bookshelf " + example.replacing("2030-12-31", with: "2999-12-31")
        if let lent = example.wholeMatch(of: /(?:return|extend) (\w+).*/)?.1 {
            line = "bookshelf lend \(lent) --to Ana && \(line)"
        }
        if example.hasPrefix("watch") { line += " | head -n 1" }
        // It would ask.
        if example == "undo" { line += " --yes" }
        let setup = #"bookshelf() { "$0" "$@"; }; mkdir -p ~/.config/fish/completions; "#
        let outcome = try await bookshelf.run(try bookshelf.shell(setup + line))
        #if !Remote
        if example.hasPrefix("add --isbn") { return #expect(outcome.status == 69) }
        #endif
        #expect(outcome.status == 0, "\(outcome)")
        // In a pipe, the status is that of the last program.
        #expect(!outcome.messages.contains("bookshelf: "), "\(outcome)")
    }

    @Test(arguments: Demo.tour.map(\.1)) func stepsOfTheDemoAreUnderstood(_ arguments: [String]) throws {
        guard case .run = try Parser<GlobalOptions>.request(arguments, of: CommandGroup.bookshelf) else {
            Issue.record("\(arguments) runs no command")
            return
        }
    }

    @Test(arguments: all) func suggestionsNameMembers(_ path: [String], _ tree: CommandTree) {
        guard case .group(let group) = tree else { return }
        let names = group.members.map(\.name)
        for (word, name) in group.synonyms() {
            #expect(!names.contains(word) && word != "help", "\(word)")
            #expect(names.contains(name) || path.count == 1 && name == "help", "\(name)")
        }
    }

    @Test(arguments: [
        "list", "watch", "add", "edit", "merge", "lend", "return", "loans", "extend", "people list", "shelves rename",
        "settings list", "import",
    ])
    func helpNamesTheColumns(_ command: String) async throws {
        let words = command.split(separator: " ").map(String.init)
        let tree = try #require(Self.all.first { $0.path == ["bookshelf"] + words }?.tree)
        let help = Help<GlobalOptions>(path: ["bookshelf"] + words).text(on: tree)
        let columns = try #require(help.split(separator: "separated by tabs:\n  ").dropFirst().first)
        #expect(columns.prefix { $0 != "\n" }.split(separator: ", ").count >= 3)
    }

    @Test func theHelpOfEditExplainsTheDaysThatItFillsIn() {
        let help = Help<GlobalOptions>(path: ["bookshelf", "edit"]).text(on: .command("edit", EditCommand<Book>.self))
        let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("--status read sets the finish day to today"))
        #expect(words.contains("--status reading sets the start day to today"))
    }
}
