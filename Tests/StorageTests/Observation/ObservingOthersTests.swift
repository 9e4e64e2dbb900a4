import FileTestSupport
import TestTraits
import Testing

@testable import Storage

/// Observers see what other processes do with a file, its directory and the links to it.
@Suite("Observing what others do with a file", .fewAtATime, .endsIfItHangs)
struct ObservingOthersTests {
    @Test(arguments: WatchedStore.all)
    func aChangeRightAfterObservingBeginsIsSeen(store: WatchedStore) async throws {
        let folder = try await store.makeFolder(.note("a", "1"))
        let other = store.open(folder)
        for number in 2...10 {
            let seen = RecordObservation(store.open(folder), .note)
            try await other.save(.note("a", "\(number)"))
            #expect(try await seen.next() == [.note("a", "\(number - 1)")])
            #expect(try await seen.next() == [.note("a", "\(number)")])
        }
    }

    @Test(arguments: WatchedStore.all)
    func aRemovedFileIsAnEmptyStore(store: WatchedStore) async throws {
        let folder = try await store.makeFolder(.note("a"))
        let seen = RecordObservation(store.open(folder), .note)
        #expect(try await seen.next() == [.note("a")])
        try store.file(in: folder).remove()
        #expect(try await seen.next() == [])
        try await store.open(folder).save(.note("b"))
        #expect(try await seen.next() == [.note("b")])
    }

    @Test(arguments: WatchedStore.all)
    func aDirectoryCreatedLaterIsSeen(store: WatchedStore) async throws {
        let folder = try TemporaryDirectory().file("not/yet")
        let seen = RecordObservation(store.open(folder), .note)
        #expect(try await seen.next() == [])
        let other = store.open(folder)
        for number in 1...3 {
            try await other.save(.note("n\(number)"))
            #expect(try await seen.next().count == number)
        }
    }

    @Test(arguments: WatchedStore.all)
    func aDirectoryMovedAwayAndBackIsSeen(store: WatchedStore) async throws {
        let parent = try TemporaryDirectory()
        let (here, away) = (parent.file("here"), parent.file("away"))
        try await store.open(here).save(.note("a"))
        let seen = RecordObservation(store.open(here), .note)
        #expect(try await seen.next() == [.note("a")])
        try here.move(to: away.path)
        #expect(try await seen.next() == [])
        try await store.open(away).save(.note("b"))
        try away.move(to: here.path)
        #expect(try await seen.next() == [.note("a"), .note("b")])
        try here.remove()
        #expect(try await seen.next() == [])
        try await store.open(here).save(.note("c"))
        #expect(try await seen.next() == [.note("c")])
    }

    @Test(arguments: WatchedStore.all)
    func aChainOfLinksIsFollowed(store: WatchedStore) async throws {
        let (first, second) = (try await store.makeFolder(.note("a")), try await store.makeFolder(.note("b")))
        let folder = TestFile(path: try TemporaryDirectory().path)
        let (link, middle) = (store.file(in: folder), try TemporaryDirectory().file("middle"))
        try link.makeLink(to: middle.path)
        try middle.makeLink(to: store.file(in: first).path)
        let seen = RecordObservation(store.open(folder), .note)
        #expect(try await seen.next() == [.note("a")])
        try await store.open(first).save(.note("c"))
        #expect(try await seen.next() == [.note("a"), .note("c")])

        let other = TestFile(path: folder.path + "/other")
        try other.makeLink(to: store.file(in: second).path)
        try await run("/bin/mv", "-T", other.path, middle.path)
        #expect(try await seen.next() == [.note("b")])
        try await store.open(second).save(.note("d"))
        #expect(try await seen.next() == [.note("b"), .note("d")])
    }

    @Test(arguments: WatchedStore.all)
    func aFileReplacedByAnotherProcessIsSeen(store: WatchedStore) async throws {
        let folder = try await store.makeFolder(.note("a"))
        let moved = try await store.makeFolder(.note("b"), .note("c"))
        let copied = try await store.makeFolder(.note("d"))
        let seen = RecordObservation(store.open(folder), .note)
        #expect(try await seen.next() == [.note("a")])
        try await run("/bin/mv", store.file(in: moved).path, store.file(in: folder).path)
        #expect(try await seen.next() == [.note("b"), .note("c")])
        // `cp` truncates the file and writes to it, so for a moment it is empty, which may end the updates.
        try await run("/bin/cp", store.file(in: copied).path, store.file(in: folder).path)
        var (latest, found) = (seen, [Sample]())
        while found != [.note("d")] {
            do {
                found = try await latest.next()
            } catch let error as StorageError where error.isDamage {
                latest = RecordObservation(store.open(folder), .note)
            }
        }
    }

    @Test(arguments: WatchedStore.all)
    func damageEndsTheUpdatesAndObservingWorksAgainAfterRepair(store: WatchedStore) async throws {
        let folder = try await store.makeFolder(.note("a"))
        let intact = try store.file(in: folder).bytes()
        let notes = store.open(folder)
        let seen = RecordObservation(notes, .note)
        #expect(try await seen.next() == [.note("a")])
        try store.file(in: folder).write("\0")
        #expect(try await seen.failure()?.isDamage == true)

        #expect(try await RecordObservation(notes, .note).failure()?.isDamage == true)
        try store.file(in: folder).write(intact)
        let again = RecordObservation(notes, .note)
        #expect(try await again.next() == [.note("a")])
        try await store.open(folder).save(.note("b"))
        #expect(try await again.next() == [.note("a"), .note("b")])
    }
}

extension StorageError {
    fileprivate var isDamage: Bool {
        guard case .damaged = self else { return false }
        return true
    }
}
