import Data
import Domain
import Storage

/// A setting as people read and write it. A `KeyValueKey` describes how it is stored.
struct Setting {
    /// Its name on the command line and in the file.
    let name: String
    /// The row for the stored value, or for the default.
    let row: (KeyValues) -> Row
    /// Converts a text to the JSON that is stored.
    private let stored: (String) throws(BadValue) -> JSONText

    /// Every setting, in the order of the list. To add one, add its key and an entry here.
    static var all: [Setting] {
        [
            Setting(.sort, .word("<key>"), \.rawValue), Setting(.loanPeriod, .loanPeriod) { "\($0.days)" },
            Setting(.color, .word("<when>"), \.rawValue),
            Setting(.store, .checked(StoreChoice.expected) { StoreChoice($0) != nil }, \.self),
            Setting(.catalog, .checked(OnlineCatalog.expectedAddress) { OnlineCatalog.isAddress($0) }, \.self),
        ]
    }

    struct Row: Hashable, Sendable {
        let name: String
        let text: String
        /// Whether the user has set the value, even to the default.
        let isChosen: Bool
    }

    private init<Value>(
        _ key: KeyValueKey<Value>, _ reader: ValueReader<Value>, _ text: @escaping (Value) -> String
    ) {
        name = key.name
        row = { values in
            let chosen = key.chosenValue(in: values)
            return Row(name: key.name, text: text(chosen ?? key.defaultValue), isChosen: chosen != nil)
        }
        stored = { text throws(BadValue) in
            let value = try reader.read(text)
            guard let json = try? key.text(for: value) else { throw BadValue(expected: "a value that JSON can hold") }
            return json
        }
    }

    /// Throws `SettingsError.noSuchKey`.
    static func named(_ name: String) throws(CommandError) -> Setting {
        guard let setting = all.first(where: { $0.name == name }) else {
            throw .settings(.noSuchKey(name, known: all.map(\.name)))
        }
        return setting
    }

    /// The JSON to store for `text`. Throws `SettingsError.badValue`.
    func json(_ text: String) throws(CommandError) -> JSONText {
        do {
            return try stored(text)
        } catch {
            throw .settings(.badValue(key: name, value: text, expected: error.expected))
        }
    }
}

/// Why a setting can't be read or changed.
enum SettingsError: Error, Equatable {
    case noSuchKey(String, known: [String])
    /// `expected` describes the values that are accepted.
    case badValue(key: String, value: String, expected: String)
}

extension ValueReader<String> {
    fileprivate static func checked(_ expected: String, _ isAccepted: @escaping (String) -> Bool) -> Self {
        Self("<value>", expected: expected) { isAccepted($0) ? $0 : nil }
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
