import FileTestSupport
import Storage
import TestTraits
import Testing

/// The promises of both key-value stores.
@Suite(.endsIfItHangs)
struct KeyValueStoreTests {
    /// Both stores, as pairs of instances that share their values.
    enum Location: CaseIterable {
        case inMemory
        case file

        func makeTwo() throws -> [any KeyValueStore] {
            switch self {
            case .inMemory:
                let store = MemoryKeyValueStore()
                return [store, store]
            case .file:
                let path = try TemporaryDirectory().file("settings.json").path
                return [KeyValueFile(path: path), KeyValueFile(path: path)]
            }
        }
    }

    @Test(arguments: Location.allCases)
    func noUpdateIsLostBetweenInstances(location: Location) async throws {
        let stores = try location.makeTwo()
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

    @Test(arguments: Location.allCases)
    func anUpdateThatExpectsOtherValuesIsNotDone(location: Location) async throws {
        let store = try location.makeTwo()[0]
        let one = JSONText("1".utf8)
        #expect(try await store.update(["a": one], expecting: [:]))
        #expect(try await !store.update(["a": nil, "b": one], expecting: [:]))
        #expect(try await !store.update(["a": one], expecting: ["a": one, "b": one]))
        #expect(try await store.values() == ["a": one])
        #expect(try await store.update(["a": nil, "b": one], expecting: ["a": one]))
        #expect(try await store.values() == ["b": one])
    }

    @Test(arguments: Location.allCases)
    func observersGetTheCurrentValuesAndEachLaterChange(location: Location) async throws {
        let store = try location.makeTwo()[0]
        let one = JSONText("1".utf8)
        _ = try await store.update(["a": one], expecting: nil)
        let first = Observation(store.observe())
        let second = Observation(store.observe())
        _ = try await store.update(["a": one], expecting: nil)
        _ = try await store.update(["b": one], expecting: nil)
        _ = try await store.update(["c": one], expecting: [:])
        _ = try await store.update(["a": nil], expecting: nil)
        for values in [["a": one], ["a": one, "b": one], ["b": one]] {
            #expect(try await first.next()?.get() == values)
            #expect(try await second.next()?.get() == values)
        }
    }

    @Test(arguments: Location.allCases)
    func observersSeeChangesByAnotherInstance(location: Location) async throws {
        let stores = try location.makeTwo()
        let seen = Observation(stores[0].observe())
        #expect(try await seen.next()?.get() == [:])
        for number in 1...3 {
            let value = JSONText("\(number)".utf8)
            _ = try await stores[1].update(["a": value], expecting: nil)
            #expect(try await seen.next()?.get() == ["a": value])
        }
    }

    @Test(arguments: Location.allCases)
    func observersThatStartDuringWritesMissNothing(location: Location) async throws {
        let store = try location.makeTwo()[0]
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<20 {
                group.addTask {
                    try await store.set(number, for: KeyValueKey("\(number)", default: -1))
                    return 20
                }
                group.addTask {
                    let seen = Observation(store.observe())
                    var latest = -1
                    while latest < 20 {
                        let values = try #require(try await seen.next()).get()
                        #expect(values.count > latest)
                        latest = values.count
                    }
                    return latest
                }
            }
            for try await count in group { #expect(count == 20) }
        }
    }
}
