import StorageTestSupport
import Testing

@testable import Storage

/// Many processes with one store.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ManyProcessesTests {
    /// Each of them keeps to records of its own, so that what they made can be held against what they should have; and
    /// all are changed beside them by this process. A journal is compacted several times meanwhile.
    @Test(arguments: StorageEngine.shared)
    func theChangesOfAllAreKept(engine: StorageEngine) async throws {
        let place = try await engine.makePlace()
        let workers = try (1...3).map { try place.startWorker("write", "\($0)", "150") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...20 {
                group.addTask { try await place.open().appendPatiently("\(number)", to: "list") }
            }
            try await group.waitForAll()
        }
        for worker in workers {
            #expect(await worker.lines().last == "150")
            #expect(await worker.status() == 0)
        }
        for number in 1...3 {
            let after = try place.startWorker("write", "\(number)", "0")
            #expect(await after.line() == "found 150")
            #expect(await after.status() == 0)
        }
        let words = try #require(try await place.open().find("list").first).text.split(separator: " ")
        #expect(words.compactMap { Int($0) }.sorted() == Array(1...20))
    }
}

extension RecordStore {
    /// Appends a word, however long others keep the store busy: the workers never pause.
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
