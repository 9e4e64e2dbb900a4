/// A choice that can't be made.
public enum PreferencesError: Error, Hashable {
    case noSuchKey(String, known: [String])
    /// `expected` says what would do.
    case badValue(key: String, value: String, expected: String)
}
