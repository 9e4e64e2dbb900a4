import Domain
import Testing

@testable import Data

/// What both key-value stores promise.
@Suite(.timeLimit(.minutes(5)))
struct KeyValueStoreTests {
    /// The stores, each as instances of one place.
    enum Place: CaseIterable {
        case inMemory
        case file

        func makeTwo() throws -> [any KeyValueStore] {
            switch self {
            case .inMemory:
                let store = InMemoryKeyValueStore()
                return [store, store]
            case .file:
                let path = try TemporaryDirectory().file("settings.json").path
                return [KeyValueFile(path: path), KeyValueFile(path: path)]
            }
        }
    }

    @Test(arguments: Place.allCases)
    func noUpdateIsLostBetweenInstances(place: Place) async throws {
        let stores = try place.makeTwo()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                let store = stores[number % 2]
                group.addTask { try await store.set(number, for: KeyValueKey("\(number)", default: -1)) }
            }
            try await group.waitForAll()
        }
        for store in stores {
            let values = try await store.values()
            #expect((0..<40).allSatisfy { KeyValueKey("\($0)", default: -1).value(in: values) == $0 })
        }
    }

    @Test(arguments: Place.allCases)
    func anUpdateThatExpectsSomethingElseIsNotDone(place: Place) async throws {
        let store = try place.makeTwo()[0]
        let one = JSONText("1".utf8)
        #expect(try await store.update(["a": one], expecting: [:]))
        #expect(try await !store.update(["a": nil, "b": one], expecting: [:]))
        #expect(try await !store.update(["a": one], expecting: ["a": one, "b": one]))
        #expect(try await store.values() == ["a": one])
        #expect(try await store.update(["a": nil, "b": one], expecting: ["a": one]))
        #expect(try await store.values() == ["b": one])
    }

    @Test(arguments: Place.allCases)
    func observingGivesThePresentValuesAndEachLaterOnes(place: Place) async throws {
        let store = try place.makeTwo()[0]
        let one = JSONText("1".utf8)
        _ = try await store.update(["a": one], expecting: nil)
        var first = store.observe().makeAsyncIterator()
        var second = store.observe().makeAsyncIterator()
        _ = try await store.update(["a": one], expecting: nil)
        _ = try await store.update(["b": one], expecting: nil)
        _ = try await store.update(["c": one], expecting: [:])
        _ = try await store.update(["a": nil], expecting: nil)
        for values in [["a": one], ["a": one, "b": one], ["b": one]] {
            #expect(try await first.next() == values)
            #expect(try await second.next() == values)
        }
    }

    @Test(arguments: Place.allCases)
    func whoeverSubscribesWhileOthersWriteMissesNothing(place: Place) async throws {
        let store = try place.makeTwo()[0]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask { try await store.set(number, for: KeyValueKey("\(number)", default: -1)) }
                group.addTask {
                    for try await values in store.observe() where values.count == 20 { break }
                }
            }
            try await group.waitForAll()
        }
    }
}
