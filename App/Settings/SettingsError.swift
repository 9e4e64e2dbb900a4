/// Why a setting can't be read or changed.
enum SettingsError: Error, Equatable {
    case noSuchKey(String, known: [String])
    /// `expected` describes the values that are accepted.
    case badValue(key: String, value: String, expected: String)
}
