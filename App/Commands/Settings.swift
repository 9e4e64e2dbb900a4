import Data
import Domain
import Presentation
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

    @MainActor
    fileprivate static func viewModel(_ session: Session) -> SettingsViewModel {
        SettingsViewModel(preferences: session.environment.preferences) { key, text throws(PreferencesError) in
            let expected: String? =
                switch key {
                case .store: StoreChoice(text) == nil ? StoreChoice.expected : nil
                case .catalog: OnlineCatalog.isAddress(text) ? nil : OnlineCatalog.expectedAddress
                case .sort, .loanDays, .color: nil
                }
            if let expected { throw .badValue(key: key.rawValue, value: text, expected: expected) }
        }
    }
}

struct ListSettings: Command {
    static let name = "list"

    static var syntax: Syntax<ListSettings> {
        Syntax("Lists all settings.", examples: ["settings list", "settings list --json"])
    }

    func run(in session: Session) async throws(LibraryError) -> ExitStatus {
        let settings = Settings.viewModel(session)
        await settings.load()
        try session.check(settings.error)
        session.print(settings.rows, as: .settings)
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

    func run(in session: Session) async throws(LibraryError) -> ExitStatus {
        let settings = Settings.viewModel(session)
        await settings.load()
        try session.check(settings.error)
        guard let row = settings.row(named: key) else { return try session.refused(settings.error) }
        if session.isJSON {
            session.console.printJSON { $0.setting(row) }
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
            "Changes a setting: \(PreferenceKey.allCases.map(\.rawValue).alternatives).",
            examples: ["settings set loan-days 14", "settings set sort author", "settings set color never"],
            operands: [.one("key", .text("<key>"), \.key), .one("value", .text("<value>"), \.value)])
    }

    func run(in session: Session) async throws(LibraryError) -> ExitStatus {
        let settings = Settings.viewModel(session)
        guard await settings.set(key, to: value) else { return try session.refused(settings.error) }
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

    func run(in session: Session) async throws(LibraryError) -> ExitStatus {
        let settings = Settings.viewModel(session)
        guard await settings.unset(key) else { return try session.refused(settings.error) }
        session.console.say("\(key) is as usual again.")
        return .done
    }
}

extension SettingsViewModel.Row {
    /// The value, also where it is the usual one.
    fileprivate var text: String {
        if let value { return value }
        return switch key {
        case .store: StoreChoice.usual.name
        case .catalog: OnlineCatalog.usualAddress
        case .sort, .loanDays, .color: ""
        }
    }
}

extension Table<SettingsViewModel.Row> {
    fileprivate static var settings: Self {
        Table(
            columns: [
                Column("key", style: { _ in .strong }) { $0.key.rawValue },
                Column("value") { $0.text },
                Column("chosen", style: { _ in .faint }) { $0.isChosen ? "chosen" : "" },
            ],
            values: { $0.setting($1) }, json: { $0.setting($1) })
    }
}

extension TabbedWriter {
    fileprivate mutating func setting(_ row: SettingsViewModel.Row) {
        value(row.key.rawValue)
        value(row.text)
        value(row.isChosen ? "chosen" : nil)
    }
}

extension JSONWriter {
    fileprivate mutating func setting(_ row: SettingsViewModel.Row) {
        object { json in
            json.member("key", row.key.rawValue)
            json.member("value", row.text)
            json.member("chosen", row.isChosen)
        }
    }
}
