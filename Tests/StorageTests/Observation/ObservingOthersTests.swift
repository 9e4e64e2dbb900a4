import Foundation
import Testing

@testable import Storage

/// What others do with a file reaches those who observe the store in it. A value that never comes is waited for until
/// the time is up.
@Suite("Observing what others change", .timeLimit(.minutes(5)))
struct ObservingOthersTests {
    private static let records = (0...100).map { JournalFixture.record("b\($0)", "Name \($0)") }

    @Test(arguments: WatchedStore.all)
    func aChangeByAnotherInstanceIsSeen(store: WatchedStore) async throws {
        let file = try await store.makeFile(Self.records[1])
        var seen = ObservedRecords(in: store.open(file))
        #expect(try await seen.next() == [Self.records[1]])
        let other = store.open(file)
        try await other.keep(Self.records[2])
        #expect(try await seen.next() == [Self.records[1], Self.records[2]])
        try await other.forget("b1")
        #expect(try await seen.next() == [Self.records[2]])
    }

    /// As soon as it has the present value, whoever observes misses nothing, also while watching only begins.
    @Test(arguments: WatchedStore.all)
    func aChangeMadeAtOnceIsSeen(store: WatchedStore) async throws {
        let file = try await store.makeFile(Self.records[1])
        let other = store.open(file)
        for number in 2...20 {
            var seen = ObservedRecords(in: store.open(file))
            try await other.keep(JournalFixture.record("b1", "Name \(number)"))
            _ = try await seen.next()
            #expect(try await seen.next() == [JournalFixture.record("b1", "Name \(number)")])
        }
    }

    @Test(arguments: WatchedStore.all)
    func ofManyQuickChangesTheLastIsSeenAndNoneTwice(store: WatchedStore) async throws {
        let file = try await store.makeFile(Self.records[1])
        var seen = ObservedRecords(in: store.open(file))
        async let changes: Void = {
            let other = store.open(file)
            for number in 2...100 { try await other.keep(Self.records[number]) }
        }()
        var latest = 0
        while latest < 100 {
            let count = try #require(try await seen.next()).count
            #expect(count > latest)
            latest = count
        }
        try await changes
    }

    @Test(arguments: WatchedStore.all)
    func everyObserverHearsOfIt(store: WatchedStore) async throws {
        let file = try await store.makeFile()
        let opened = store.open(file)
        let observers = (1...20).map { _ in ObservedRecords(in: opened) }
        try await store.open(file).keep(Self.records[1])
        for observer in observers {
            var seen = observer
            #expect(try await seen.next() == [])
            #expect(try await seen.next() == [Self.records[1]])
        }
    }

    @Test(arguments: WatchedStore.all)
    func aFileThatIsRemovedIsAnEmptyStore(store: WatchedStore) async throws {
        let file = try await store.makeFile(Self.records[1])
        var seen = ObservedRecords(in: store.open(file))
        #expect(try await seen.next() == [Self.records[1]])
        try file.remove()
        #expect(try await seen.next() == [])
        try await store.open(file).keep(Self.records[2])
        #expect(try await seen.next() == [Self.records[2]])
    }

    @Test(arguments: WatchedStore.all)
    func aDirectoryThatIsMadeLaterIsSeen(store: WatchedStore) async throws {
        let file = try TemporaryDirectory().file("not/yet/plan")
        var seen = ObservedRecords(in: store.open(file))
        #expect(try await seen.next() == [])
        let other = store.open(file)
        for number in 1...3 {
            try await other.keep(Self.records[number])
            #expect(try await seen.next()?.count == number)
        }
    }

    @Test(arguments: WatchedStore.all)
    func aDirectoryThatIsMovedAwayAndBackIsSeen(store: WatchedStore) async throws {
        let parent = try TemporaryDirectory()
        let (here, away) = (parent.file("here"), parent.file("away"))
        let file = parent.file("here/plan")
        try await store.open(file).keep(Self.records[1])
        var seen = ObservedRecords(in: store.open(file))
        #expect(try await seen.next() == [Self.records[1]])
        try here.move(to: away.path)
        #expect(try await seen.next() == [])
        try await store.open(parent.file("away/plan")).keep(Self.records[2])
        try away.move(to: here.path)
        #expect(try await seen.next() == [Self.records[1], Self.records[2]])
        try here.remove()
        #expect(try await seen.next() == [])
        try await store.open(file).keep(Self.records[3])
        #expect(try await seen.next() == [Self.records[3]])
    }

    @Test(arguments: WatchedStore.all)
    func aLinkIsFollowedWhereverItLeads(store: WatchedStore) async throws {
        let first = try await store.makeFile(Self.records[1])
        let second = try await store.makeFile(Self.records[2])
        let directory = try TemporaryDirectory()
        let (link, middle) = (directory.file("plan"), try TemporaryDirectory().file("middle"))
        try link.makeLink(to: middle.path)
        try middle.makeLink(to: first.path)
        var seen = ObservedRecords(in: store.open(link))
        #expect(try await seen.next() == [Self.records[1]])
        try await store.open(first).keep(Self.records[3])
        #expect(try await seen.next() == [Self.records[1], Self.records[3]])

        let other = directory.file("other")
        try other.makeLink(to: second.path)
        try run("/bin/mv", "-T", other.path, middle.path)
        #expect(try await seen.next() == [Self.records[2]])
        try await store.open(second).keep(Self.records[4])
        #expect(try await seen.next() == [Self.records[2], Self.records[4]])
    }

    @Test(arguments: WatchedStore.all)
    func aFileThatAnotherProcessPutsInPlaceIsSeen(store: WatchedStore) async throws {
        let file = try await store.makeFile(Self.records[1])
        let moved = try await store.makeFile(Self.records[2], Self.records[3])
        let copied = try await store.makeFile(Self.records[4])
        var seen = ObservedRecords(in: store.open(file))
        #expect(try await seen.next() == [Self.records[1]])
        try run("/bin/sh", "-c", "mv \(moved.path) \(file.path)")
        #expect(try await seen.next() == [Self.records[2], Self.records[3]])
        // Truncates the file and writes into it, which for a moment leaves an empty one.
        try run("/bin/sh", "-c", "cp \(copied.path) \(file.path)")
        #expect(try await seen.next() == [Self.records[4]])
    }

    @Test(arguments: WatchedStore.all)
    func damageEndsTheValuesAndObservingAgainWorksAfterRepair(store: WatchedStore) async throws {
        let file = try await store.makeFile(Self.records[1])
        let intact = try file.bytes()
        let opened = store.open(file)
        var seen = ObservedRecords(in: opened)
        #expect(try await seen.next() == [Self.records[1]])
        try file.write("\0")
        await #expect(throws: StorageError.self) { while try await seen.next() != nil {} }
        #expect(try await seen.next() == nil)

        var failed = ObservedRecords(in: opened)
        await #expect(throws: StorageError.self) { try await failed.next() }
        try file.write(intact)
        var again = ObservedRecords(in: opened)
        #expect(try await again.next() == [Self.records[1]])
        try await store.open(file).keep(Self.records[2])
        #expect(try await again.next() == [Self.records[1], Self.records[2]])
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
