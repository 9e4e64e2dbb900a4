import Domain

/// Choices as people write them.
extension Preferences {
    /// The value of a choice as text; nil where the store is the usual one.
    func text(of key: PreferenceKey) -> String? {
        switch key {
        case .sort: sort.rawValue
        case .loanDays: "\(loanPeriod.days)"
        case .color: color.rawValue
        case .store: store
        }
    }

    /// Takes the value that `text` says. `checkStore` throws where it names no store.
    /// Throws `PreferencesError.badValue`.
    mutating func take(
        _ text: String, for key: PreferenceKey, checkStore: (String) throws(PreferencesError) -> Void
    ) throws(PreferencesError) {
        switch key {
        case .sort:
            sort = try choice(text, for: key)
        case .loanDays:
            guard let days = Int(text), let period = LoanPeriod(days: days) else {
                let allowed = LoanPeriod.allowedDays
                throw .badValue(key: key.rawValue, value: text, expected: "\(allowed.lowerBound)-\(allowed.upperBound)")
            }
            loanPeriod = period
        case .color:
            color = try choice(text, for: key)
        case .store:
            try checkStore(text)
            store = text
        }
    }
}

private func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ text: String, for key: PreferenceKey
) throws(PreferencesError) -> Choice {
    guard let choice = Choice(rawValue: text) else {
        let expected = Choice.allCases.map(\.rawValue).joined(separator: "|")
        throw .badValue(key: key.rawValue, value: text, expected: expected)
    }
    return choice
}
