import Testing

@testable import Storage

@Suite("Observing while others compact", .timeLimit(.minutes(5)))
struct CompactionByOthersTests {
    @Test(arguments: WatchedStore.Means.allCases)
    func compactionChangesNothingAndHidesNothing(means: WatchedStore.Means) async throws {
        let store = WatchedStore(kind: .journal, means: means)
        let file = try await store.makeFile(JournalFixture.roses, JournalFixture.herbs)
        let other = store.open(file)
        var seen = ObservedRecords(in: store.open(file))
        #expect(try await seen.next() == [JournalFixture.roses, JournalFixture.herbs])
        for number in 3...10 {
            let before = try file.text()
            try file.compact()
            #expect(try file.text() != before)
            let record = JournalFixture.record("b1", "Name \(number)")
            try await other.keep(record)
            #expect(try await seen.nextDifferent() == [record, JournalFixture.herbs])
        }
    }
}
