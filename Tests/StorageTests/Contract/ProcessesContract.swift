import StorageTestSupport
import Testing

@testable import Storage

extension RecordStoreContractTests {
    @Test(arguments: StorageEngine.shared)
    func aChangeByAnotherProcessIsSeen(engine: StorageEngine) async throws {
        let place = try await engine.makePlace()
        let store = place.open()
        try await store.save(.note("a"), .tag("t"))
        let seen = RecordObservation(store, .note)
        #expect(try await seen.next() == [.note("a")])
        // Of its first five units four save three notes each; and there is its ledger.
        let worker = try place.startWorker("write", "1", "5")
        let five = try await seen.next { $0.contains { $0.id == "w1-ledger" && $0.text == "5" } }
        #expect(five.count == 1 + 12 + 1)
        #expect(await worker.status() == 0)

        let next = try place.startWorker("write", "1", "1")
        let six = try await seen.next { $0.contains { $0.id == "w1-ledger" && $0.text == "6" } }
        #expect(six.count == 1 + 15 + 1)
        #expect(await next.status() == 0)
        #expect(try await store.all(.note) == six)
        #expect(try await store.find("t", of: .tag) == [.tag("t")])
    }

    @Test(arguments: StorageEngine.shared)
    func anotherProcessReadsWhatIsThere(engine: StorageEngine) async throws {
        let place = try await engine.makePlace()
        let first = try place.startWorker("write", "1", "30")
        #expect(await first.lines().last == "30")
        let store = place.open()
        let ledger = try #require(try await store.find("w1-ledger").first)
        #expect(ledger.text == "30")
        try await store.save(.note("a"))
        let second = try place.startWorker("write", "1", "1")
        #expect(await second.lines() == ["found 30", "31"])
        #expect(try await store.find("w1-ledger").first?.text == "31")
        #expect(try await store.find("a") == [.note("a")])
    }
}
