import Data
import Domain
import Testing

/// A writer that is killed, or a power failure, leaves a last line that was never finished. Nobody was told that it
/// was kept.
struct TornLineTests {
    private static let last = JournalFixture.lines[4]

    /// Every length the last line can have been cut to, which includes all of it but the line feed.
    @Test func aTornLastLineIsDroppedAndCutOffByTheNextWriter() async throws {
        for length in 1..<Self.last.count {
            let whole = Array(JournalFixture.lines[..<4].joined())
            let file = try JournalFixture.file(whole + Self.last.prefix(length))
            let library = file.library()
            let before = try JournalFixture.snapshot(title: "Sanditon")
            try #require(try await library.snapshot() == before, "cut to \(length) bytes")
            // Reading repairs nothing.
            try #require(try file.bytes().count == whole.count + length)

            try await library.books.save(book(9))
            let bytes = try file.bytes()
            try #require(bytes.starts(with: whole) && bytes.lines.count == 5, "cut to \(length) bytes")
            #expect(try await file.library().books.all() == before.books + [book(9)])
        }
    }

    @Test(arguments: [0, 10, 18, 21, 40, last.count - 2])
    func aLastLineWithAWrongChecksumIsDropped(place: Int) async throws {
        var damaged = Self.last
        damaged[place] ^= 1
        let file = try JournalFixture.file(Array(JournalFixture.lines[..<4].joined()) + damaged)
        let library = file.library()
        #expect(try await library.snapshot() == JournalFixture.snapshot(title: "Sanditon"))
        try await library.books.delete(bookID(3))
        #expect(try file.lines().count == 5)
        #expect(try await file.library().books.all().map(\.title) == ["Emma", "Persuasion"])
    }

    @Test func aLineThatIsFinishedLaterIsRead() async throws {
        let whole = Array(JournalFixture.lines[..<4].joined())
        let file = try JournalFixture.file(whole + Self.last.prefix(30))
        let reader = file.library()
        #expect(try await reader.snapshot() == JournalFixture.snapshot(title: "Sanditon"))
        try file.append(Self.last.dropFirst(30))
        #expect(try await reader.snapshot() == JournalFixture.snapshot())
    }

    /// A writer whose sync fails cuts off a line that others may have read, and a third may write there.
    @Test(arguments: ["The Watsons", "The History of England, by a partial, prejudiced and ignorant historian"])
    func aLineThatWasReadAndThenCutOffIsForgotten(title: String) async throws {
        let file = try JournalFixture.file()
        let reader = file.library()
        #expect(try await reader.snapshot() == JournalFixture.snapshot())
        try file.truncate(to: JournalFixture.lines[..<4].joined().count)
        try await file.library().books.save([book(3, title), book(4)])

        #expect(try await reader.books.all().map(\.title) == ["Emma", "Persuasion", title, "Emma"])
        try await reader.books.save(book(5))
        #expect(try await file.library().books.all().map(\.title) == ["Emma", "Persuasion", title, "Emma", "Emma"])
    }

    @Test func whatAnotherWriterPutInPlaceOfATornLineIsRead() async throws {
        let file = try JournalFixture.file(Array(JournalFixture.lines[..<4].joined()) + Array(Self.last.prefix(30)))
        let reader = file.library()
        #expect(try await reader.books.find(bookID(3))?.title == "Sanditon")
        try await file.library().books.save(book(3, "The Watsons"))
        #expect(try await reader.books.find(bookID(3))?.title == "The Watsons")
        try await reader.books.save(book(4))
        #expect(try await file.library().books.all().map(\.title) == ["Emma", "Persuasion", "The Watsons", "Emma"])
    }
}
