import Data
import Domain
import Storage

// What this application adds to the environment that every project has.
extension AppEnvironment {
    static var ownKeys: [any AppEnvironmentKey.Type] {
        [
            CatalogKey.self
        ]
    }

    /// The files that it keeps in the folder of the library, and what each holds.
    static let ownFiles: [(name: String, contents: String)] = [
        (name: "catalog.json", contents: "answers of the catalogue; it can be deleted")
    ]

    /// A copy of the user's own environment, whose files are in `directory`, with the dependencies for these keys.
    func withOwn(in directory: String) -> AppEnvironment {
        self
            .withCatalog(in: directory)
    }

    /// The settings that rules and view models use.
    var preferences: any PreferencesRepository {
        let preferences = KeyValuePreferences(store: settings)
        return trace.map { Traced(preferences, (any PreferencesRepository).self, $0) } ?? preferences
    }
}

extension Traced: PreferencesRepository where Base: PreferencesRepository {
    func preferences() async throws(LibraryError) -> Preferences { try await call(try await base.preferences()) }
    func observe() -> Updates<Preferences> { Updates(results(base.observe().stream)) }
}
