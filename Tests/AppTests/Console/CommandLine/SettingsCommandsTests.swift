import Storage
import Testing

@testable import App

/// The commands for the settings of a program, here of a calculator.
@MainActor
struct SettingsCommandsTests {
    private enum CalculatorSettings: SettingList {
        static var all: [Setting] {
            [
                Setting(KeyValueKey("base", default: 10), .count) { "\($0)" },
                Setting(KeyValueKey("server", default: "none"), "a word") { $0.allSatisfy(\.isLetter) },
            ]
        }

        static var examples: [(name: String, value: String)] { [("base", "2"), ("server", "calc")] }
    }

    private let store = MemoryKeyValueStore()

    /// The output of the command, and what went wrong.
    private func run(_ arguments: String..., isJSON: Bool = false) async throws -> String {
        var output: [UInt8] = []
        let console = Console(
            Console.Appearance(isJSON: isJSON), results: OutputBuffer { output += $0 }, messages: OutputBuffer { _ in })
        guard
            case .run(let arguments, _, _) = try Parser<CalculatorOptions>.request(
                arguments, of: CalculatorSettings.commands),
            let command = arguments as? any SettingsCommand
        else { return "" }
        do throws(SettingsFailure) {
            try await command.run(on: StoredSettings(all: CalculatorSettings.all, store: store, console: console))
        } catch {
            switch error {
            case .refused(let error): return error.message
            case .store(let error): return "\(error)"
            }
        }
        _ = console.flush()
        return String(decoding: output, as: UTF8.self)
    }

    @Test func aChosenValueIsListedUntilItIsUnset() async throws {
        #expect(try await run("list") == "base\t10\t\nserver\tnone\t\n")
        #expect(try await run("set", "base", "2") == "")
        #expect(try await run("list") == "base\t2\tchosen\nserver\tnone\t\n")
        #expect(try await run("get", "base") == "2\n")
        #expect(try await run("unset", "base") == "")
        #expect(try await run("get", "base") == "10\n")
        #expect(store.values().isEmpty)
    }

    @Test func asJSON() async throws {
        let chosen = #"{"key":"server","value":"x","chosen":true}"# + "\n"
        #expect(try await run("set", "server", "x", isJSON: true) == chosen)
        #expect(try await run("get", "server", isJSON: true) == chosen)
        #expect(
            try await run("unset", "server", isJSON: true)
                == #"{"key":"server","value":"none","chosen":false}"# + "\n")
    }

    @Test func whatCannotBeIsRefused() async throws {
        #expect(try await run("set", "base", "two") == "base can't be \"two\": it takes a whole number, 0 or more")
        #expect(try await run("set", "server", "a@b") == "server can't be \"…\": it takes a word")
        #expect(try await run("get", "bass") == "there is no setting \"bass\"; did you mean \"base\"?")
        #expect(try await run("unset", "zzz") == "there is no setting \"zzz\"; the settings are base, server")
        #expect(store.values().isEmpty)
    }

    /// As a file has them that was edited by hand.
    @Test func aWrongValueCountsAsNotChosenAndKeepsItsSecret() async throws {
        _ = store.update(["base": JSONText("\"x\"".utf8), "server": JSONText("\"a@b\"".utf8)], expecting: nil)
        #expect(CalculatorSettings.all.map { $0.isWrong(store.values()) } == [true, true])
        #expect(try await run("list") == "base\t10\t\nserver\t…\tchosen\n")
    }

    @Test func otherValuesAreUnchanged() async throws {
        let unknown = ["window": JSONText(#"{"columns" : [80, 2.50, null]}"#.utf8), "état": JSONText("[1]".utf8)]
        _ = store.update(unknown, expecting: nil)
        _ = try await run("set", "base", "7")
        _ = try await run("set", "server", "x")
        _ = try await run("unset", "server")
        #expect(store.values() == unknown.merging(["base": JSONText("7".utf8)]) { $1 })
    }

    @Test func anOptionGoesBeforeAVariableAndAVariableBeforeTheSetting() async throws {
        let key = KeyValueKey("digits", default: "1")
        func chosen(_ option: Int?, _ variable: String?) async throws -> Int {
            try await ValueReader<Int>.count.chosen(option, "DIGITS", Variables { _ in variable }, key, store)
        }
        #expect(try await chosen(nil, nil) == 1)
        try await store.set("2", for: key)
        #expect(try await chosen(nil, "") == 2)
        #expect(try await chosen(nil, "3") == 3)
        #expect(try await chosen(4, "x") == 4)
        let error = SettingsError.badValue(key: "DIGITS", value: "x", expected: "a whole number, 0 or more")
        await #expect(throws: SettingsFailure.refused(error)) { try await chosen(nil, "x") }
        try await store.set("y", for: key)
        let other = SettingsError.badValue(
            key: "the setting \"digits\"", value: "y", expected: "a whole number, 0 or more")
        await #expect(throws: SettingsFailure.refused(other)) { try await chosen(nil, nil) }
    }

    @Test func theHelpHasTheExamplesOfTheProgram() {
        #expect(
            CalculatorSettings.commands.examples
                == ["settings", "settings set base 2", "settings set server calc", "settings unset server"])
        #expect(SetSetting<CalculatorSettings>.syntax.summary == "Changes a setting: base or server.")
        #expect(GetSetting<CalculatorSettings>.syntax.examples == ["settings get base"])
    }
}
