import Data
import Domain
import Storage

/// A setting as people read and write it. What is stored for it is described by a `KeyValueKey`.
struct Setting: Sendable {
    /// Its name on the command line and in the file.
    let name: String
    /// What counts until a value is chosen.
    let defaultText: String
    /// Describes the accepted values, as the end of a sentence that begins "it takes".
    let expected: String
    /// The chosen value; nil where none was chosen, or it can't be understood.
    private let chosenText: @Sendable (KeyValues) -> String?
    /// What is stored for a text; nil where it is not a value of this setting.
    private let stored: @Sendable (String) -> JSONText?

    private init<Value>(
        _ key: KeyValueKey<Value>, expected: String, text: @escaping @Sendable (Value) -> String,
        parse: @escaping @Sendable (String) -> Value?
    ) {
        name = key.name
        defaultText = text(key.defaultValue)
        self.expected = expected
        chosenText = { values in key.chosenValue(in: values).map(text) }
        stored = { text in parse(text).flatMap { try? key.text(for: $0) } }
    }

    /// Every setting, in the order in which they are listed. To add one, add its key and an entry here.
    static let all = [
        Setting(.sort),
        Setting(.loanPeriod, expected: "\(LoanPeriod.allowedDays.lowerBound)-\(LoanPeriod.allowedDays.upperBound)") {
            "\($0.days)"
        } parse: {
            Int($0).flatMap(LoanPeriod.init(days:))
        },
        Setting(.color),
        Setting(.store, expected: StoreChoice.expected) { StoreChoice($0) != nil },
        Setting(.catalog, expected: OnlineCatalog.expectedAddress) { OnlineCatalog.isAddress($0) },
    ]
}

extension Setting {
    /// A setting whose values are a few words.
    private init<Word: RawRepresentable<String> & CaseIterable>(_ key: KeyValueKey<Word>) {
        self.init(
            key, expected: Word.allCases.map(\.rawValue).joined(separator: "|"), text: { $0.rawValue },
            parse: { Word(rawValue: $0) })
    }

    /// A setting that is stored as it is written. A file may hold a text that would not be accepted; whoever uses the
    /// setting reports that.
    private init(_ key: KeyValueKey<String>, expected: String, accepts: @escaping @Sendable (String) -> Bool) {
        self.init(key, expected: expected, text: { $0 }, parse: { accepts($0) ? $0 : nil })
    }

    /// Throws `SettingsError.noSuchKey`.
    static func named(_ name: String) throws(CommandError) -> Setting {
        guard let setting = all.first(where: { $0.name == name }) else {
            throw .settings(.noSuchKey(name, known: all.map(\.name)))
        }
        return setting
    }

    /// What the setting is among `values`.
    func row(in values: KeyValues) -> Row {
        let chosen = chosenText(values)
        return Row(name: name, text: chosen ?? defaultText, isChosen: chosen != nil)
    }

    struct Row: Hashable, Sendable {
        let name: String
        let text: String
        /// Whether the reader has chosen the value, as opposed to the default.
        let isChosen: Bool
    }

    /// What is stored for `text`. Throws `SettingsError.badValue`.
    func json(_ text: String) throws(CommandError) -> JSONText {
        guard let json = stored(text) else {
            throw .settings(.badValue(key: name, value: text, expected: expected))
        }
        return json
    }
}

extension KeyValueKey<ColorChoice> {
    static var color: Self { Self("color", default: .auto) }
}

extension KeyValueKey<String> {
    /// The store that holds the library, in the words that `StoreChoice` reads.
    static var store: Self { Self("store", default: StoreChoice.usual.name) }
    /// The address of the catalogue.
    static var catalog: Self { Self("catalog", default: OnlineCatalog.usualAddress) }
}
