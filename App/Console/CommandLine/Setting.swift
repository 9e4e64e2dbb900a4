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

    struct Row: Hashable, Sendable {
        let name: String
        let text: String
        /// Whether the user has set the value, even to the default.
        let isChosen: Bool
    }

    init<Value>(
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
    init(
        _ key: KeyValueKey<String>, _ expected: String, _ completion: Completion = .nothing,
        _ isAccepted: @escaping (String) -> Bool
    ) {
        let reader = ValueReader<String>("<value>", expected: expected) { isAccepted($0) ? $0 : nil }
        let text = { isAccepted($0) ? $0 : $0.withoutSecrets }
        self.init(key, reader.completed(by: completion), text, isAccepted: isAccepted)
    }

    /// The JSON to store for `text`. Throws `SettingsError.badValue`, also for a text with control characters or
    /// invisible ones.
    func json(_ text: String) throws(SettingsError) -> JSONText {
        do throws(BadValue) {
            if text != text.printable { throw BadValue(expected: "a text without control or invisible characters") }
            return try stored(text)
        } catch {
            throw .badValue(key: name, value: text, expected: error.expected)
        }
    }
}

extension ValueReader {
    /// The value of an option; without it, that of an environment variable; and without that, that of a setting. Throws
    /// `SettingsError.badValue` with the name of the variable or setting.
    func chosen(
        _ option: Value?, _ variable: String, _ variables: Variables, _ setting: KeyValueKey<String>,
        _ settings: any KeyValueStore
    ) async throws(SettingsFailure) -> Value {
        if let option { return option }
        if let text = variables[variable] { return try value(text, of: variable) }
        let text: String
        do {
            text = try await settings.value(for: setting)
        } catch {
            throw .store(error)
        }
        return try value(text, of: "the setting \"\(setting.name)\"")
    }

    private func value(_ text: String, of source: String) throws(SettingsFailure) -> Value {
        do throws(BadValue) {
            return try read(text)
        } catch {
            throw .refused(.badValue(key: source, value: text, expected: error.expected))
        }
    }
}

/// Why a setting can't be read or changed.
enum SettingsError: Error, Equatable {
    case noSuchKey(String, known: [String])
    /// `expected` describes the values that are accepted.
    case badValue(key: String, value: String, expected: String)

    /// What is wrong, without a full stop.
    var message: String {
        switch self {
        case .noSuchKey(let key, let known):
            let near = suggestion(for: key, among: known).map { "; did you mean \"\($0)\"?" }
            return "there is no setting \"\(key.withoutSecrets)\""
                + (near ?? "; the settings are \(known.joined(separator: ", "))")
        case .badValue(let key, let value, let expected):
            return "\(key) can't be \"\(value.withoutSecrets)\": it takes \(expected)"
        }
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
