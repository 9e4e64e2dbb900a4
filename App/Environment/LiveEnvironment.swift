import Data
import Domain
import Storage

extension AppEnvironment {
    /// The reader's own library. Options count before variables, and these before settings.
    static func live(
        _ options: GlobalOptions, _ variables: [String: String]
    ) async throws(CommandError) -> AppEnvironment {
        guard let directory = LibraryDirectory.path(option: options.directory, variables: variables) else {
            throw .library(
                .store(
                    .failed(
                        operation: "find a place for", location: "the library",
                        reason: "HOME is not set; name a folder with --directory")))
        }
        // The same folder whatever the store.
        let settings = KeyValueFile(path: directory + "/settings.json")
        let store = try await store(options, variables, settings)
        let catalog = OnlineCatalog(in: directory, program: "bookshelf/\(Bookshelf.version)") {
            () async throws(StorageError) in try await settings.value(for: .catalog)
        }
        return AppEnvironment()
            .with(\.settings, settings)
            .with(\.library, store.library(in: directory, variables: variables))
            .with(\.catalog, catalog)
            .with(\.interruption) { await SystemProcess.interruption() }
    }

    private static func store(
        _ options: GlobalOptions, _ variables: [String: String], _ settings: any KeyValueStore
    ) async throws(CommandError) -> StoreChoice {
        if let store = options.store { return store }
        if let text = variables["BOOKSHELF_STORE"], !text.isEmpty {
            return try StoreChoice(text, from: "BOOKSHELF_STORE")
        }
        let text = try await mapError(CommandError.store, try await settings.value(for: .store))
        return try StoreChoice(text, from: "the setting \"store\"")
    }
}

extension StoreChoice {
    /// The store that the text of a variable or setting names. Throws `SettingsError.badValue`, naming `source`.
    init(_ text: String, from source: String) throws(CommandError) {
        guard let store = StoreChoice(text) else {
            throw .settings(.badValue(key: source, value: text, expected: Self.expected))
        }
        self = store
    }
}
