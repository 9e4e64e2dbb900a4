import Foundation
import StorageTestSupport
import TestTraits
import Testing

/// `watch` while other processes change the library.
@Suite(.fewAtATime, .endsIfItHangs)
struct WatchTests {
    private let bookshelf: CommandLineProgram

    init() throws { bookshelf = try CommandLineProgram() }

    @Test(arguments: [SIGINT, SIGTERM])
    func changesByAnotherProcessArePrintedUntilInterrupted(_ signal: Int32) async throws {
        let watch = try bookshelf.start("watch", "--json")
        #expect(await watch.line() == "[]")
        try await bookshelf.run("add", "Dune", "--author", "Frank Herbert")
        #expect(await watch.line() == (try await bookshelf.runExactly(["list", "--json"])).output.trimmed)
        try await bookshelf.run("add", "Emma", "--author", "Jane Austen")
        #expect(await watch.line() == (try await bookshelf.runExactly(["list", "--json"])).output.trimmed)
        watch.send(signal)
        #expect(await watch.line() == nil)
        #expect(await watch.status() == 0)
    }

    @Test func takesTheOptionsOfListAndPrintsOnlyChanges() async throws {
        try await bookshelf.run("add", "Dune", "--author", "Frank Herbert", "--quiet")
        let watch = try bookshelf.start("watch", "--status", "read", "austen", "--columns", "id,title,status")
        #expect(await watch.line() == "")
        try await bookshelf.run("add", "Sanditon", "--author", "Jane Austen")
        try await bookshelf.run("add", "Emma", "--author", "Jane Austen", "--status", "read")
        #expect(try #require(await watch.line()).contains("\tEmma\t"))
        #expect(await watch.line() == "")
        try await bookshelf.run("edit", "emma", "--status", "reading")
        #expect(await watch.line() == "")
        watch.send(SIGINT)
        #expect(await watch.status() == 0)
        #expect(try watch.messages() == "No books found.\nNo books found.\n")
    }

    @Test func aClosedPipeEndsItQuietlyWithoutAChange() async throws {
        let watch = try bookshelf.start("watch", "--json", "--quiet")
        #expect(await watch.line() == "[]")
        try watch.stopReading()
        #expect(await watch.status() == 0)
        #expect(try watch.messages() == "")
    }

    @Test func damageToTheLibraryEndsItWithAnError() async throws {
        try await bookshelf.run("add", "Dune", "--author", "Frank Herbert", "--directory", "library")
        let watch = try bookshelf.start("watch", "--json", "--directory", "library")
        #expect(await watch.line() != nil)
        _ = try bookshelf.file("library/library.jsonl", "Dear Ana,\n")
        #expect(await watch.line() == nil)
        #expect(await watch.status() == 74)
        #expect(try watch.messages().contains("\"bookshelf repair --directory library\""))
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .newlines) }
}
