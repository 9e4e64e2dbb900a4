import Data
import Domain
import Storage

/// The settings of this program. To add one, add its key and an entry here.
enum Settings: SettingList {
    static var all: [Setting] {
        [
            Setting(.sort, .word("<key>"), \.rawValue), Setting(.loanPeriod, .loanPeriod) { "\($0.days)" },
            Setting(.color, .word("<when>"), \.rawValue),
            Setting(.store, StoreChoice.expected, ValueReader<StoreChoice>.store.completion) { StoreChoice($0) != nil },
            Setting(.catalog, OnlineCatalog.expectedAddress) { WebAddress($0) != nil },
            Setting(.mouse, .word("<state>"), \.rawValue),
        ]
    }

    static var examples: [(name: String, value: String)] {
        [("loan-days", "14"), ("sort", "author"), ("color", "never")]
    }
}

extension KeyValueKey<ColorChoice> {
    static var color: Self { Self("color", default: .auto) }
}

/// The store is stored as text, which `settings set` checks. If the file holds an invalid text nevertheless, the code that
/// uses it reports that.
extension KeyValueKey<String> {
    static var store: Self { Self("store", default: StoreChoice.usual) }
}

extension ListSettings: Command {}
extension GetSetting: Command {}
extension SetSetting: Command {}
extension UnsetSetting: Command {}

extension SettingsCommand where Self: Command {
    static var needs: CommandNeeds { .settings(areChanged: changesSettings) }

    func run(in session: AppSession) async throws(CommandError) -> ExitStatus {
        let settings = StoredSettings(
            all: Settings.all, store: session.environment.settings, console: session.console)
        try await mapError(CommandError.init, try await run(on: settings))
        return .done
    }
}
