import Data
import Domain
import Storage

extension AppEnvironment {
    /// The user's own library. Options override variables, and these override settings.
    static func live(_ options: GlobalOptions, _ variables: Variables) async throws(CommandError) -> AppEnvironment {
        let directory = try directory(options, variables)
        // Where a variable isn't UTF-8, its value here has U+FFFD instead, and leads to another folder.
        let names = [Bookshelf.variable("DIRECTORY"), "XDG_DATA_HOME", "HOME"]
        if directory.contains("\u{FFFD}"), !names.allSatisfy(SystemProcess.isUTF8) {
            throw .store(.failed(operation: "use", location: directory, reason: "its name is not UTF-8"))
        }
        if !directory.hasPrefix("/"), SystemProcess.workingDirectoryIsDeleted {
            throw .store(.failed(operation: "find", location: directory, reason: "the current directory was deleted"))
        }
        // The settings are in this file whatever the store is, because they may choose the store.
        let settings = KeyValueFile(path: directory + "/settings.json")
        let store = try await StoreChoice(options, variables, settings)
        let catalog = OnlineCatalog(in: directory, program: "\(Bookshelf.name)/\(Bookshelf.version)") {
            () async throws(StorageError) in try await settings.value(for: .catalog)
        }
        let environment = AppEnvironment()
            .with(\.settings, settings)
            .with(store.library(in: directory, variables, isQuiet: options.isQuiet))
            .with(\.libraryFiles, StoreFiles(files.map { "\(directory)/\($0.name)" }))
            .with(\.catalog, catalog)
            .with(\.today, { .today })
            .with(\.randomBits, { .random(in: .min ... .max) })
            .with(\.interruption, SystemProcess.interruption)
            .with(\.windowSizes, SystemProcess.windowSizes)
        // Only a mistake above can cause this, and the first start shows it. A default value would hide it: a library
        // in memory loses everything.
        guard environment.missing.isEmpty else { fatalError("the live environment lacks \(environment.missing)") }
        return environment
    }

    /// The program's files in the folder of the library, and what each holds.
    static let files =
        StoreChoice.files + [
            (name: "settings.json", contents: "the settings"),
            (name: "catalog.json", contents: "answers of the catalogue; it can be deleted"),
        ]

    /// The folder that holds the library: the first of `--directory`, `BOOKSHELF_DIRECTORY`, `$XDG_DATA_HOME/bookshelf`
    /// and `~/.local/share/bookshelf` that is set.
    ///
    /// A relative `XDG_DATA_HOME` is ignored, as the XDG Base Directory Specification demands.
    static func directory(_ options: GlobalOptions, _ variables: Variables) throws(CommandError) -> String {
        if let directory = options.directory ?? variables[Bookshelf.variable("DIRECTORY")] { return directory }
        if let data = variables["XDG_DATA_HOME"], data.hasPrefix("/") { return "\(data)/\(Bookshelf.name)" }
        if let home = variables["HOME"] { return "\(home)/.local/share/\(Bookshelf.name)" }
        throw .library(
            .store(
                .failed(
                    operation: "choose a folder for", location: "the library",
                    reason: "HOME is not set; name a folder with --directory")))
    }
}

extension StoreChoice {
    /// The store that the user has chosen.
    init(
        _ options: GlobalOptions, _ variables: Variables, _ settings: any KeyValueStore
    ) async throws(CommandError) {
        let variable = Bookshelf.variable("STORE")
        if let store = options.store {
            self = store
        } else if let text = variables[variable] {
            try self.init(text, from: variable)
        } else {
            let text = try await mapError(CommandError.store, try await settings.value(for: .store))
            try self.init(text, from: "the setting \"store\"")
        }
    }

    /// Throws `SettingsError.badValue`, naming `source`, if `text` names no store.
    private init(_ text: String, from source: String) throws(CommandError) {
        guard let store = StoreChoice(text) else {
            throw .settings(.badValue(key: source, value: text, expected: Self.expected))
        }
        self = store
    }
}
