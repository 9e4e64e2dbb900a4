/// Why a setting can't be read or changed.
enum SettingsError: Error, Equatable {
    case noSuchKey(String, known: [String])
    /// `expected` describes the values that are accepted.
    case badValue(key: String, value: String, expected: String)
}

extension ErrorReport {
    init(_ error: SettingsError) {
        switch error {
        case .noSuchKey(let key, let known):
            let near = suggestion(for: key, among: known).map { "; did you mean \"\($0)\"?" }
            self.init(
                message: "there is no setting \"\(key.withoutSecrets)\""
                    + (near ?? "; the settings are \(known.joined(separator: ", "))"),
                status: .wrongUsage)
        case .badValue(let key, let value, let expected):
            self.init(
                message: "\(key) can't be \"\(value.withoutSecrets)\": it takes \(expected)", status: .wrongUsage)
        }
    }
}
