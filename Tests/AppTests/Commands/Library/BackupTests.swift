import Foundation
import TestTraits
import Testing

/// `backup` and `restore` as a user runs them.
@Suite(.fewAtATime, .endsIfItHangs)
struct BackupTests {
    private let bookshelf: CommandLineProgram

    init() throws { bookshelf = try CommandLineProgram() }

    private typealias Outcome = CommandLineProgram.Outcome

    private func fill() async throws {
        for title in ["Dune", "Emma"] { try await bookshelf.run("add", title, "--author", "X") }
        try await bookshelf.run("lend", "dune", "--to", "Ana")
        try await bookshelf.run("return", "dune")
        try await bookshelf.run("lend", "emma", "--to", "Ana")
    }

    @Test func everythingComesBack() async throws {
        try await fill()
        #expect(
            try await bookshelf.run("backup", "all.backup")
                == Outcome(messages: "Wrote \(counted("2 books", "1 person", "2 loans")) to all.backup.\n"))
        let attributes = try FileManager.default.attributesOfItem(
            atPath: bookshelf.directory.appending(path: "all.backup").path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let backup = try bookshelf.contents(of: "all.backup")
        let written = try await bookshelf.run("backup", "all.backup", "--json", "--quiet")
        let inJSON = countedInJSON(#""books":2"#, #""people":1"#, #""loans":2"#)
        #expect(written == Outcome(output: #"{"file":"all.backup","# + inJSON.dropFirst() + "\n"))
        for store in ["file", "keyvalue"] {
            let target = ["--store", store, "--directory", "copy-\(store)"]
            #expect(
                try await bookshelf.runExactly(target + ["restore", "all.backup"])
                    == Outcome(messages: "Restored \(counted("2 books", "1 person", "2 loans")).\n"))
            #expect(try await bookshelf.runExactly(target + ["backup", "-"]).output == backup)
            for command in [["list"], ["people"], ["loans", "--all"]] {
                let original = try await bookshelf.runExactly(command)
                #expect(try await bookshelf.runExactly(target + command) == original)
            }
        }
        #expect(
            try await bookshelf.run("restore", "-", "--json", "--directory", "piped", input: backup)
                == Outcome(
                    output: countedInJSON(#""books":2"#, #""people":1"#, #""loans":2"#) + "\n",
                    messages: "Restored \(counted("2 books", "1 person", "2 loans")).\n"))
        #expect(try await bookshelf.run("restore", "all.backup", "--store", "memory", "--quiet") == Outcome())
    }

    @Test func recordsOfANewerVersionAreBackedUpFromAKeyValueFile() async throws {
        try await bookshelf.run("add", "Dune", "--author", "X", "--store", "keyvalue", "--directory", "here")
        let text = try bookshelf.contents(of: "here/library.json").replacing(#/  "checksum".*\n/#, with: "")
        let pledge = #"{"id":"p1","to":"Ana"}"#
        _ = try bookshelf.file(
            "here/library.json", text.replacing("\n}", with: ",\n  \"pledge.p1\": \(pledge)\n}"))
        let backup = try await bookshelf.run("backup", "x.backup", "--store", "keyvalue", "--directory", "here")
        #expect(backup.status == 0)
        #expect(try await bookshelf.run("restore", "x.backup", "--directory", "copy").status == 0)
        #expect(try await bookshelf.run("list", "--directory", "copy").output.contains("\tDune\t"))
        #expect(try bookshelf.contents(of: "copy/library.jsonl").contains("\"pledges\":[\(pledge)]"))
    }

    @Test func aCopyOfABackupIsALibrary() async throws {
        try await fill()
        let list = try await bookshelf.run("list").output
        let backup = try await bookshelf.runExactly(["backup", "-"]).output
        try FileManager.default.createDirectory(
            at: bookshelf.directory.appending(path: "copy"), withIntermediateDirectories: false)
        _ = try bookshelf.file("copy/library.jsonl", backup)
        #expect(try await bookshelf.run("list", "--directory", "copy").output == list)
        #expect(try await bookshelf.run("return", "emma", "--directory", "copy").status == 0)
        #expect(try await bookshelf.run("repair", "--directory", "copy").messages.hasPrefix("Nothing is damaged"))
    }

    @Test func anExistingBackupIsReplaced() async throws {
        try await bookshelf.run("backup", "all.backup")
        try await fill()
        #expect(try await bookshelf.run("backup", "all.backup").status == 0)
        #expect(try await bookshelf.run("restore", "all.backup", "--directory", "copy").status == 0)
    }

    @Test func aLibraryWithOtherContentsIsRefused() async throws {
        try await fill()
        try await bookshelf.run("backup", "all.backup")
        #expect(try await bookshelf.run("restore", "all.backup").status == 0)
        try await bookshelf.run("edit", "emma", "--rating", "3")
        let before = try await bookshelf.run("list", "--json").output
        let outcome = try await bookshelf.run("restore", "all.backup")
        #expect(outcome.status == 1)
        #expect(
            outcome.messages == """
                bookshelf: the library is in use: one of its books, #, isn't in the backup, or is different there
                  name another folder with --directory, or move this library's files away first

                """)
        #expect(try await bookshelf.run("list", "--json").output == before)
    }

    @Test func aDamagedBackupIsRefusedBeforeAnythingIsWritten() async throws {
        try await fill()
        let backup = try await bookshelf.runExactly(["backup", "-"]).output
        let damaged = [
            (backup.replacing("Dune", with: "Tune"), 2), (String(backup.dropLast(2)), backup.count { $0 == "\n" }),
            (String(backup.prefix(100)), 2),
            ("title,authors\nA,B\n", 1), ("", 1),
        ]
        for (contents, line) in damaged {
            let outcome = try await bookshelf.run(
                "restore", try bookshelf.file("bad.backup", contents), "--directory", "copy")
            #expect(outcome.status == 65)
            #expect(outcome.messages.hasPrefix("bookshelf: can't restore bad.backup, line \(line): "))
            // A first line that no backup has may be that of a list.
            #expect(outcome.messages.contains("\n  for a list of books, see") == (line == 1), "\(outcome.messages)")
        }
        let missing = try await bookshelf.run("restore", "missing", "--directory", "copy")
        #expect(missing == Outcome(messages: "bookshelf: can't read missing: No such file or directory\n", status: 66))
        #expect(!FileManager.default.fileExists(atPath: bookshelf.directory.appending(path: "copy").path))
    }

    @Test func anExportSaysWhatItLeavesOut() async throws {
        try await bookshelf.run("add", "Dune", "--author", "X")
        #expect(try await bookshelf.run("export", "-").messages == "")
        try await bookshelf.run("lend", "dune", "--to", "Ana")
        let message = "Left out 1 person and 1 loan; \"bookshelf backup\" keeps everything.\n"
        #expect(try await bookshelf.run("export", "-").messages == message)
        #expect(try await bookshelf.run("export", "x.csv").messages == "Wrote 1 book to x.csv.\n" + message)
        #expect(try await bookshelf.run("export", "-", "--quiet").messages == "")
    }

    @Test func anExportForOtherProgramsSaysWhatItCannotHold() async throws {
        try await bookshelf.run("add", "Emma", "--author", "Jane Austen")
        #expect(try await bookshelf.run("export", "--format", "goodreads").messages == "")
        try await bookshelf.run(
            "edit", "emma", "--started", "2024-01-02", "--favorite", "--notes", "A gift", "--detail", "Binding=paper",
            "--detail", "Series=none")
        let outcome = try await bookshelf.run("export", "--format", "goodreads")
        #expect(outcome.output.hasPrefix("Book Id,Title,Author,"))
        #expect(
            outcome.messages == """
                The format has no room for start days (1), other details (1).
                Notes are in the column "My Review": a site that imports them may show them to others.

                """)
    }
}
