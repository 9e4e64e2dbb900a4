// What this application adds to the environment that every project has.
extension AppEnvironment {
    /// The keys of its own dependencies.
    static var ownKeys: [any AppEnvironmentKey.Type] { [] }

    /// The files that it keeps in the folder of the library, and what each holds.
    static let ownFiles: [(name: String, contents: String)] = []

    /// A copy of the user's own environment, whose files are in `directory`, with the dependencies for these keys.
    func withOwn(in directory: String) -> AppEnvironment { self }
}
