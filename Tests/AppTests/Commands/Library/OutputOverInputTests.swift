import Foundation
import TestTraits
import Testing

/// No command writes over a file of a library or over its own input, however the path is spelled.
@Suite(.fewAtATime, .endsIfItHangs)
struct OutputOverInputTests {
    private let bookshelf: CommandLineProgram
    private var folder: URL { bookshelf.directory.appending(path: "home") }

    init() throws { bookshelf = try CommandLineProgram() }

    /// All files of the folder, with their contents.
    private func contents() throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return try Dictionary(
            uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: folder.appending(path: $0))) })
    }

    private func expectRefusal(
        _ arguments: String..., input: String = "", because reason: String = "it is a file of a library",
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let before = try contents()
        let outcome = try await bookshelf.runExactly(arguments + ["--directory", "home"], input: Data(input.utf8))
        #expect(outcome.status == 64, sourceLocation: sourceLocation)
        #expect(outcome.messages.hasPrefix("bookshelf: can't write to "), sourceLocation: sourceLocation)
        #expect(outcome.messages.contains(": \(reason)"), "\(outcome.messages)", sourceLocation: sourceLocation)
        #expect(try contents() == before, sourceLocation: sourceLocation)
    }

    /// Runs the program by a command line of a shell.
    private func run(_ command: String) async throws -> CommandLineProgram.Outcome {
        try await bookshelf.run(try bookshelf.shell("\"$0\" \(command)"))
    }

    /// A library in both stores that use files, with settings, a cached answer and a damaged copy.
    private func fill() async throws {
        for store in ["file", "keyvalue"] {
            try await bookshelf.run("add", "Dune", "--author", "X", "--store", store, "--directory", "home")
        }
        try await bookshelf.run("settings", "set", "sort", "author", "--directory", "home")
        for name in ["catalog.json", "cluster.copy", "library.jsonl.damaged-1"] {
            _ = try bookshelf.file("home/\(name)", "kept")
        }
        _ = try bookshelf.file("list.csv", "title,authors\nEmma,X\n")
    }

    @Test func everyFileInTheFolderIsSafe() async throws {
        try await fill()
        let names = try contents().keys.sorted()
        #expect(names.count > 5)
        for name in names {
            try await expectRefusal("export", "home/\(name)")
            try await expectRefusal("backup", "home/\(name)")
            try await expectRefusal("import", "list.csv", "--rejects", "home/\(name)")
        }
    }

    @Test func everyPathThatLeadsThereIsRefused() async throws {
        try await fill()
        let manager = FileManager.default
        let path = { (name: String) in self.bookshelf.directory.appending(path: name).path }
        try manager.createSymbolicLink(atPath: path("link"), withDestinationPath: "home/library.jsonl")
        try manager.createSymbolicLink(atPath: path("folder"), withDestinationPath: "home")
        try manager.linkItem(atPath: path("home/library.jsonl"), toPath: path("hard"))
        let paths = [
            "link", "folder/library.jsonl", "hard", "./home/../home//library.jsonl", path("home/library.jsonl"),
            "home/LIBRARY.jsonl.damaged-7",
        ]
        for path in paths {
            try await expectRefusal("export", path)
            try await expectRefusal("backup", path)
        }
        // Another library, seen from this one.
        try await bookshelf.run("add", "Dune", "--author", "X", "--directory", "other")
        try await expectRefusal("export", "other/library.jsonl")
    }

    /// A shell has opened the file, but nothing is written to it.
    @Test func standardOutputIsNoFileOfALibrary() async throws {
        try await fill()
        for command in ["list", "show dune", "stats", "backup -", "loans"] {
            let before = try contents()
            let outcome = try await run("\(command) --directory home >>home/library.jsonl")
            #expect(outcome.status == 64)
            #expect(outcome.messages == "bookshelf: can't write to standard output: it is a file of a library\n")
            #expect(try contents() == before)
        }
    }

    @Test func standardOutputIsNotTheInput() async throws {
        try await fill()
        try await bookshelf.run("backup", "backup", "--directory", "home")
        for command in ["import list.csv --rows", "import list.csv --json", "restore backup --json"] {
            let file = try #require(command.split(separator: " ").dropFirst().first)
            let before = try bookshelf.contents(of: "\(file)")
            let outcome = try await run("\(command) --directory other >>\(file)")
            #expect(outcome.status == 64)
            #expect(outcome.messages == "bookshelf: can't write to standard output: it is the input\n")
            #expect(try bookshelf.contents(of: "\(file)") == before)
        }
    }

    @Test func filesThatDoNotExistYetAreSafe() async throws {
        try await fill()
        for name in ["settings.json", "library.json"] {
            try FileManager.default.removeItem(at: folder.appending(path: name))
            try await expectRefusal("export", "home/\(name)")
        }
        #expect(try await bookshelf.run("export", "home/books.json", "--directory", "home").status == 0)
    }

    @Test func theInputIsSafe() async throws {
        try await fill()
        try FileManager.default.createSymbolicLink(
            atPath: bookshelf.directory.appending(path: "link.csv").path, withDestinationPath: "list.csv")
        for path in ["list.csv", "./list.csv", "link.csv"] {
            try await expectRefusal("import", "list.csv", "--rejects", path, because: "it is the input")
        }
        #expect(try bookshelf.contents(of: "list.csv") == "title,authors\nEmma,X\n")
    }

    @Test func rejectedRowsGoOnlyToANewFile() async throws {
        try await fill()
        let list = try bookshelf.file("list.csv", "title,author\nEmma,X\n,Y\n")
        _ = try bookshelf.file("letter.txt", "Dear Ana")
        try await expectRefusal("import", list, "--rejects", "letter.txt", because: "it exists already")
        #expect(try bookshelf.contents(of: "letter.txt") == "Dear Ana")
        let rejects = try bookshelf.file("empty.csv", "")
        #expect(try await bookshelf.run("import", list, "--rejects", rejects).status == 65)
        #expect(try bookshelf.contents(of: rejects) == "title,author\n,Y\n")
        #expect(try await bookshelf.run("import", list, "--rejects", "/dev/null").status == 65)
        // No file is written if no row is rejected.
        let valid = try bookshelf.file("valid.csv", "title,author\nEmma,X\n")
        #expect(try await bookshelf.run("import", valid, "--rejects", "none.csv").status == 0)
        #expect(throws: (any Error).self) { try bookshelf.contents(of: "none.csv") }
    }
}
