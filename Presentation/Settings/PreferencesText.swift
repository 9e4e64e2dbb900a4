import Domain

/// Choices as people write them.
extension Preferences {
    /// The value of a choice as text; nil where store or catalogue are the usual ones.
    func text(of key: PreferenceKey) -> String? {
        switch key {
        case .sort: sort.rawValue
        case .loanDays: "\(loanPeriod.days)"
        case .color: color.rawValue
        case .store: store
        case .catalog: catalog
        }
    }

    /// Takes the value that `text` says. `check` throws where it names no store, or no catalogue.
    /// Throws `PreferencesError.badValue`.
    mutating func take(
        _ text: String, for key: PreferenceKey, check: (PreferenceKey, String) throws(PreferencesError) -> Void
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
            try check(key, text)
            store = text
        case .catalog:
            try check(key, text)
            catalog = text
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
