public import Domain
public import Storage

/// The user's preferences in a key-value store, each under its key.
public struct KeyValuePreferences: PreferencesRepository {
    private let store: any KeyValueStore

    public init(store: any KeyValueStore) {
        self.store = store
    }

    public func preferences() async throws(LibraryError) -> Preferences {
        Preferences(try await reading(await store.values()))
    }

    public func observe() -> Updates<Preferences> {
        Updates(store.observe(), state: ()) { _, values in Preferences(values) }
    }
}

extension Preferences {
    fileprivate init(_ values: KeyValues) {
        self.init()
        sort = KeyValueKey<BookSort>.sort.value(in: values)
        loanPeriod = KeyValueKey<LoanPeriod>.loanPeriod.value(in: values)
    }
}
