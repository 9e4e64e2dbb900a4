/// The arguments of a command, as properties.
protocol CommandArguments: Sendable {
    /// Without any arguments.
    init()

    static var syntax: Syntax<Self> { get }

    /// Checks that the arguments fit together. Called when all are set.
    func check() throws(UsageError.Reason)
}

extension CommandArguments {
    func check() throws(UsageError.Reason) {}

    fileprivate static var described: Syntax<Void> { syntax.described }
}

/// The options that every command of a program takes, before its name or after.
protocol SharedOptions: Sendable {
    init()

    static var syntax: [OptionSyntax<Self>] { get }
    /// Further options after the word `help`.
    static var helpSyntax: [OptionSyntax<Self>] { get }
    var wantsHelp: Bool { get set }
    var wantsVersion: Bool { get }
}

/// Commands with a name in common, such as `settings list` and `settings set`. The program itself is such a group.
struct CommandGroup: Sendable {
    let name: String
    let summary: String
    /// Complete command lines, without the program's name.
    let examples: [String]
    /// Made when they are needed: a run needs those of few groups, and generic types among them take time to make.
    var members: [CommandTree] { makeMembers() }
    private let makeMembers: @Sendable () -> [CommandTree]
    /// The name of the member that runs if the command line names none.
    let usual: String
    /// What is shown instead of the usual member where a full-screen view can be shown, if there is such a view.
    var view: String?
    /// Words of other programs, each with the member that is suggested instead; put together only for an error.
    let synonyms: @Sendable () -> [String: String]

    init(
        name: String, summary: String, examples: [String],
        members: @autoclosure @escaping @Sendable () -> [CommandTree], usual: String, view: String? = nil,
        synonyms: @escaping @Sendable () -> [String: String] = { [:] }
    ) {
        (self.name, self.summary, self.examples, self.usual) = (name, summary, examples, usual)
        self.view = view
        (self.makeMembers, self.synonyms) = (members, synonyms)
    }

    /// Commands that list things of one kind, rename them and remove them. Without a word, they are listed.
    init(
        name: String, summary: String, examples: [String], list: any CommandArguments.Type,
        rename: any CommandArguments.Type, remove: any CommandArguments.Type
    ) {
        self.init(
            name: name, summary: summary, examples: examples,
            members: [.command("list", list), .command("rename", rename), .command("remove", remove)],
            usual: "list", synonyms: { ["ls": "list", "mv": "rename", "rm": "remove", "delete": "remove"] })
    }
}

/// What a word on the command line can name.
enum CommandTree: Sendable {
    case command(String, any CommandArguments.Type)
    case group(CommandGroup)

    var name: String {
        switch self {
        case .command(let name, _): name
        case .group(let group): group.name
        }
    }

    var summary: String { syntax.summary }

    /// The description alone, which sets nothing. That of a group has neither operands nor options.
    var syntax: Syntax<Void> {
        switch self {
        case .command(_, let type): type.described
        case .group(let group): Syntax<Void>(summary: group.summary, examples: group.examples)
        }
    }
}
