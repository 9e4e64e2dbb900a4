import Domain

extension CommandGroup {
    /// All commands of the program, in the order of help.
    static let bookshelf = CommandGroup(
        name: Bookshelf.name,
        summary: "Keeps track of your items.",
        examples: ["list", "help add"],
        members: ItemCommands.members + libraryCommands,
        usual: "list",
        view: "the full-screen view",
        synonyms: {
            [
                "new": "add", "create": "add", "ls": "list", "find": "list", "search": "list", "view": "show",
                "change": "edit", "set": "edit", "update": "edit", "rm": "remove", "delete": "remove", "load": "import",
                "dump": "export", "config": "settings", "check": "repair", "fix": "repair", "revert": "undo",
                "man": "help",
            ]
        })

    private static var libraryCommands: [CommandTree] {
        [
            .group(ItemCommands.tree),  // further feature
            .command("backup", Backup.self), .command("restore", Restore.self), .group(Settings.commands),
            .command("compare", Compare.self),
            .command("repair", Repair.self), .command("undo", Undo.self), .command("completions", Completions.self),
        ]
    }
}

extension Repair {
    /// What it saves of lost lines.
    static var salvaged: any ListedEntity.Type { Item.self }
}

extension IncompleteEntities {
    /// What `repair` looks for.
    static var all: [IncompleteEntities] { [] }
}

extension ManualSection {
    /// What the manual page says besides the commands.
    static var all: [ManualSection] {
        let folder = "~/.local/share/\(Bookshelf.name)/"
        return [
            ManualSection(
                title: "ENVIRONMENT",
                entries: [
                    (Bookshelf.variable("STORE"), "the store, as with --store"),
                    (Bookshelf.variable("DIRECTORY"), "the folder, as with --directory"),
                ] + StoreChoice.variables + [
                    ("XDG_DATA_HOME, HOME", "where the folder is by default"),
                    ("FORCE_COLOR, NO_COLOR", "colour, or none, unless --color is given"),
                    ("TERM", "if dumb, no redrawing and progress; if unset or dumb, no full-screen view"),
                    ("LC_ALL, LC_CTYPE, LANG", "the character set; if it is not UTF-8, bars are of #"),
                    ("COLUMNS", "the width of tables, instead of the terminal's"),
                    ("http_proxy, https_proxy, all_proxy, no_proxy", "proxies, on Linux"),
                ]),
            ManualSection(title: "FILES", entries: AppEnvironment.files.map { (folder + $0.name, $0.contents) }),
            ManualSection(title: "EXIT STATUS", entries: ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) }),
        ]
    }
}
