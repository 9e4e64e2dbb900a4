import Foundation
import TestTraits
import Testing

/// Imports that fail midway, change nothing, or never end.
@Suite(.fewAtATime, .endsIfItHangs)
struct ImportLimitsTests {
    private let bookshelf: CommandLineProgram

    init() throws { bookshelf = try CommandLineProgram() }

    /// A limit on the size of files simulates a full disk.
    @Test func anImportThatFailsSaysHowManyRowsAreDone() async throws {
        let rows = (1...1200).map { "Title \($0),Author \($0)\n" }.joined()
        // Rejected at once, and so done.
        let rejected = "Without an author,\n"
        let list = try bookshelf.file("list.csv", "title,author\n" + rows + rejected)
        let outcome = try await bookshelf.run(try bookshelf.shell(#"ulimit -f 300; exec "$0" import \#(list)"#))
        #expect(outcome.status == 74)
        #expect(outcome.messages.hasPrefix("bookshelf: can't write "))
        let (_, done) = try #require(
            try outcome.messages.firstMatch(
                of: Regex(
                    #"\n  done: (\d+) of 1201 rows; run the command again"#,
                    as: (Substring, Substring).self))?.output)
        let books = try await bookshelf.run("list").output.split(separator: "\n")
        #expect(Int(done) == books.count + 1)
        #expect(books.count > 0)
        #expect(books.count < 1200)
        #expect(try await bookshelf.run("import", list).status == 65)
        #expect(try await bookshelf.run("list").output.split(separator: "\n").count == 1200)
    }

    @Test(arguments: ["file", "keyvalue"]) func aDryRunLeavesNothingBehind(store: String) async throws {
        let list = try bookshelf.file("list.csv", "title,author\nEmma,X\n,Y\n")
        let target = ["--store", store, "--directory", "new/home"]
        let outcome = try await bookshelf.runExactly(target + ["import", list, "--dry-run"])
        #expect(outcome.messages.contains("Would add 1 book; 0 updated, 0 merged, 0 skipped, 1 rejected"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: bookshelf.directory.path) == ["list.csv"])
        // The report is that of a real import.
        try await bookshelf.run("add", "Emma", "--author", "X", "--store", store, "--directory", "new/home")
        let second = try await bookshelf.runExactly(target + ["import", list, "--dry-run"])
        #expect(second.messages.contains("Would add 0 books; 0 updated, 0 merged, 1 skipped, 1 rejected"))
    }

    @Test(arguments: ["import", "restore"]) func inputWithoutEndIsRefused(command: String) async throws {
        for (file, name) in [("/dev/zero", "/dev/zero"), ("- </dev/zero", "standard input")] {
            let outcome = try await bookshelf.run(try bookshelf.shell(#"exec "$0" \#(command) \#(file)"#))
            #expect(outcome.status == 66)
            #expect(
                outcome.messages == "bookshelf: can't read \(name): it is larger than 512 MB, the most that is read\n")
        }
    }
}
