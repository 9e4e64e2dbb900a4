import Data
import Domain
import Storage
import TestTraits
import Testing

@Suite(.endsIfItHangs)
struct KeyValuePreferencesTests {
    private let store = MemoryKeyValueStore()
    private let preferences: any PreferencesRepository

    init() {
        preferences = KeyValuePreferences(store: store)
    }

    @Test func withoutAChoiceTheDefaultsApply() async throws {
        #expect(try await preferences.preferences() == Preferences())
    }

    @Test func readsStoredPreferences() async throws {
        _ = store.update(["sort": JSONText(#""rating""#.utf8), "loan-days": JSONText("7".utf8)], expecting: nil)
        let week = try #require(LoanPeriod(7))
        let stored = try await preferences.preferences()
        #expect(stored.sort == .rating)
        #expect(stored.loanPeriod == week)
    }

    @Test func theKeysStoreTheSame() async throws {
        try await store.set(.rating, for: .sort)
        try await store.set(try #require(LoanPeriod(7)), for: .loanPeriod)
        #expect(store.values() == ["sort": JSONText(#""rating""#.utf8), "loan-days": JSONText("7".utf8)])
    }

    @Test(arguments: [
        ("sort", #""size""#), ("sort", "5"), ("sort", "null"), ("sort", #"["title"]"#), ("loan-days", "0"),
        ("loan-days", "3651"), ("loan-days", #""7""#), ("loan-days", "1.5"), ("loan-days", "null"),
    ])
    func anInvalidValueCountsAsNotChosen(_ name: String, json: String) async throws {
        _ = store.update([name: JSONText(json.utf8)], expecting: nil)
        #expect(try await preferences.preferences() == Preferences())
    }

    @Test func observingGivesThePresentValueAndEachLaterOne() async throws {
        try await store.set(.rating, for: .sort)
        var first = preferences.observe().makeAsyncIterator()
        var second = preferences.observe().makeAsyncIterator()
        // The first key is not a preference, and the third call changes nothing.
        try await store.set("never", for: KeyValueKey("color", default: ""))
        try await store.set(.added, for: .sort)
        try await store.set(.added, for: .sort)
        try await store.remove(KeyValueKey<BookSort>.sort)
        for sort in [BookSort.rating, .added, .title] {
            #expect(try await first.next()?.sort == sort)
            #expect(try await second.next()?.sort == sort)
        }
    }
}
