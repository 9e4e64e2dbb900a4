import Data
import Domain

extension AppEnvironment {
    /// The reader's own library. Options count before variables, and these before settings.
    static func live(
        _ options: GlobalOptions, _ variables: [String: String]
    ) async throws(LibraryError) -> AppEnvironment {
        guard let directory = LibraryDirectory.path(option: options.directory, variables: variables) else {
            throw .store(
                .failed(
                    operation: "find a place for", place: "the library",
                    reason: "HOME is not set; name a folder with --directory"))
        }
        let preferences = StoreChoice.preferences(in: directory)
        let store = try await store(options, variables, preferences)
        return AppEnvironment()
            .with(\.preferences, preferences)
            .with(\.library, store.library(in: directory, variables: variables))
            .with(
                \.catalog,
                OnlineCatalog(
                    in: directory, preferences: preferences, program: "bookshelf/\(Bookshelf.version)")
            )
            .with(\.interruption) { await SystemProcess.interruption() }
    }

    private static func store(
        _ options: GlobalOptions, _ variables: [String: String], _ preferences: any PreferencesRepository
    ) async throws(LibraryError) -> StoreChoice {
        if let store = options.store { return store }
        if let text = variables["BOOKSHELF_STORE"], !text.isEmpty {
            return try StoreChoice(text, from: "BOOKSHELF_STORE")
        }
        guard let text = try await preferences.preferences().store else { return .usual }
        return try StoreChoice(text, from: "the setting \"store\"")
    }
}

extension StoreChoice {
    /// The store that a text from elsewhere than an option names. Throws `PreferencesError.badValue`, naming `place`.
    init(_ text: String, from place: String) throws(LibraryError) {
        guard let store = StoreChoice(text) else {
            throw .preferences(.badValue(key: place, value: text, expected: Self.expected))
        }
        self = store
    }
}
