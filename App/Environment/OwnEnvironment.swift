import Data
import Domain
import Storage

// What this application adds to the environment that every project has.
extension AppEnvironment {
    static var ownKeys: [any AppEnvironmentKey.Type] { [CatalogKey.self] }

    /// The files that it keeps in the folder of the library, and what each holds.
    static let ownFiles = [(name: "catalog.json", contents: "answers of the catalogue; it can be deleted")]

    /// A copy of the user's own environment, whose files are in `directory`, with the dependencies for these keys.
    func withOwn(in directory: String) -> AppEnvironment {
        let settings = settings
        return with(
            \.catalog,
            OnlineCatalog(in: directory, program: "\(Bookshelf.name)/\(Bookshelf.version)") {
                () async throws(StorageError) in try await settings.value(for: .catalog)
            })
    }

    private enum CatalogKey: AppEnvironmentKey {
        static let defaultValue: any BookCatalog = InMemoryCatalog()
    }

    /// Where books are looked up.
    var catalog: any BookCatalog {
        get { self[CatalogKey.self] }
        set { self[CatalogKey.self] = trace?.catalog(newValue) ?? newValue }
    }

    /// The settings that rules and view models use.
    var preferences: any PreferencesRepository {
        let preferences = KeyValuePreferences(store: settings)
        return trace.map { Traced(preferences, (any PreferencesRepository).self, $0) } ?? preferences
    }
}

extension Trace {
    fileprivate func catalog(_ base: some BookCatalog) -> any BookCatalog { Traced(base, (any BookCatalog).self, self) }
}

extension Traced: BookCatalog where Base: BookCatalog {
    func entry(for isbn: ISBN) async throws(LibraryError) -> CatalogEntry? {
        try await call(try await base.entry(for: isbn))
    }
    var isBuiltIn: Bool { base.isBuiltIn }
}

extension Traced: PreferencesRepository where Base: PreferencesRepository {
    func preferences() async throws(LibraryError) -> Preferences { try await call(try await base.preferences()) }
    func observe() -> Updates<Preferences> { Updates(results(base.observe().stream)) }
}
