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
        usual: "list")
}

struct ListSettings: Command {
    static var syntax: Syntax<ListSettings> {
        Syntax(summary: "Lists all settings.", examples: ["settings list", "settings list --json"])
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        let values = try await session.settings()
        session.console.print(Setting.all.map { $0.row(values) })
        return .done
    }
}

struct GetSetting: Command {
    var key = ""

    static var syntax: Syntax<GetSetting> {
        Syntax(
            summary: "Prints the value of a setting.", examples: ["settings get loan-days"],
            operands: [.one("key", \.key)])
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        let row = try Setting.named(key).row(try await session.settings())
        if session.console.appearance.isJSON { session.console.print(row) } else { session.console.print(row.text) }
        return .done
    }
}

struct SetSetting: Command {
    var key = ""
    var value = ""

    static var syntax: Syntax<SetSetting> {
        Syntax(
            summary: "Changes a setting: \(Setting.all.map(\.name).alternatives).",
            examples: ["settings set loan-days 14", "settings set sort author", "settings set color never"],
            operands: [.one("key", \.key), .one("value", \.value)])
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        try await session.store(try Setting.named(key).json(value), for: key)
        session.console.say("\(key) is now \(value).")
        return .done
    }
}

struct UnsetSetting: Command {
    var key = ""

    static var syntax: Syntax<UnsetSetting> {
        Syntax(
            summary: "Resets a setting to its default.", examples: ["settings unset loan-days"],
            operands: [.one("key", \.key)])
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        try await session.store(nil, for: try Setting.named(key).name)
        session.console.say("\(key) has its default value again.")
        return .done
    }
}

extension Session {
    fileprivate func settings() async throws(CommandError) -> KeyValues {
        try await mapError(CommandError.store, try await environment.settings.values())
    }

    /// All other values stay as they are, also when another process changes them at the same time.
    fileprivate func store(_ json: JSONText?, for key: String) async throws(CommandError) {
        _ = try await mapError(CommandError.store, try await environment.settings.update([key: json], expecting: nil))
    }
}

extension Setting.Row: TableRow {
    static var columns: [Column<Setting.Row>] {
        [
            Column(title: "key", style: .strong), Column(title: "value"),
            Column(title: "chosen", style: .faint, text: { $0.isChosen ? "chosen" : "" }),
        ]
    }

    func describe(to fields: inout some FieldWriter) {
        fields.field("key", name)
        fields.field("value", text)
        fields.field("chosen", isChosen)
    }
}
