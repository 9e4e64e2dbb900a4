public import Domain
public import Storage

/// The reader's choices in a key-value store, under the names of `PreferenceKey`.
public struct KeyValuePreferences: PreferencesRepository {
    private let store: any KeyValueStore

    public init(store: any KeyValueStore) {
        self.store = store
    }

    public func preferences() async throws(LibraryError) -> Preferences {
        Preferences(try await values())
    }

    public func chosen() async throws(LibraryError) -> Set<PreferenceKey> {
        let values = try await values()
        return Set(PreferenceKey.allCases.filter { values[$0.rawValue] != nil })
    }

    public func choose(_ keys: Set<PreferenceKey>, from preferences: Preferences) async throws(LibraryError) {
        var changes: [String: JSONText?] = [:]
        for key in keys { changes[key.rawValue] = .some(preferences.text(for: key)) }
        try await update(changes)
    }

    public func forget(_ keys: Set<PreferenceKey>) async throws(LibraryError) {
        var changes: [String: JSONText?] = [:]
        for key in keys { changes[key.rawValue] = .some(nil) }
        try await update(changes)
    }

    public func observe() -> Updates<Preferences> {
        Updates(store.observe(), state: ()) { _, values in Preferences(values) }
    }

    private func values() async throws(LibraryError) -> KeyValues {
        try await reading { () async throws(StorageError) in try await store.values() }
    }

    private func update(_ changes: [String: JSONText?]) async throws(LibraryError) {
        _ = try await reading { () async throws(StorageError) in try await store.update(changes, expecting: nil) }
    }
}

/// The choices as typed keys. A value of another type counts as not chosen.
private enum PreferenceKeys {
    static let sort = KeyValueKey(PreferenceKey.sort.rawValue, default: BookSort.title.rawValue)
    static let loanDays = KeyValueKey(PreferenceKey.loanDays.rawValue, default: LoanPeriod.standard.days)
    static let color = KeyValueKey(PreferenceKey.color.rawValue, default: ColorChoice.auto.rawValue)
    static let store = KeyValueKey<String?>(PreferenceKey.store.rawValue, default: nil)
    static let catalog = KeyValueKey<String?>(PreferenceKey.catalog.rawValue, default: nil)
}

extension Preferences {
    fileprivate init(_ values: KeyValues) {
        self.init(
            sort: BookSort(rawValue: PreferenceKeys.sort.value(in: values)) ?? .title,
            loanPeriod: LoanPeriod(days: PreferenceKeys.loanDays.value(in: values)) ?? .standard,
            color: ColorChoice(rawValue: PreferenceKeys.color.value(in: values)) ?? .auto,
            store: PreferenceKeys.store.value(in: values), catalog: PreferenceKeys.catalog.value(in: values))
    }

    /// What is stored for the choice; nil where there is none.
    fileprivate func text(for key: PreferenceKey) -> JSONText? {
        var writer = JSONWriter()
        switch key {
        case .sort: writer.string(sort.rawValue)
        case .loanDays: writer.number(loanPeriod.days)
        case .color: writer.string(color.rawValue)
        case .store:
            guard let store else { return nil }
            writer.string(store)
        case .catalog:
            guard let catalog else { return nil }
            writer.string(catalog)
        }
        return JSONText(writer.bytes)
    }
}
