import Data
import Domain
import Storage

extension AppEnvironment {
    /// The user's own library. Options override variables, and these override settings.
    static func live(_ options: GlobalOptions, _ variables: Variables) async throws(CommandError) -> AppEnvironment {
        let folder = DataFolder(program: Bookshelf.name, variable: Bookshelf.variable("DIRECTORY"))
        guard let directory = try await mapError(CommandError.store, try folder.path(options.directory, variables))
        else {
            let reason = "HOME is not set; name a folder with --directory"
            throw .store(.failed(operation: "choose a folder for", location: "the library", reason: reason))
        }
        // The settings are in this file whatever the store is, because they may choose the store.
        let base = AppEnvironment(trace: Trace(options.console))
            .with(\.settings, KeyValueFile(path: directory + "/settings.json"))
        let store = try await StoreChoice(options, variables, base.settings)
        let library = { @Sendable in store.library(in: directory, variables, isQuiet: options.console.isQuiet) }
        let environment =
            base
            .with(library())
            .with(\.libraryFiles, StoreFiles(files.map { "\(directory)/\($0.name)" }))
            .withOwn(in: directory)
            .with(\.today, { .today })
            .with(\.randomBits, { .random(in: .min ... .max) })
            .with(\.terminalEvents, .ofThisProcess)
            .with(\.openedStore, OpenedStore(path: store.path(in: directory), library: library, options: options))
        // Only a mistake above can cause this, and the first start shows it. A default value would hide it: a library
        // in memory loses everything.
        guard environment.missing.isEmpty else { fatalError("the live environment lacks \(environment.missing)") }
        return environment
    }

    /// The program's files in the folder of the library, and what each holds.
    static let files =
        StoreChoice.files + [(name: "settings.json", contents: "the settings")] + ownFiles
}

extension StoreChoice {
    /// The store that the user has chosen.
    init(_ options: GlobalOptions, _ variables: Variables, _ settings: any KeyValueStore) async throws(CommandError) {
        let variable = Bookshelf.variable("STORE")
        self = try await mapError(
            CommandError.init,
            try await ValueReader.store.chosen(options.store, variable, variables, .store, settings))
    }
}
