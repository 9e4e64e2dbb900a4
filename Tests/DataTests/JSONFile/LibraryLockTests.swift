import Domain
import Testing

@testable import Data

/// Who writes holds a lock; who reads waits for nobody.
struct LibraryLockTests {
    @Test func whoWaitsTooLongForTheLockIsToldSo() async throws {
        let file = try JournalFixture.file()
        let library = JSONFileLibrary(path: file.path, patience: .milliseconds(1))
        var holder: OpenFile? = try OpenFile(file.path + ".lock", .create, files: POSIXFiles())
        #expect(try holder?.tryLock() == true)
        let busy = LibraryError.store(.busy(place: file.path + ".lock", seconds: 0))
        await #expect(throws: busy) { try await library.books.save(book(9)) }
        await #expect(throws: busy) {
            try await library.perform { _ throws(LibraryError) in Issue.record("ran without the lock") }
        }
        #expect(try file.text() == JournalFixture.text)
        #expect(try await library.snapshot() == JournalFixture.snapshot())

        holder = nil
        try await library.books.save(book(9))
        #expect(try await file.library().books.find(bookID(9)) == book(9))
    }

    @Test func theLockIsFreeAgainAfterAUnitOfWorkThatThrew() async throws {
        let file = try JournalFixture.file()
        let library = file.library()
        for _ in 0..<3 {
            await #expect(throws: LibraryError.lending(.noName)) {
                try await library.perform { _ throws(LibraryError) in throw .lending(.noName) }
            }
        }
        try await JSONFileLibrary(path: file.path, patience: .zero).books.save(book(9))
        #expect(try await library.books.find(bookID(9)) == book(9))
    }

    @Test func aLinkAndItsTargetHaveOneLock() async throws {
        let directory = try TemporaryDirectory()
        let file = directory.file("real.jsonl")
        try file.write(JournalFixture.text)
        try directory.file("link.jsonl").makeLink(to: "real.jsonl")
        let holder = try OpenFile(file.path + ".lock", .create, files: POSIXFiles())
        #expect(try holder.tryLock())
        await #expect(throws: LibraryError.store(.busy(place: file.path + ".lock", seconds: 0))) {
            try await JSONFileLibrary(path: directory.file("link.jsonl").path, patience: .zero).books.save(book(9))
        }
        withExtendedLifetime(holder) {}
    }
}
