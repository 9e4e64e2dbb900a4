import Storage

/// The settings of a program, with the commands that list and change them.
protocol SettingList: Sendable {
    /// Every setting, in the order of the list.
    static var all: [Setting] { get }
    /// Names with values that they can have, for the help: at least two.
    static var examples: [(name: String, value: String)] { get }
}

/// A command for the settings of a program.
protocol SettingsCommand: CommandArguments {
    static var changesSettings: Bool { get }

    func run(on settings: StoredSettings) async throws(SettingsFailure)
}

/// Why a command for the settings failed.
enum SettingsFailure: Error, Equatable {
    case refused(SettingsError)
    case store(StorageError)
}

extension SettingList {
    /// The group called "settings".
    static var commands: CommandGroup {
        CommandGroup(
            name: "settings", summary: "Lists and changes the settings of the program.",
            examples: ["settings"] + examples.prefix(2).map { "settings set \($0.name) \($0.value)" }
                + examples.dropFirst().prefix(1).map { "settings unset \($0.name)" },
            members: [
                .command("list", ListSettings<Self>.self), .command("get", GetSetting<Self>.self),
                .command("set", SetSetting<Self>.self), .command("unset", UnsetSetting<Self>.self),
            ],
            usual: "list",
            synonyms: { ["ls": "list", "show": "get", "rm": "unset", "remove": "unset", "reset": "unset"] })
    }

    /// The names of all settings.
    fileprivate static var names: Completion { .words(all.map(\.name)) }

    /// The names of the first examples, after `words`.
    fileprivate static func firstExample(_ words: String) -> [String] {
        examples.prefix(1).map { "\(words) \($0.name)" }
    }
}

struct ListSettings<List: SettingList>: SettingsCommand {
    static var changesSettings: Bool { false }

    static var syntax: Syntax<ListSettings> {
        Syntax(
            summary: "Lists all settings.", examples: ["settings list", "settings list --json"],
            rows: Setting.Row.self)
    }

    func run(on settings: StoredSettings) async throws(SettingsFailure) {
        let values = try await settings.values()
        await settings.console.print(settings.all.map { $0.row(values) })
    }
}

struct GetSetting<List: SettingList>: SettingsCommand {
    static var changesSettings: Bool { false }

    var key = ""

    static var syntax: Syntax<GetSetting> {
        Syntax(
            summary: "Prints the value of a setting.", examples: List.firstExample("settings get"),
            operands: [.one("key", \.key, List.names)])
    }

    func run(on settings: StoredSettings) async throws(SettingsFailure) {
        let row = try settings.named(key).row(try await settings.values())
        if await settings.console.appearance.isJSON {
            await settings.console.print(row)
        } else {
            await settings.console.print(row.text)
        }
    }
}

struct SetSetting<List: SettingList>: SettingsCommand {
    static var changesSettings: Bool { true }

    var key = ""
    var value = ""

    static var syntax: Syntax<SetSetting> {
        Syntax(
            summary: "Changes a setting: \(List.all.map(\.name).alternatives).",
            examples: List.examples.map { "settings set \($0.name) \($0.value)" },
            operands: [
                .one("key", \.key, List.names),
                .one(
                    "value", \.value,
                    .following { Dictionary(List.all.map { ($0.name, $0.completion) }) { first, _ in first } }),
            ])
    }

    func run(on settings: StoredSettings) async throws(SettingsFailure) {
        try await settings.store(value, for: try settings.named(key), saying: "\(key) is now \(value).")
    }
}

struct UnsetSetting<List: SettingList>: SettingsCommand {
    static var changesSettings: Bool { true }

    var key = ""

    static var syntax: Syntax<UnsetSetting> {
        Syntax(
            summary: "Resets a setting to its default.", examples: List.firstExample("settings unset"),
            operands: [.one("key", \.key, List.names)])
    }

    func run(on settings: StoredSettings) async throws(SettingsFailure) {
        try await settings.store(nil, for: try settings.named(key), saying: "\(key) has its default value again.")
    }
}

/// The settings as they are stored, and the console on which commands print them.
struct StoredSettings {
    let all: [Setting]
    let store: any KeyValueStore
    let console: Console

    fileprivate func values() async throws(SettingsFailure) -> KeyValues {
        do {
            return try await store.values()
        } catch {
            throw .store(error)
        }
    }

    fileprivate func named(_ name: String) throws(SettingsFailure) -> Setting {
        guard let setting = all.first(where: { $0.name == name }) else {
            throw .refused(.noSuchKey(name, known: all.map(\.name)))
        }
        return setting
    }

    /// Changes only this value, even if another process changes others at the same time; nil stands for the default.
    /// Then says so, and prints the setting if the output is JSON.
    fileprivate func store(
        _ text: String?, for setting: Setting, saying message: String
    ) async throws(SettingsFailure) {
        let json: JSONText?
        do {
            json = try text.map { text throws(SettingsError) in try setting.json(text) }
        } catch {
            throw .refused(error)
        }
        do {
            _ = try await store.update([setting.name: json], expecting: nil)
        } catch {
            throw .store(error)
        }
        await console.say(message)
        if await console.appearance.isJSON { await console.print(setting.row(try await values())) }
    }
}
