/// What commands run in. Everything that belongs to one program enters this folder through here.
protocol CommandSession: Sendable {
    associatedtype Options: SharedOptions
    associatedtype Failure: Error
    associatedtype Status: Sendable
}

/// The options that every command of a program takes, before its name or after.
protocol SharedOptions: Sendable {
    init()

    static var syntax: [OptionSyntax<Self>] { get }
    var wantsHelp: Bool { get set }
    var wantsVersion: Bool { get }
}

/// A command: its arguments as properties, and what it does.
protocol Command<Session>: Sendable {
    associatedtype Session: CommandSession

    /// Without any arguments.
    init()

    static var name: String { get }
    static var syntax: Syntax<Self> { get }

    /// Checks that the arguments fit together. Called when all are set.
    func check() throws(UsageError.Reason)

    @MainActor func run(in session: Session) async throws(Session.Failure) -> Session.Status
}

extension Command {
    func check() throws(UsageError.Reason) {}

    fileprivate static var summary: String { syntax.summary }
}

/// Commands with a name in common, such as `people list` and `people remove`. The program itself is such a group.
struct CommandGroup<Session: CommandSession>: Sendable {
    let name: String
    let summary: String
    /// Complete command lines, without the program's name.
    let examples: [String]
    let members: [CommandTree<Session>]
    /// The command that runs if the command line names none.
    let usual: any Command<Session>.Type
}

/// What a word on the command line can name.
enum CommandTree<Session: CommandSession>: Sendable {
    case command(any Command<Session>.Type)
    case group(CommandGroup<Session>)

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
