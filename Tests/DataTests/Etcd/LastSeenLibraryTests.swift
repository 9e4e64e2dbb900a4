import Domain
import FileTestSupport
import Storage
import TestSupport
import TestTraits
import Testing

@testable import Data

/// A library that observers see at once as it was last seen.
@Suite(.enabled(if: StorageEngine.etcd.obstacle == nil), .fewAtATime, .endsIfItHangs)
struct LastSeenLibraryTests {
    @Test func observersSeeTheLastSeenLibraryAndThenThePresentOne() async throws {
        let location = try await StorageEngine.etcd.makeLibraryLocation()
        let day = Day(daysSince1970: 20_000)
        let books = try ["Dune", "Emma"].enumerated().map { number, title in
            try Book(id: Book.ID(bits: UInt64(number)), draft: BookDraft(title: title, authors: ["Ana"]), added: day)
        }
        try await location.library().books.save(books[0])
        // Reading everything saves a copy.
        _ = try await location.library().snapshot()
        try await location.library().books.save(books[1])

        let cached = StoredLibrary(location.store(), schema: .bookshelf).showingLastSeen()
        var seen = cached.observe().makeAsyncIterator()
        #expect(try await seen.next()?.books == [books[0]])
        #expect(try await seen.next()?.books == books)
        // An old value never follows a newer one.
        var again = cached.observe().makeAsyncIterator()
        #expect(try await again.next()?.books == books)
        try await cached.books.delete(books[0].id)
        #expect(try await seen.next()?.books == [books[1]])
        #expect(try await cached.snapshot().books == [books[1]])
        #expect(try await cached.page(BookQuery(text: "emma"), folding: .caseAndAccents).total == 1)
    }

    @Test func withoutACopyThePresentLibraryIsFirst() async throws {
        let cached = StoredLibrary.inMemory().showingLastSeen()
        var seen = cached.observe().makeAsyncIterator()
        #expect(try await seen.next() == LibrarySnapshot())
    }
}
