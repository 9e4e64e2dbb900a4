import Data
import Domain
import Storage

/// A setting as people read and write it. A `KeyValueKey` describes what is stored for it.
struct Setting {
    /// Its name on the command line and in the file.
    let name: String
    /// The value among those stored, or else the default.
    let row: (KeyValues) -> Row
    /// What is stored for a text.
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
        /// Whether the user has chosen the value, as opposed to the default.
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

    /// What is stored for `text`. Throws `SettingsError.badValue`.
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

/// Both are stored as they are written. The code that uses them reports a text that is not accepted.
extension KeyValueKey<String> {
    static var store: Self { Self("store", default: StoreChoice.usual) }
    /// The address of the catalogue.
    static var catalog: Self { Self("catalog", default: OnlineCatalog.usualAddress) }
}
