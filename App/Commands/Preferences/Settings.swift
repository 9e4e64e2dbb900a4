import Data
import Domain
import Storage

enum Settings {
    static let commands = CommandGroup(
        name: "settings", summary: "Lists and changes the settings of the program.",
        examples: ["settings", "settings set loan-days 14", "settings set sort author", "settings unset sort"],
        members: [
            .command("list", ListSettings.self), .command("get", GetSetting.self), .command("set", SetSetting.self),
            .command("unset", UnsetSetting.self),
        ],
        usual: "list", synonyms: { ["ls": "list", "show": "get", "rm": "unset", "remove": "unset", "reset": "unset"] })
}

struct ListSettings: Command {
    static let needs = CommandNeeds.settings(areChanged: false)

    static var syntax: Syntax<ListSettings> {
        Syntax(
            summary: "Lists all settings.", examples: ["settings list", "settings list --json"],
            rows: Setting.Row.self)
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        let values = try await session.settings()
        session.console.print(Setting.all.map { $0.row(values) })
        return .done
    }
}

struct GetSetting: Command {
    static let needs = CommandNeeds.settings(areChanged: false)

    var key = ""

    static var syntax: Syntax<GetSetting> {
        Syntax(
            summary: "Prints the value of a setting.", examples: ["settings get loan-days"],
            operands: [.one("key", \.key, Setting.names)])
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        let row = try Setting.named(key).row(try await session.settings())
        if session.console.appearance.isJSON { session.console.print(row) } else { session.console.print(row.text) }
        return .done
    }
}

struct SetSetting: Command {
    static let needs = CommandNeeds.settings(areChanged: true)

    var key = ""
    var value = ""

    static var syntax: Syntax<SetSetting> {
        Syntax(
            summary: "Changes a setting: \(Setting.all.map(\.name).alternatives).",
            examples: ["settings set loan-days 14", "settings set sort author", "settings set color never"],
            operands: [
                .one("key", \.key, Setting.names),
                .one(
                    "value", \.value,
                    .following { Dictionary(Setting.all.map { ($0.name, $0.completion) }) { first, _ in first } }),
            ])
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        let setting = try Setting.named(key)
        try await session.store(try setting.json(value), for: key)
        session.console.say("\(key) is now \(value).")
        try await session.printJSON(setting)
        return .done
    }
}

struct UnsetSetting: Command {
    static let needs = CommandNeeds.settings(areChanged: true)

    var key = ""

    static var syntax: Syntax<UnsetSetting> {
        Syntax(
            summary: "Resets a setting to its default.", examples: ["settings unset loan-days"],
            operands: [.one("key", \.key, Setting.names)])
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        let setting = try Setting.named(key)
        try await session.store(nil, for: key)
        session.console.say("\(key) has its default value again.")
        try await session.printJSON(setting)
        return .done
    }
}

extension Session {
    fileprivate func settings() async throws(CommandError) -> KeyValues {
        try await mapError(CommandError.store, try await environment.settings.values())
    }

    /// Prints a changed setting if the output is JSON. People have seen a message.
    fileprivate func printJSON(_ setting: Setting) async throws(CommandError) {
        if await console.appearance.isJSON { await console.print(setting.row(try await settings())) }
    }

    /// Changes only this value, even if another process changes others at the same time.
    fileprivate func store(_ json: JSONText?, for key: String) async throws(CommandError) {
        _ = try await mapError(CommandError.store, try await environment.settings.update([key: json], expecting: nil))
    }
}

extension Setting.Row: TableRow {
    static var columns: [Column<Setting.Row>] {
        [
            Column(title: "key", style: .strong, importance: 2), Column(title: "value", share: 16, importance: 1),
            Column(title: "chosen", style: .faint, text: { $0.isChosen ? "chosen" : "" }),
        ]
    }

    static var sample: Setting.Row? { Setting.Row(name: "key", text: "value", isChosen: false) }

    func describe(to fields: inout some FieldWriter) {
        fields.field("key", name)
        fields.field("value", text)
        fields.field("chosen", isChosen)
    }
}
