import Data
import Domain
import FileTestSupport
import Testing

/// Where preferences can be kept. Each instance of one place is another process.
enum PreferencesUnderTest: String, CaseIterable, CustomTestStringConvertible {
    case keyValueInMemory = "key-value in memory"
    case keyValueFile = "key-value file"

    var testDescription: String { rawValue }

    func makePlace() throws -> @Sendable () -> any PreferencesRepository {
        switch self {
        case .keyValueInMemory:
            let store = InMemoryKeyValueStore()
            return { KeyValuePreferences(store: store) }
        case .keyValueFile:
            let file = try TemporaryDirectory().file("settings.json")
            return { KeyValuePreferences(store: KeyValueFile(path: file.path)) }
        }
    }
}

/// What every `PreferencesRepository` promises.
@Suite("Every place of preferences", .timeLimit(.minutes(5)))
struct PreferencesContractTests {
    private static let unusual = Preferences(
        sort: .rating, loanPeriod: LoanPeriod(days: 7) ?? .standard, color: .never, store: #"a "b\c" 家"#,
        catalog: "https://here.example/books")

    @Test(arguments: PreferencesUnderTest.allCases)
    func nothingChosenMeansTheUsualValues(place: PreferencesUnderTest) async throws {
        let preferences = try place.makePlace()()
        #expect(try await preferences.preferences() == Preferences())
        #expect(try await preferences.chosen().isEmpty)
    }

    @Test(arguments: PreferencesUnderTest.allCases, PreferenceKey.allCases)
    func choosesOneAndNoOther(place: PreferencesUnderTest, key: PreferenceKey) async throws {
        let open = try place.makePlace()
        try await open().choose([key], from: Self.unusual)
        #expect(try await open().chosen() == [key])
        let expected = Preferences(
            sort: key == .sort ? Self.unusual.sort : .title,
            loanPeriod: key == .loanDays ? Self.unusual.loanPeriod : .standard,
            color: key == .color ? Self.unusual.color : .auto, store: key == .store ? Self.unusual.store : nil,
            catalog: key == .catalog ? Self.unusual.catalog : nil)
        #expect(try await open().preferences() == expected)

        try await open().forget([key])
        #expect(try await open().preferences() == Preferences())
        #expect(try await open().chosen().isEmpty)
    }

    @Test(arguments: PreferencesUnderTest.allCases)
    func otherChoicesStayAsTheyAre(place: PreferencesUnderTest) async throws {
        let open = try place.makePlace()
        try await open().choose(Set(PreferenceKey.allCases), from: Self.unusual)
        #expect(try await open().preferences() == Self.unusual)
        #expect(try await open().chosen() == Set(PreferenceKey.allCases))
        try await open().choose([.color], from: Preferences(color: .always))
        try await open().forget([.loanDays, .sort])
        #expect(
            try await open().preferences()
                == Preferences(color: .always, store: Self.unusual.store, catalog: Self.unusual.catalog))
        #expect(try await open().chosen() == [.color, .store, .catalog])
    }

    /// A choice of the usual value is a choice, unless it is to have none.
    @Test(arguments: PreferencesUnderTest.allCases)
    func theUsualValueCanBeChosen(place: PreferencesUnderTest) async throws {
        let open = try place.makePlace()
        try await open().choose(Set(PreferenceKey.allCases), from: Preferences())
        #expect(try await open().preferences() == Preferences())
        #expect(try await open().chosen() == [.sort, .loanDays, .color])
    }

    @Test(arguments: PreferencesUnderTest.allCases)
    func choicesMadeAtOnceAreAllKept(place: PreferencesUnderTest) async throws {
        let open = try place.makePlace()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for key in PreferenceKey.allCases {
                group.addTask { try await open().choose([key], from: Self.unusual) }
            }
            try await group.waitForAll()
        }
        #expect(try await open().preferences() == Self.unusual)
    }

    @Test(arguments: PreferencesUnderTest.allCases)
    func observingGivesThePresentValueAndEachLaterOne(place: PreferencesUnderTest) async throws {
        let preferences = try place.makePlace()()
        try await preferences.choose([.sort], from: Self.unusual)
        var first = preferences.observe().makeAsyncIterator()
        var second = preferences.observe().makeAsyncIterator()
        // The second of these changes nothing.
        try await preferences.choose([.color], from: Self.unusual)
        try await preferences.choose([.color], from: Self.unusual)
        try await preferences.forget([.sort])
        let values = [
            Preferences(sort: .rating), Preferences(sort: .rating, color: .never), Preferences(color: .never),
        ]
        for value in values {
            #expect(try await first.next() == value)
            #expect(try await second.next() == value)
        }
    }
}
