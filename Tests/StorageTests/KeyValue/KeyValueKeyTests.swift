import Storage
import Testing

/// Typed keys.
struct KeyValueKeyTests {
    private struct Window: Codable, Equatable {
        var width: Int
        var title: String?
    }

    @Test func valuesSurviveARoundTrip() async throws {
        let store: any KeyValueStore = MemoryKeyValueStore()
        try await expectRoundTrip(42, default: 0, in: store)
        try await expectRoundTrip(-0.25, default: 0, in: store)
        try await expectRoundTrip("\u{2028}\"\\\0/é\u{1F4DA}", default: "", in: store)
        try await expectRoundTrip(String?.none, default: "x", in: store)
        try await expectRoundTrip(["a": [1, 2]], default: [:], in: store)
        try await expectRoundTrip(Window(width: 80, title: nil), default: Window(width: 1, title: "x"), in: store)
    }

    private func expectRoundTrip<Value: Codable & Equatable & Sendable>(
        _ value: Value, default defaultValue: Value, in store: any KeyValueStore
    ) async throws {
        let key = KeyValueKey("\(Value.self)", default: defaultValue)
        #expect(try await store.value(for: key) == defaultValue)
        try await store.set(value, for: key)
        #expect(try await store.value(for: key) == value)
        try await store.remove(key)
        #expect(try await store.value(for: key) == defaultValue)
    }

    @Test(arguments: ["\"28\"", "null", "1.5", "[28]", "{}", "true", "1e99"])
    func aValueOfAnotherTypeYieldsTheDefaultAndIsKept(text: String) async throws {
        let values = ["days": JSONText(text.utf8)]
        let store: any KeyValueStore = MemoryKeyValueStore(values)
        #expect(try await store.value(for: KeyValueKey("days", default: 7)) == 7)
        #expect(try await store.values() == values)
    }

    @Test func aValueThatJSONCannotRepresentIsRefused() async throws {
        let store: any KeyValueStore = MemoryKeyValueStore()
        await #expect(throws: StorageError.self) {
            try await store.set(Double.infinity, for: KeyValueKey("ratio", default: 0))
        }
        #expect(try await store.values().isEmpty)
    }
}
