import Storage

/// The program.
@main
struct Bookshelf {
    /// The name, here and in the manifest only: help, messages, variables and folders take it from here.
    static let name = "bookshelf"
    static let version = "0.1.0"

    /// The format of the library's journal, and so of backups.
    static var libraryFormat: String { "\(name)-library" }

    /// The environment variable `BOOKSHELF_STORE` for "STORE".
    static func variable(_ word: String) -> String { "\(name.uppercased())_\(word)" }

    static func main() async {
        SystemProcess.ignoreSignalsOfWriting()
        SystemProcess.bypassProxiesOnThisMachine()
        await Program.run(CommandLine.arguments)
    }

    /// All commands, in the order of help.
    static let commands = CommandGroup(
        name: name,
        summary: "Keeps track of your books: those you own or want, what you are reading, and who borrowed what.",
        examples: [
            "demo",
            "add \"Pride and Prejudice\" --author \"Jane Austen\"",
            "list garcia marquez --status to-read",
            "lend pride --to Ana",
            "import goodreads_library_export.csv",
        ],
        members: [
            .command("add", Add.self), .command("list", List.self), .command("show", Show.self),
            .command("edit", Edit.self), .command("remove", Remove.self),
            .command("lend", Lend.self), .command("return", Return.self), .command("loans", Loans.self),
            .group(People.commands),
            .command("import", Import.self), .command("export", Export.self),
            .command("backup", Backup.self), .command("restore", Restore.self), .group(Settings.commands),
            .command("watch", Watch.self),
            .command("stats", Stats.self), .command("demo", Demo.self), .command("repair", Repair.self),
        ],
        usual: "list",
        view: "the full-screen view",
        synonyms: {
            [
                "new": "add", "create": "add", "insert": "add", "ls": "list", "find": "list", "search": "list",
                "grep": "list", "info": "show", "view": "show", "cat": "show", "get": "show", "change": "edit",
                "modify": "edit", "set": "edit", "update": "edit", "rm": "remove", "del": "remove", "delete": "remove",
                "borrow": "lend", "loan": "lend", "friends": "people", "persons": "people", "load": "import",
                "dump": "export", "save": "export", "config": "settings", "preferences": "settings",
                "statistics": "stats", "tour": "demo", "check": "repair", "fix": "repair", "man": "help",
            ]
        })
}
