/// A command. Its properties are the arguments, and `run` carries it out.
protocol Command: CommandArguments {
    /// What it works with, besides its arguments: a library, unless it says otherwise.
    static var needs: CommandNeeds { get }

    @MainActor func run(in session: AppSession) async throws(CommandError) -> ExitStatus
}

extension Command {
    static var needs: CommandNeeds { .library }
}

enum CommandNeeds: Hashable {
    /// Nothing that is stored.
    case nothing
    /// The settings, but no library, so that a wrong setting of the store can be corrected.
    case settings(areChanged: Bool)
    /// The user's library, and the settings.
    case library
    /// A library of its own, which works where nothing can be stored.
    case demo
}
