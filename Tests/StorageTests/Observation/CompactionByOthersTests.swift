import Domain
import Testing

@testable import Data

@Suite("Observing while others compact", .timeLimit(.minutes(5)))
struct CompactionByOthersTests {
    @Test(arguments: WatchedStore.Means.allCases)
    func compactionIsNoNewValueAndHidesNone(means: WatchedStore.Means) async throws {
        let store = WatchedStore(kind: .journal, means: means)
        let file = try await store.makeFile([book(1), book(2)])
        let other = store.open(file)
        var seen = store.open(file).books.observe().makeAsyncIterator()
        #expect(try await seen.next() == [book(1), book(2)])
        for number in 3...10 {
            let inode = try file.inode
            var journal = Journal(path: file.path, files: POSIXFiles())
            try journal.refresh()
            try journal.compact()
            #expect(try file.inode != inode)
            try await other.books.save(book(1, "Title \(number)"))
            #expect(try await seen.next() == [book(1, "Title \(number)"), book(2)])
        }
    }
}
