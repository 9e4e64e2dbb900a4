import Foundation
import Testing

@testable import Storage

/// A file is watched while someone observes, and not a moment longer than it takes to stop.
@Suite("Watching ends with the last subscriber", .timeLimit(.minutes(5)))
struct WatchingEndsTests {
    @Test(arguments: WatchedStore.Means.allCases)
    func nothingKeepsTheStoreAlive(means: WatchedStore.Means) async throws {
        let file = try TemporaryDirectory().file("plan.jsonl")
        var store: LocalRecordStore<Journal>? = .journal(
            path: file.path, format: JournalFixture.format, watcher: means.watcher)
        weak let watched = store?.file
        do {
            var records = store?.observe([JournalFixture.beds]).makeAsyncIterator()
            store = nil
            _ = await records?.next()
            // The observer does.
            #expect(watched != nil)
        }
        // Were a task left, it would hold what it watches for.
        try await waitUntil { watched == nil }
    }

    #if os(Linux)
    @Test(arguments: WatchedStore.Kind.allCases)
    func noDescriptorIsLeft(kind: WatchedStore.Kind) async throws {
        let store = WatchedStore(kind: kind, means: .notified)
        let file = try await store.makeFile(JournalFixture.roses)
        let directory = TestFile(path: (file.path as NSString).deletingLastPathComponent)
        let opened = store.open(file)
        #expect(try !directory.isWatched)
        for _ in 1...2 {
            let first = Task { for await _ in opened.observe([JournalFixture.beds]) {} }
            let second = Task { for await _ in opened.observe([JournalFixture.plants]) {} }
            try await waitUntil { try directory.isWatched }
            first.cancel()
            await first.value
            #expect(try directory.isWatched)
            second.cancel()
            await second.value
            try await waitUntil { try !directory.isWatched }
        }
        // What failed at once is not watched, either.
        try file.write("\0")
        for await update in opened.observe([JournalFixture.beds]) {
            #expect(throws: StorageError.self) { try update.get() }
        }
        #expect(try !directory.isWatched)
    }
    #endif
}

/// Waits for what is about to happen, until the test's time limit cancels it.
private func waitUntil(_ condition: () throws -> Bool) async throws {
    while try !condition() {
        try Task.checkCancellation()
        await Task.yield()
    }
}

#if os(Linux)
extension TestFile {
    /// Whether this process has an inotify descriptor with this directory, as the system lists it.
    fileprivate var isWatched: Bool {
        get throws {
            let mark = "ino:" + String(try inode, radix: 16) + " "
            let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo")
            // One that was closed in the meantime can't be read.
            return descriptors.contains { name in
                (try? TestFile(path: "/proc/self/fdinfo/" + name).text())?.split(separator: "\n").contains {
                    $0.hasPrefix("inotify ") && $0.contains(mark)
                } ?? false
            }
        }
    }
}
#endif
