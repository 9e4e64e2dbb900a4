import Foundation
import TestTraits
import Testing

@testable import App

/// `completions` answers the scripts of the shells, as a process.
@Suite(.fewAtATime, .endsIfItHangs)
struct CompletionsTests {
    private let bookshelf: CommandLineProgram

    init() async throws {
        bookshelf = try CommandLineProgram()
    }

    private func answer(
        _ line: String, in shell: String = "fish", variables: [String: String] = [:]
    ) async throws -> [String] {
        let outcome = try await bookshelf.run("completions", shell, line, variables: variables)
        #expect(outcome.status == 0)
        #expect(outcome.messages == "")
        return outcome.output.split(separator: "\n").map(String.init)
    }

    private func addBooks() async throws {
        try await bookshelf.run(
            "add", "Pride and Prejudice", "--author", "Jane Austen", "--shelf", "Classics", "--detail", "Series=Novels")
        try await bookshelf.run("add", "Cien años de soledad", "--author", "Gabriel García Márquez")
        try await bookshelf.run("lend", "pride", "--to", "Ana María")
    }

    @Test func titlesByWordsAnywhereWhateverTheirCaseAndAccents() async throws {
        try await addBooks()
        let (pride, cien) = ("Pride and Prejudice\tJane Austen", "Cien años de soledad\tGabriel García Márquez")
        #expect(try await answer("bookshelf show prej") == [pride])
        #expect(try await answer("bookshelf show 'austen prid") == [pride])
        #expect(try await answer("bookshelf edit ANOS") == [cien])
        #expect(try await answer("bookshelf remove pride ") == [cien, pride])
        #expect(try await answer("bookshelf merge pride ") == [cien, pride])
        #expect(try await answer("bookshelf merge pride --into anos") == [cien])
        #expect(try await answer("bookshelf lend ") == [cien])
        #expect(try await answer("bookshelf return ") == [pride])
        #expect(try await answer("bookshelf extend ") == [pride])
        #expect(try await answer("bookshelf show emma") == [])
        #expect(try await answer("bookshelf show prej", in: "bash") == ["'Pride and Prejudice'"])
    }

    @Test func namesOfWhatTheLibraryHas() async throws {
        try await addBooks()
        #expect(try await answer("bookshelf lend cien --to an") == ["Ana María"])
        #expect(try await answer("bookshelf people remove maria") == ["Ana María"])
        #expect(try await answer("bookshelf people rename ") == ["Ana María"])
        #expect(try await answer("bookshelf list --shelf=") == ["--shelf=Classics"])
        #expect(try await answer("bookshelf edit pride --remove-shelf c") == ["Classics"])
        #expect(try await answer("bookshelf shelves rename ") == ["Classics"])
        #expect(try await answer("bookshelf shelves remove cl") == ["Classics"])
        #expect(try await answer("bookshelf stats --by ") == ["month"])
        #expect(try await answer("bookshelf list --author garcia") == ["Gabriel García Márquez"])
        #expect(try await answer("bookshelf list --detail ser") == ["Series="])
        #expect(
            try await answer("bookshelf list --where 'dune borrower:mari") == [#"dune borrower:"Ana María""#])
        #expect(try await answer("bookshelf list --where 'shelf:\"cl") == ["shelf:Classics"])
        #expect(try await answer("bookshelf edit pride --no-detail ser") == ["Series"])
        // Options that take no value.
        #expect(try await answer("bookshelf edit pride --no-rating=") == [])
        #expect(try await answer("bookshelf edit pride --no-started=t") == [])
    }

    @Test func ofNamesThatDifferOnlyInCaseAndAccentsOneIsOffered() async throws {
        for name in ["Café", "cafe", "Cafeteria"] {
            try await bookshelf.run("add", "On \(name)", "--author", "Ana", "--shelf", name)
        }
        #expect(try await answer("bookshelf list --shelf c").count == 2)
    }

    @Test func wordsOfValuesAndSettings() async throws {
        #expect(try await answer("bookshelf list --status rea") == ["reading", "read"])
        #expect(try await answer("bookshelf list -").contains { $0.hasPrefix("--status\t") })
        #expect(try await answer("bookshelf list --columns id,ti") == ["id,title"])
        #expect(try await answer("bookshelf list --columns st") == ["status", "started"])
        #expect(try await answer("bookshelf list --in notes,a") == ["notes,authors", "notes,all"])
        #expect(try await answer("bookshelf watch --rating n") == ["none"])
        #expect(try await answer("bookshelf list --sort su") == ["surname"])
        #expect(try await answer("bookshelf list --where ra") == ["rating:"])
        #expect(
            try await answer("bookshelf list --where 'dune status:rea") == ["dune status:reading", "dune status:read"])
        #expect(try await answer("bookshelf list --where is:") == ["is:favorites", "is:lent", "is:overdue"])
        #expect(try await answer("bookshelf list --where nosuch:") == [])
        #expect(try await answer("bookshelf settings set sort au") == ["author"])
        #expect(try await answer("bookshelf settings get ") == Settings.all.map(\.name))
        #expect(try await answer("bookshelf edit x --finished t") == ["today"])
        #expect(try await answer("bookshelf lend x --due ") == ["today", "yesterday"])
        #expect(try await answer("bookshelf list --finished ") == ["none", "today", "yesterday"])
        #expect(try await answer("bookshelf completions z") == ["zsh"])
        #expect(try await answer("bookshelf import ") == ["\t"])
    }

    @Test func booksWithOneTitleAreNamedByTheirIdentifiers() async throws {
        try await bookshelf.run("add", "Emma", "--author", "Jane Austen")
        try await bookshelf.run("add", "emma", "--author", "F. W. Kenyon")
        #expect(try await answer("bookshelf show emm").sorted() == ["#\tEmma, Jane Austen", "#\temma, F. W. Kenyon"])
    }

    @Test func aTitleThatLooksLikeAnOptionIsLeftOut() async throws {
        try await bookshelf.run("add", "--author", "A", "--", "--help wanted")
        #expect(try await answer("bookshelf show wanted") == [])
    }

    @Test func theLineAndTheVariablesNameTheLibrary() async throws {
        try await bookshelf.run("add", "Dune", "--author", "Frank Herbert", "--directory", "other books")
        let dune = ["Dune\tFrank Herbert"]
        #expect(try await answer("bookshelf show d") == [])
        #expect(try await answer("bookshelf --directory 'other books' show d") == dune)
        #expect(try await answer("bookshelf show --directory=other\\ books d") == dune)
        #expect(try await answer("bookshelf show --directory ~/other\\ books d") == dune)
        #expect(try await answer("bookshelf show d", variables: ["BOOKSHELF_DIRECTORY": "other books"]) == dune)
        #expect(try await answer("BOOKSHELF_DIRECTORY='other books' bookshelf show d") == dune)
        #expect(try await answer("bookshelf --directory 'other books' --store keyvalue show d") == [])
    }

    @Test func nothingIsWrittenAndNoErrorIsShown() async throws {
        #expect(try await answer("bookshelf show d") == [])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: bookshelf.directory.path).allSatisfy {
                $0.hasPrefix(".input") || $0.hasPrefix(".output") || $0.hasPrefix(".messages")
            })
        #expect(try await answer("bookshelf --store etcd://127.0.0.1:1 show d") == [])
        try await bookshelf.addDune()
        let journal = ".local/share/bookshelf/library.jsonl"
        #expect(try await answer("bookshelf show d") == ["Dune\tFrank Herbert"])
        try Data(bookshelf.contents(of: journal).replacing("Dune", with: "Duna").utf8).write(
            to: bookshelf.directory.appending(path: journal))
        #expect(try await answer("bookshelf show d") == [])
        // Commands and options need no library.
        #expect(
            try await answer("bookshelf rep") == [
                "repair\tSets a damaged library file aside and keeps what is intact."
            ])
        #expect(try await bookshelf.run("completions", "zsh").status == 0)
    }

    @Test func controlCharactersNeverReachTheShell() async throws {
        let list = try bookshelf.file("list.csv", "title,authors\n\"Esc\u{1B}[31m\u{7}\",\"A\u{9B}B\"\n")
        try await bookshelf.run("import", list)
        for shell in Shell.allCases {
            let text = try await answer("bookshelf show esc", in: shell.rawValue).joined()
            #expect(text.contains("Esc"))
            #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\t" })
        }
    }
}
