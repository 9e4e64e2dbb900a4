import StorageTestSupport
import Testing

@testable import Storage

extension RecordStoreContractTests {
    @Test(arguments: StorageEngine.shared)
    func aChangeByAnotherProcessIsSeen(engine: StorageEngine) async throws {
        let fixture = try await engine.makeFixture()
        let store = fixture.open()
        try await store.save(.note("a"), .tag("t"))
        let seen = RecordObservation(store, .note)
        #expect(try await seen.next() == [.note("a")])
        // Four of its first five units of work save three notes each; the last note is its ledger.
        let worker = try fixture.startWorker("write", "1", "5")
        let five = try await seen.next { $0.contains { $0.id == "w1-ledger" && $0.text == "5" } }
        #expect(five.count == 1 + 12 + 1)
        #expect(await worker.status() == 0)

        let next = try fixture.startWorker("write", "1", "1")
        let six = try await seen.next { $0.contains { $0.id == "w1-ledger" && $0.text == "6" } }
        #expect(six.count == 1 + 15 + 1)
        #expect(await next.status() == 0)
        #expect(try await store.all(.note) == six)
        #expect(try await store.find("t", of: .tag) == [.tag("t")])
    }

    @Test(arguments: StorageEngine.shared)
    func anotherProcessReadsTheCurrentRecords(engine: StorageEngine) async throws {
        let fixture = try await engine.makeFixture()
        let first = try fixture.startWorker("write", "1", "30")
        #expect(await first.lines().last == "30")
        let store = fixture.open()
        let ledger = try #require(try await store.find("w1-ledger").first)
        #expect(ledger.text == "30")
        try await store.save(.note("a"))
        let second = try fixture.startWorker("write", "1", "1")
        #expect(await second.lines() == ["found 30", "31"])
        #expect(try await store.find("w1-ledger").first?.text == "31")
        #expect(try await store.find("a") == [.note("a")])
    }
}
