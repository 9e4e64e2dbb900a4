import StorageTestSupport
import TestTraits
import Testing

@testable import Storage

/// Many processes that share one store.
@Suite(.fewAtATime, .endsIfItHangs)
struct ManyProcessesTests {
    /// Each process changes its own records, so that the result can be checked, while this process changes a record of
    /// its own. A journal is compacted several times meanwhile.
    @Test(arguments: StorageEngine.shared)
    func theChangesOfAllAreKept(engine: StorageEngine) async throws {
        let fixture = try await engine.makeFixture()
        let workers = try (1...3).map { try fixture.startWorker("write", "\($0)", "100") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...20 {
                group.addTask { try await fixture.open().appendPatiently("\(number)", to: "list") }
            }
            try await group.waitForAll()
        }
        for worker in workers {
            #expect(await worker.lines().last == "100")
            #expect(await worker.status() == 0)
        }
        for number in 1...3 {
            let after = try fixture.startWorker("write", "\(number)", "0")
            #expect(await after.line() == "found 100")
            #expect(await after.status() == 0)
        }
        let words = try #require(try await fixture.open().find("list").first).text.split(separator: " ")
        #expect(words.compactMap { Int($0) }.sorted() == Array(1...20))
    }
}

extension RecordStore {
    /// Appends a word, retrying while the workers, which never pause, keep the store busy.
    fileprivate func appendPatiently(_ word: String, to id: String) async throws(StorageError) {
        while true {
            do throws(StorageError) {
                return try await append(word, to: id)
            } catch {
                guard case .busy = error else { throw error }
            }
        }
    }
}
