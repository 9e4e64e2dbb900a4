import Data
import Domain
import Testing

/// What may be where the library should be: nothing, a link, a directory, a file with a mode of its own.
struct LibraryPlaceTests {
    @Test func aNewFileIsForItsOwnerAlone() async throws {
        let file = try TemporaryDirectory().file("library.jsonl")
        try await file.library().books.save(book(1))
        #expect(try file.mode == 0o600)
        try file.compact()
        #expect(try file.mode == 0o600)
    }

    @Test func theModeOfAFileIsKept() async throws {
        let file = try JournalFixture.file()
        try file.setMode(0o640)
        try await file.library().books.save(book(1))
        #expect(try file.mode == 0o640)
        try file.compact()
        #expect(try file.mode == 0o640)
    }

    @Test func directoriesAreMadeWhenSomethingIsWritten() async throws {
        let directory = try TemporaryDirectory()
        let file = directory.file("a/b/library.jsonl")
        #expect(try await file.library().snapshot() == LibrarySnapshot())
        #expect(try directory.names().isEmpty)
        try await file.library().books.save(book(1))
        #expect(try await file.library().books.all() == [book(1)])
        #expect(try directory.file("a").mode == 0o700)
    }

    @Test func nothingElseIsLeftBehind() async throws {
        let directory = try TemporaryDirectory()
        let file = directory.file("library.jsonl")
        try directory.file(".library.jsonl.new-1-2").write("left by a writer that was killed")
        try directory.file(".other.jsonl.new-1-2").write("another's")
        try await file.library().books.save(book(1))
        try file.compact()
        #expect(try directory.names() == [".other.jsonl.new-1-2", "library.jsonl", "library.jsonl.lock"])
    }

    @Test(arguments: ["elsewhere/library.jsonl", "./elsewhere/../elsewhere/library.jsonl"])
    func aLinkIsFollowedAndStaysALink(target: String) async throws {
        let directory = try TemporaryDirectory()
        try directory.file("elsewhere").makeDirectory()
        let real = directory.file("elsewhere/library.jsonl")
        let link = directory.file("library.jsonl")
        try real.write(JournalFixture.text)
        try directory.file("second").makeLink(to: real.path)
        try link.makeLink(to: target)
        for file in [link, directory.file("second")] {
            try await file.library().books.save(book(9))
            #expect(try await real.library().books.find(bookID(9)) == book(9))
            try file.compact()
            try await file.library().books.delete(bookID(9))
            #expect(try await real.library().snapshot() == JournalFixture.snapshot())
        }
        #expect(link.linkTarget == target)
        #expect(try directory.names() == ["elsewhere", "library.jsonl", "second"])
    }

    @Test func aLinkToNothingIsAnEmptyLibrary() async throws {
        let directory = try TemporaryDirectory()
        let link = directory.file("library.jsonl")
        try link.makeLink(to: "elsewhere/real.jsonl")
        #expect(try await link.library().snapshot() == LibrarySnapshot())
        try await link.library().books.save(book(1))
        #expect(link.linkTarget == "elsewhere/real.jsonl")
        #expect(try await directory.file("elsewhere/real.jsonl").library().books.all() == [book(1)])
    }

    @Test(.timeLimit(.minutes(5)))
    func aCircleOfLinksIsAnError() async throws {
        let link = try TemporaryDirectory().file("library.jsonl")
        try link.makeLink(to: "library.jsonl")
        await #expect(throws: LibraryError.self) { try await link.library().snapshot() }
        await #expect(throws: LibraryError.self) { try await link.library().books.save(book(1)) }
        #expect(link.linkTarget == "library.jsonl")
    }

    @Test func aDirectoryIsNoLibrary() async throws {
        let place = try TemporaryDirectory().file("library.jsonl")
        try place.makeDirectory()
        let refusal = LibraryError.store(.notAStore(place: place.path, reason: "it is a directory"))
        await #expect(throws: refusal) { try await place.library().snapshot() }
        await #expect(throws: refusal) { try await place.library().books.save(book(1)) }
    }

    @Test func aFileInPlaceOfADirectoryIsAnError() async throws {
        let directory = try TemporaryDirectory()
        try directory.file("library").write("a file")
        let place = directory.file("library/library.jsonl")
        await #expect(throws: LibraryError.self) { try await place.library().books.all() }
        await #expect(throws: LibraryError.self) { try await place.library().books.save(book(1)) }
        #expect(try directory.file("library").text() == "a file")
    }

    @Test func aFileThatIsRemovedIsAnEmptyLibrary() async throws {
        let directory = try TemporaryDirectory()
        let file = directory.file("library.jsonl")
        try file.write(JournalFixture.text)
        let library = file.library()
        #expect(try await library.snapshot() == JournalFixture.snapshot())
        try file.move(to: directory.path + "/backup.jsonl")
        #expect(try await library.snapshot() == LibrarySnapshot())
        try await library.books.save(book(1))
        #expect(try await file.library().books.all() == [book(1)])
        #expect(try directory.file("backup.jsonl").text() == JournalFixture.text)
    }

    @Test func aFileThatCanOnlyBeReadIsRead() async throws {
        let file = try JournalFixture.file()
        let library = JSONFileLibrary(path: file.path, files: ReadOnlyFiles())
        #expect(try await library.snapshot() == JournalFixture.snapshot())
        #expect(try await library.books.find(bookID(1)) == book(1))
        #expect(try await library.loans.matching(.open(bookID(2))) == [loan(1, of: 2)])
        await #expect {
            try await library.books.save(book(9))
        } throws: { error in
            guard case LibraryError.store(.failed(_, _, let reason)) = error else { return false }
            return reason == "Read-only file system"
        }
        #expect(try await library.snapshot() == JournalFixture.snapshot())
        #expect(try file.text() == JournalFixture.text)
    }
}
