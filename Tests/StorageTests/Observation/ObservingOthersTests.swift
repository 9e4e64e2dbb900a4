import Data
import Domain
import Foundation
import Testing

/// What others do with a file reaches those who observe the library in it. A value that never comes is waited for until
/// the time is up.
@Suite("Observing what others change", .timeLimit(.minutes(5)))
struct ObservingOthersTests {
    @Test(arguments: WatchedStore.all)
    func aChangeByAnotherInstanceIsSeen(store: WatchedStore) async throws {
        let file = try await store.makeFile([book(1)])
        var seen = store.open(file).books.observe().makeAsyncIterator()
        #expect(try await seen.next() == [book(1)])
        let other = store.open(file)
        try await other.books.save(book(2))
        #expect(try await seen.next() == [book(1), book(2)])
        try await other.books.delete(bookID(1))
        #expect(try await seen.next() == [book(2)])
    }

    /// As soon as it has the present value, whoever observes misses nothing, also while watching only begins.
    @Test(arguments: WatchedStore.all)
    func aChangeMadeAtOnceIsSeen(store: WatchedStore) async throws {
        let file = try await store.makeFile([book(1)])
        let other = store.open(file)
        for number in 2...20 {
            var seen = store.open(file).books.observe().makeAsyncIterator()
            try await other.books.save(book(1, "Title \(number)"))
            _ = try await seen.next()
            #expect(try await seen.next() == [book(1, "Title \(number)")])
        }
    }

    @Test(arguments: WatchedStore.all)
    func ofManyQuickChangesTheLastIsSeenAndNoneTwice(store: WatchedStore) async throws {
        let file = try await store.makeFile([book(1)])
        let seen = store.open(file).books.observe()
        async let changes: Void = {
            let other = store.open(file)
            for number in 2...100 { try await other.books.save(book(number)) }
        }()
        var latest = 0
        for try await books in seen {
            #expect(books.count > latest)
            latest = books.count
            if latest == 100 { break }
        }
        try await changes
    }

    @Test(arguments: WatchedStore.all)
    func everySubscriberHearsOfIt(store: WatchedStore) async throws {
        let file = try await store.makeFile()
        let library = store.open(file)
        let subscribers = (1...20).map { _ in library.books.observe() }
        try await store.open(file).books.save(book(1))
        for subscriber in subscribers {
            var seen = subscriber.makeAsyncIterator()
            #expect(try await seen.next() == [])
            #expect(try await seen.next() == [book(1)])
        }
    }

    @Test(arguments: WatchedStore.all)
    func aFileThatIsRemovedIsAnEmptyLibrary(store: WatchedStore) async throws {
        let file = try await store.makeFile([book(1)])
        var seen = store.open(file).books.observe().makeAsyncIterator()
        #expect(try await seen.next() == [book(1)])
        try file.remove()
        #expect(try await seen.next() == [])
        try await store.open(file).books.save(book(2))
        #expect(try await seen.next() == [book(2)])
    }

    @Test(arguments: WatchedStore.all)
    func aDirectoryThatIsMadeLaterIsSeen(store: WatchedStore) async throws {
        let file = try TemporaryDirectory().file("not/yet/library")
        var seen = store.open(file).books.observe().makeAsyncIterator()
        #expect(try await seen.next() == [])
        let other = store.open(file)
        for number in 1...3 {
            try await other.books.save(book(number))
            #expect(try await seen.next()?.count == number)
        }
    }

    @Test(arguments: WatchedStore.all)
    func aDirectoryThatIsMovedAwayAndBackIsSeen(store: WatchedStore) async throws {
        let parent = try TemporaryDirectory()
        let (here, away) = (parent.file("here"), parent.file("away"))
        let file = parent.file("here/library")
        try await store.open(file).books.save(book(1))
        var seen = store.open(file).books.observe().makeAsyncIterator()
        #expect(try await seen.next() == [book(1)])
        try here.move(to: away.path)
        #expect(try await seen.next() == [])
        try await store.open(parent.file("away/library")).books.save(book(2))
        try away.move(to: here.path)
        #expect(try await seen.next() == [book(1), book(2)])
        try here.remove()
        #expect(try await seen.next() == [])
        try await store.open(file).books.save(book(3))
        #expect(try await seen.next() == [book(3)])
    }

    @Test(arguments: WatchedStore.all)
    func aLinkIsFollowedWhereverItLeads(store: WatchedStore) async throws {
        let first = try await store.makeFile([book(1)])
        let second = try await store.makeFile([book(2)])
        let directory = try TemporaryDirectory()
        let (link, middle) = (directory.file("library"), try TemporaryDirectory().file("middle"))
        try link.makeLink(to: middle.path)
        try middle.makeLink(to: first.path)
        var seen = store.open(link).books.observe().makeAsyncIterator()
        #expect(try await seen.next() == [book(1)])
        try await store.open(first).books.save(book(3))
        #expect(try await seen.next() == [book(1), book(3)])

        let other = directory.file("other")
        try other.makeLink(to: second.path)
        try run("/bin/mv", "-T", other.path, middle.path)
        #expect(try await seen.next() == [book(2)])
        try await store.open(second).books.save(book(4))
        #expect(try await seen.next() == [book(2), book(4)])
    }

    @Test(arguments: WatchedStore.all)
    func aFileThatAnotherProcessPutsInPlaceIsSeen(store: WatchedStore) async throws {
        let file = try await store.makeFile([book(1)])
        let moved = try await store.makeFile([book(2), book(3)])
        let copied = try await store.makeFile([book(4)])
        var seen = store.open(file).books.observe().makeAsyncIterator()
        #expect(try await seen.next() == [book(1)])
        try run("/bin/sh", "-c", "mv \(moved.path) \(file.path)")
        #expect(try await seen.next() == [book(2), book(3)])
        // Truncates the file and writes into it, which for a moment leaves an empty one.
        try run("/bin/sh", "-c", "cp \(copied.path) \(file.path)")
        #expect(try await seen.next() == [book(4)])
    }

    @Test(arguments: WatchedStore.all)
    func damageEndsTheValuesAndObservingAgainWorksAfterRepair(store: WatchedStore) async throws {
        let file = try await store.makeFile([book(1)])
        let intact = try file.bytes()
        let library = store.open(file)
        var seen = library.books.observe().makeAsyncIterator()
        #expect(try await seen.next() == [book(1)])
        try file.write("\0")
        await #expect(throws: LibraryError.self) { while try await seen.next() != nil {} }
        #expect(try await seen.next() == nil)

        var failed = library.books.observe().makeAsyncIterator()
        await #expect(throws: LibraryError.self) { try await failed.next() }
        try file.write(intact)
        var again = library.books.observe().makeAsyncIterator()
        #expect(try await again.next() == [book(1)])
        try await store.open(file).books.save(book(2))
        #expect(try await again.next() == [book(1), book(2)])
    }
}

extension TestFile {
    fileprivate func remove() throws {
        try FileManager.default.removeItem(atPath: path)
    }
}

/// Runs a program to its end.
private func run(_ program: String, _ arguments: String...) throws {
    let process = try Process.run(URL(fileURLWithPath: program), arguments: arguments)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
}
