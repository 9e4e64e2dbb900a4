import FileTestSupport
import TestTraits
import Testing

@testable import Storage

@Suite("Observing while others compact", .fewAtATime, .endsIfItHangs)
struct CompactionByOthersTests {
    @Test(arguments: WatchedStore.Means.allCases)
    func compactionChangesNothingAndHidesNothing(means: WatchedStore.Means) async throws {
        let store = WatchedStore(engine: .journal, means: means)
        let folder = try await store.makeFolder(.note("a"), .note("b"))
        let file = store.file(in: folder)
        let other = store.open(folder)
        let seen = RecordObservation(store.open(folder), .note)
        #expect(try await seen.next() == [.note("a"), .note("b")])
        for number in 3...10 {
            let before = try file.text()
            var journal = Journal(path: file.path, format: "sample-notes", files: POSIXFiles())
            try journal.refresh()
            try journal.compact()
            #expect(try file.text() != before)
            try await other.save(.note("a", "\(number)"))
            #expect(
                try await seen.next { $0.contains(.note("a", "\(number)")) } == [.note("a", "\(number)"), .note("b")])
        }
    }
}
