import Data
import Domain
import Storage

/// A setting as people read and write it. A `KeyValueKey` describes how it is stored.
struct Setting {
    /// Its name on the command line and in the file.
    let name: String
    /// The row for the stored value, or for the default.
    let row: (KeyValues) -> Row
    /// Whether the stored value is one that the setting can't have.
    let isWrong: (KeyValues) -> Bool
    /// Converts a text to the JSON that is stored.
    private let stored: (String) throws(BadValue) -> JSONText
    let completion: Completion

    /// Every setting, in the order of the list. To add one, add its key and an entry here.
    static var all: [Setting] {
        [
            Setting(.sort, .word("<key>"), \.rawValue), Setting(.loanPeriod, .loanPeriod) { "\($0.days)" },
            Setting(.color, .word("<when>"), \.rawValue),
            Setting(.store, StoreChoice.expected, ValueReader<StoreChoice>.store.completion) { StoreChoice($0) != nil },
            Setting(.catalog, OnlineCatalog.expectedAddress) { OnlineCatalog.isAddress($0) },
        ]
    }

    struct Row: Hashable, Sendable {
        let name: String
        let text: String
        /// Whether the user has set the value, even to the default.
        let isChosen: Bool
    }

    private init<Value>(
        _ key: KeyValueKey<Value>, _ reader: ValueReader<Value>, _ text: @escaping (Value) -> String,
        isAccepted: @escaping (Value) -> Bool = { _ in true }
    ) {
        name = key.name
        completion = reader.completion
        row = { values in
            let chosen = key.chosenValue(in: values)
            return Row(name: key.name, text: text(chosen ?? key.defaultValue), isChosen: chosen != nil)
        }
        isWrong = { values in values[key.name] != nil && key.chosenValue(in: values).map(isAccepted) != true }
        stored = { text throws(BadValue) in
            let value = try reader.read(text)
            guard let json = try? key.text(for: value) else { throw BadValue(expected: "a value that JSON can hold") }
            return json
        }
    }

    /// A text that `isAccepted` checks before it is stored. A file edited by hand may hold another one, perhaps an
    /// address with a password, which is not shown.
    private init(
        _ key: KeyValueKey<String>, _ expected: String, _ completion: Completion = .nothing,
        _ isAccepted: @escaping (String) -> Bool
    ) {
        let reader = ValueReader<String>("<value>", expected: expected) { isAccepted($0) ? $0 : nil }
        let text = { isAccepted($0) ? $0 : $0.withoutSecrets }
        self.init(key, reader.completed(by: completion), text, isAccepted: isAccepted)
    }

    /// The names of all settings.
    static var names: Completion { .words(all.map(\.name)) }

    /// Throws `SettingsError.noSuchKey`.
    static func named(_ name: String) throws(CommandError) -> Setting {
        guard let setting = all.first(where: { $0.name == name }) else {
            throw .settings(.noSuchKey(name, known: all.map(\.name)))
        }
        return setting
    }

    /// The JSON to store for `text`. Throws `SettingsError.badValue`, also for a text with control characters or
    /// invisible ones.
    func json(_ text: String) throws(CommandError) -> JSONText {
        do throws(BadValue) {
            if text != text.printable { throw BadValue(expected: "a text without control or invisible characters") }
            return try stored(text)
        } catch {
            throw .settings(.badValue(key: name, value: text, expected: error.expected))
        }
    }
}

extension KeyValueKey<ColorChoice> {
    static var color: Self { Self("color", default: .auto) }
}

/// The store and the catalogue are stored as text, which `settings set` checks. If the file holds an invalid text
/// nevertheless, the code that uses it reports that.
extension KeyValueKey<String> {
    static var store: Self { Self("store", default: StoreChoice.usual) }
    /// The address of the catalogue.
    static var catalog: Self { Self("catalog", default: OnlineCatalog.usualAddress) }
}
