import Data
import Domain
import Presentation
import Testing

@MainActor
struct SettingsViewModelTests {
    private let preferences = KeyValuePreferences(store: InMemoryKeyValueStore())
    private let model: SettingsViewModel

    init() {
        model = SettingsViewModel(preferences: preferences) { key, text throws(PreferencesError) in
            guard key == .catalog ? text == "here" : ["file", "memory"].contains(text) else {
                throw .badValue(key: key.rawValue, value: text, expected: key == .catalog ? "here" : "file|memory")
            }
        }
    }

    @Test func showsEveryChoice() async throws {
        try await preferences.choose([.color], from: Preferences(color: .never))
        await model.load()
        #expect(model.rows.map(\.key) == [.sort, .loanDays, .color, .store, .catalog])
        #expect(model.rows.map(\.value) == ["title", "28", "never", nil, nil])
        #expect(model.rows.map(\.isChosen) == [false, false, true, false, false])
    }

    @Test(arguments: [
        ("sort", "rating"), ("loan-days", "3650"), ("color", "always"), ("store", "memory"), ("catalog", "here"),
    ])
    func makesAndForgetsAChoice(_ name: String, value: String) async {
        await model.load()
        let usual = model.row(named: name)?.value
        #expect(usual != value)
        #expect(await model.set(name, to: value))
        #expect(model.row(named: name)?.value == value)
        #expect(model.rows.filter(\.isChosen).map(\.key.rawValue) == [name])
        #expect(await model.unset(name))
        #expect(model.row(named: name)?.value == usual)
        #expect(model.rows.filter(\.isChosen).isEmpty)
        #expect(model.error == nil)
    }

    @Test func aChoiceLeavesTheOthers() async throws {
        try await preferences.choose([.color], from: Preferences(color: .never))
        #expect(await model.set("sort", to: "added"))
        #expect(try await preferences.preferences() == Preferences(sort: .added, color: .never))
    }

    @Test(arguments: [
        ("sort", "size", "title|author|added|rating"), ("loan-days", "0", "1-3650"), ("loan-days", "many", "1-3650"),
        ("loan-days", "3651", "1-3650"), ("color", "Never", "auto|always|never"), ("store", "cloud", "file|memory"),
        ("catalog", "there", "here"),
    ])
    func aBadValueIsRefusedWithWhatWouldDo(_ name: String, value: String, expected: String) async throws {
        #expect(await model.set(name, to: value) == false)
        #expect(model.error == .preferences(.badValue(key: name, value: value, expected: expected)))
        #expect(try await preferences.chosen().isEmpty)
    }

    @Test func anUnknownNameIsRefused() async {
        let error = LibraryError.preferences(
            .noSuchKey("size", known: ["sort", "loan-days", "color", "store", "catalog"]))
        #expect(await model.set("size", to: "1") == false)
        #expect(model.error == error)
        #expect(await model.unset("size") == false)
        #expect(model.error == error)
        await model.load()
        #expect(model.error == nil)
        #expect(model.row(named: "size") == nil)
        #expect(model.error == error)
    }
}
