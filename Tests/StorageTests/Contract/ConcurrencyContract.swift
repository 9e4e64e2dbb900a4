import FileTestSupport
import Testing

@testable import Storage

extension RecordStoreContractTests {
    /// The second writer waits for the first, or one of them runs again: no change is lost, neither of writers that
    /// share an instance nor of others.
    @Test(arguments: StorageEngine.tested)
    func concurrentUnitsOfWorkLoseNothing(engine: StorageEngine) async throws {
        let fixture = try await engine.makeFixture()
        let store = fixture.open()
        let instances = engine.store.isShared ? [store, fixture.open()] : [store]
        try await store.save(.note("list", ""))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...50 {
                let store = instances[number % instances.count]
                group.addTask { try await store.append("\(number)", to: "list") }
                group.addTask { try await store.save(.tag("t\(number)")) }
            }
            try await group.waitForAll()
        }
        for store in instances + (engine.store.isShared ? [fixture.open()] : []) {
            let words = try #require(try await store.find("list").first).text.split(separator: " ")
            #expect(words.compactMap { Int($0) }.sorted() == Array(1...50))
            #expect(try await Set(store.all(.tag).map(\.id)) == Set((1...50).map { "t\($0)" }))
        }
    }

    /// How a unit of work determines that a record is missing.
    enum Search: CaseIterable {
        case all, byIdentifier, byKey
    }

    @Test(arguments: StorageEngine.tested, Search.allCases)
    func aMissingRecordIsCreatedOnce(engine: StorageEngine, search: Search) async throws {
        let store = try await engine.makeStore()
        try await store.save(.note("n"))
        let winners = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 1...20 {
                let link = Sample.link(search == .byIdentifier ? "only" : "l\(number)", to: "n")
                group.addTask {
                    try await store.perform { reader throws(StorageError) in
                        let found =
                            switch search {
                            case .all: try await reader.all(.link)
                            case .byIdentifier: try await reader.find("only", of: .link)
                            case .byKey: try await reader.links(to: "n")
                            }
                        // Gives others the chance to come between.
                        await Task.yield()
                        return found.isEmpty ? ([link.saving()], true) : ([], false)
                    }
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(winners == 1)
        #expect(try await store.all(.link).count == 1)
    }

    /// Writers keep the numbers of notes and tags equal, and readers always see them so.
    @Test(arguments: StorageEngine.tested)
    func aReadSeesOneSnapshot(engine: StorageEngine) async throws {
        let store = try await engine.makeStore()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 1...20 {
                group.addTask {
                    try await store.save(.note("n\(number)"), .tag("n\(number)"))
                    return true
                }
                group.addTask {
                    let all = try await store.all(.note, .tag)
                    return all.filter { $0.kind == .note }.map(\.id) == all.filter { $0.kind == .tag }.map(\.id)
                }
            }
            for try await isWhole in group { #expect(isWhole) }
        }
        #expect(try await store.all(.note).count == 20)
    }

    /// Another writer intervenes between two reads of a unit of work, or waits until it has ended.
    @Test(arguments: StorageEngine.tested)
    func theReadsOfAUnitOfWorkSeeOneSnapshot(engine: StorageEngine) async throws {
        let fixture = try await engine.makeFixture()
        let store = fixture.open()
        let other = engine.store.isShared ? fixture.open() : store
        try await store.save(.note("a"), .link("l", to: "a"))
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let writing = Task {
            for await _ in begun { break }
            try await other.change([Sample.note("b").saving(), Sample.link("l", to: "a").deleting])
        }
        let runs = Runs()
        try await store.perform { reader throws(StorageError) in
            let first = try await reader.all(.note, .link)
            begin.yield()
            // Where writers don't wait, this one has made its change before the next reads.
            if engine.store.isOptimistic, await runs.next() == 1 { _ = await writing.result }
            #expect(try await reader.all(.note, .link) == first)
            #expect(try await reader.find("a", "b") == first.filter { $0.kind == .note })
            #expect(try await reader.links(to: "a") == first.filter { $0.kind == .link })
            return ([Sample.tag("t").saving()], ())
        }
        try await writing.value
        #expect(try await store.all(.note, .tag, .link) == [.note("a"), .note("b"), .tag("t")])
    }
}

extension RecordStore {
    /// Reads a note, and saves it with one word more.
    func append(_ word: String, to id: String) async throws(StorageError) {
        try await perform { reader throws(StorageError) in
            let text = try await reader.find(id).first?.text ?? ""
            // Gives others the chance to come between.
            await Task.yield()
            return ([Sample.note(id, text.isEmpty ? word : text + " " + word).saving()], ())
        }
    }
}
