import Data
import Domain
import Foundation
import Testing

/// The journal is written anew when more of it is dead than alive, and nobody but the disk notices.
struct CompactionTests {
    /// Large enough that a few make a journal worth compacting.
    private static func title(_ number: Int) -> String {
        "\(number) " + String(repeating: "x", count: 8000)
    }

    @Test func aJournalIsCompactedWhenMostOfItIsDead() async throws {
        let file = try TemporaryDirectory().file("library.jsonl")
        let library = file.library()
        try await library.books.save([book(1), book(2)])
        try await library.books.delete(bookID(2))
        let original = try file.inode
        var largest = 0
        for number in 0..<40 {
            try await library.books.save(book(3, Self.title(number)))
            largest = max(largest, try file.bytes().count)
        }
        #expect(try file.inode != original)
        #expect(largest < 1 << 17)
        #expect(try await file.library().books.all() == [book(1), book(3, Self.title(39))])
        #expect(try !file.text().contains("\(bookID(2))"))
    }

    @Test func aSmallJournalAndOneThatIsAliveAreLeftAlone() async throws {
        let small = try TemporaryDirectory().file("library.jsonl")
        try await small.library().books.save(book(1))
        let alive = try TemporaryDirectory().file("library.jsonl")
        try await alive.library().books.save(book(1))
        let inodes = [try small.inode, try alive.inode]
        for number in 0..<40 {
            try await small.library().books.save(book(1, "Emma \(number)"))
            try await alive.library().books.save(book(number, Self.title(number)))
        }
        #expect(try [small.inode, alive.inode] == inodes)
    }

    @Test func sequencesGoOn() async throws {
        let file = try JournalFixture.file()
        #expect(try file.sequences == Array(7...10))
        try file.compact()
        // One line for each kind of entity, as few as they are.
        #expect(try file.sequences == [11, 12, 13])
        #expect(try file.text().contains(#""first":11,"settled":13"#))
        try await file.library().books.save(book(9))
        #expect(try file.sequences == [11, 12, 13, 14])
        try file.compact()
        try file.compact()
        #expect(try file.sequences == [18, 19, 20])
        #expect(try await file.library().snapshot().books == JournalFixture.snapshot().books + [book(9)])
    }

    /// A line of a compacted journal that is missing can't have been one that was never finished.
    @Test func allOfACompactedJournalIsSettled() async throws {
        let file = try JournalFixture.file()
        try file.compact()
        let bytes = try file.bytes()
        try file.write(bytes.dropLast())
        await #expect {
            _ = try await file.library().snapshot()
        } throws: { error in
            guard case LibraryError.store(.damaged(_, line: 4, _)) = error else { return false }
            return true
        }
    }

    @Test func anEmptyLibraryCanBeCompacted() async throws {
        let file = try TemporaryDirectory().file("library.jsonl")
        let library = file.library()
        try await library.books.save(book(1))
        try await library.books.delete(bookID(1))
        try file.compact()
        #expect(try file.lines().count == 1)
        #expect(try await library.snapshot() == LibrarySnapshot())
        try await library.books.save(book(2))
        #expect(try await file.library().books.all() == [book(2)])
    }

    @Test func anotherInstanceNotices() async throws {
        let file = try JournalFixture.file()
        let other = file.library()
        #expect(try await other.snapshot() == JournalFixture.snapshot())
        try file.compact()
        #expect(try await other.snapshot() == JournalFixture.snapshot())
        try await file.library().books.delete(bookID(1))
        #expect(try await other.books.find(bookID(1)) == nil)
        try file.compact()
        try await other.books.save(book(9))
        #expect(try await file.library().books.all().map(\.id) == [2, 3, 9].map(bookID))
    }

    @Test(.timeLimit(.minutes(5)))
    func whoReadsWhileAnotherCompactsSeesEveryBookAndNothingTwice() async throws {
        let file = try TemporaryDirectory().file("library.jsonl")
        let writer = file.library()
        try await writer.books.save([book(1), book(2, Self.title(0))])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    let reader = file.library()
                    var latest = 0
                    while latest < 60 {
                        let books = try await reader.books.all()
                        try #require(books.map(\.id) == [bookID(1), bookID(2)])
                        let number = try #require(Int(books[1].title.prefix { $0 != " " }))
                        try #require(number >= latest)
                        latest = number
                        // Reading never waits; without this, two readers would keep the writer from two cores.
                        await Task.yield()
                    }
                }
            }
            group.addTask {
                for number in 1...60 { try await writer.books.save(book(2, Self.title(number))) }
            }
            try await group.waitForAll()
        }
    }
}

extension TestFile {
    /// The sequence of each unit of work in a journal.
    fileprivate var sequences: [Int] {
        get throws {
            struct Line: Decodable { let sequence: Int }
            return try lines().dropFirst().map {
                try JSONDecoder().decode(Line.self, from: Foundation.Data($0)).sequence
            }
        }
    }
}
