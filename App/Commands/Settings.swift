import Data
import Domain
import Storage

enum Settings {
    static let commands = CommandGroup(
        name: "settings", summary: "Lists and changes what the program does where nothing else is asked for.",
        examples: ["settings", "settings set loan-days 14", "settings set sort author", "settings unset sort"],
        members: [
            .command(ListSettings.self), .command(GetSetting.self), .command(SetSetting.self),
            .command(UnsetSetting.self),
        ],
        usual: ListSettings.self)
}

struct ListSettings: Command {
    static let name = "list"

    static var syntax: Syntax<ListSettings> {
        Syntax("Lists all settings.", examples: ["settings list", "settings list --json"])
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        let values = try await mapError(CommandError.store, try await session.environment.settings.values())
        session.print(Setting.all.map { $0.row(in: values) })
        return .done
    }
}

struct GetSetting: Command {
    static let name = "get"

    var key = ""

    static var syntax: Syntax<GetSetting> {
        Syntax(
            "Prints the value of a setting.", examples: ["settings get loan-days"],
            operands: [.one("key", .text("<key>"), \.key)])
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        let values = try await mapError(CommandError.store, try await session.environment.settings.values())
        let row = try Setting.named(key).row(in: values)
        if session.isJSON {
            session.console.printJSON(row)
        } else {
            session.console.print(row.text)
        }
        return .done
    }
}

struct SetSetting: Command {
    static let name = "set"

    var key = ""
    var value = ""

    static var syntax: Syntax<SetSetting> {
        Syntax(
            "Changes a setting: \(Setting.all.map(\.name).alternatives).",
            examples: ["settings set loan-days 14", "settings set sort author", "settings set color never"],
            operands: [.one("key", .text("<key>"), \.key), .one("value", .text("<value>"), \.value)])
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        try await session.change(try Setting.named(key), to: value)
        session.console.say("\(key) is now \(value).")
        return .done
    }
}

struct UnsetSetting: Command {
    static let name = "unset"

    var key = ""

    static var syntax: Syntax<UnsetSetting> {
        Syntax(
            "Forgets a setting, so that the usual value counts again.", examples: ["settings unset loan-days"],
            operands: [.one("key", .text("<key>"), \.key)])
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        try await session.change(try Setting.named(key), to: nil)
        session.console.say("\(key) is as usual again.")
        return .done
    }
}

extension Session {
    /// Keeps `text` as the value of the setting; with nil the default counts again. All other values stay as they are,
    /// also when another process changes them at the same time.
    fileprivate func change(_ setting: Setting, to text: String?) async throws(CommandError) {
        let json = try text.map { text throws(CommandError) in try setting.json(text) }
        let settings = environment.settings
        _ = try await mapError(CommandError.store, try await settings.update([setting.name: json], expecting: nil))
    }
}

extension Setting.Row: TableRow {
    static var columns: [Column<Setting.Row>] {
        [Column("key", .strong), Column("value"), Column("chosen", .faint) { $0.isChosen ? "chosen" : "" }]
    }

    func describe(to fields: inout some FieldWriter) {
        fields.field("key", name)
        fields.field("value", text)
        fields.field("chosen", isChosen)
    }
}
