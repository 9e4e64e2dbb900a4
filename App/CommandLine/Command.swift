import Domain

/// A command: its arguments as properties, and what it does.
protocol Command: Sendable {
    /// Without any argument.
    init()

    static var name: String { get }
    static var syntax: Syntax<Self> { get }

    /// Checks how the arguments go together. Called when all are set.
    func check() throws(UsageError)

    /// The environment that the command runs in.
    func environment(
        _ options: GlobalOptions, _ variables: [String: String]
    ) async throws(CommandError) -> AppEnvironment

    /// Runs the command. Results and messages go to the console of the session.
    @MainActor func run(in session: Session) async throws(CommandError) -> ExitStatus
}

extension Command {
    func check() throws(UsageError) {}

    func environment(
        _ options: GlobalOptions, _ variables: [String: String]
    ) async throws(CommandError) -> AppEnvironment {
        try await .live(options, variables)
    }
}

/// Commands with a name in common, as in `people list` and `people remove`; the program itself is one.
struct CommandGroup: Sendable {
    let name: String
    let summary: String
    let examples: [String]
    let members: [CommandTree]
    /// The command that is meant where none is named.
    let usual: any Command.Type
}

/// What a word on the command line can name.
enum CommandTree: Sendable {
    case command(any Command.Type)
    case group(CommandGroup)

    var name: String {
        switch self {
        case .command(let type): type.name
        case .group(let group): group.name
        }
    }

    var summary: String {
        switch self {
        case .command(let type): type.summary
        case .group(let group): group.summary
        }
    }
}

extension Command {
    fileprivate static var summary: String { syntax.summary }
}
