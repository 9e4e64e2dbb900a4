import FileTestSupport
import Foundation
import TestTraits
import Testing

@testable import Storage

/// A file is watched only while there are observers.
@Suite("Watching ends with the last subscriber", .fewAtATime, .endsIfItHangs)
struct WatchingEndsTests {
    @Test(arguments: WatchedStore.Means.allCases)
    func nothingKeepsAKeyValueFileAlive(means: WatchedStore.Means) async throws {
        let path = try TemporaryDirectory().file("settings.json").path
        var file: KeyValueFile? = KeyValueFile(path: path, watcher: means.watcher)
        weak let watched = file
        do {
            var values = file?.observe().makeAsyncIterator()
            file = nil
            #expect(await values?.next() == .success([:]))
        }
        // A remaining task would keep the file alive.
        try await yield { watched == nil }
    }

    @Test(arguments: WatchedStore.all)
    func nothingKeepsAStoreAlive(watchedStore: WatchedStore) async throws {
        let folder = try await watchedStore.makeFolder(.note("a"))
        var store: (any RecordStore)? = watchedStore.open(folder)
        weak let watched = store as AnyObject?
        do {
            var updates = store?.observe([.note]).makeAsyncIterator()
            store = nil
            #expect(try await updates?.next()?.get().isComplete == true)
        }
        try await yield { watched == nil }
    }

    #if os(Linux)
    @Test(arguments: StorageEngine.inFiles)
    func theNotificationDescriptorIsClosed(engine: StorageEngine) async throws {
        let watched = WatchedStore(engine: engine, means: .notified)
        let folder = try await watched.makeFolder(.note("a"))
        let store = watched.open(folder)
        #expect(try !folder.isWatched)
        for _ in 1...2 {
            var first: RecordObservation? = RecordObservation(store, .note)
            var second: RecordObservation? = RecordObservation(store, .tag)
            _ = try await (first?.next(), second?.next())
            try await yield { try folder.isWatched }
            first = nil
            #expect(try folder.isWatched)
            second = nil
            try await yield { try !folder.isWatched }
        }
        // An observation that fails at once isn't watched either.
        try watched.file(in: folder).write("\0")
        for await update in store.observe([.note]) { #expect(throws: StorageError.self) { try update.get() } }
        try await yield { try !folder.isWatched }
    }
    #endif
}

#if os(Linux)
extension TestFile {
    /// Whether this process has an inotify descriptor with this directory, as the system lists it.
    var isWatched: Bool {
        get throws {
            let field = "ino:" + String(try inode, radix: 16) + " "
            let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo")
            // A descriptor closed meanwhile can't be read.
            return descriptors.contains { name in
                (try? TestFile(path: "/proc/self/fdinfo/" + name).text())?.split(separator: "\n").contains {
                    $0.hasPrefix("inotify ") && $0.contains(field)
                } ?? false
            }
        }
    }
}
#endif
