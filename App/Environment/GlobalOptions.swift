import Storage

/// The options that every command takes, before or after its name.
struct GlobalOptions: SharedOptions {
    var store: StoreChoice?
    var directory: String?
    var console = ConsoleOptions()
    var wantsHelp = false
    var wantsVersion = false
    var wantsManual = false

    /// The options that name a library in a file, for a command line in a message.
    var libraryOptions: [String] {
        (directory.map { ["--directory", $0] } ?? []) + (store?.name.map { ["--store", $0] } ?? [])
    }

    static var syntax: [OptionSyntax<GlobalOptions>] {
        [
            .value("store", .store, \.store, "how the library is stored (\(Bookshelf.variable("STORE")))"),
            .value(
                "directory", .file("<path>"), \.directory,
                "the folder that holds the library (\(Bookshelf.variable("DIRECTORY")))"),
        ] + ConsoleOptions.syntax.map { $0.within(\.console) } + [
            .flag("help", \.wantsHelp, "explain the command (also -h)"),
            .flag("version", \.wantsVersion, "print the version"),
        ]
    }

    static var helpSyntax: [OptionSyntax<GlobalOptions>] {
        [.flag("man", \.wantsManual, "print a man page (help --json describes the commands as JSON)")]
    }
}

extension RepairRemedy {
    /// Ways to repair a damaged library.
    func hints(_ options: GlobalOptions) -> [String] {
        let repair = ([Bookshelf.name, "repair"] + options.libraryOptions.map(\.inShell)).joined(separator: " ")
        return switch self {
        case .repair:
            [
                "or let \"\(repair)\" set the damaged file aside and keep what is intact",
                "(\"\(repair) --accept-edits\" also keeps lines that were changed with a text editor)",
            ]
        case .edit: ["or correct the value with a text editor, and then run \"\(repair) --accept-edits\""]
        }
    }
}
