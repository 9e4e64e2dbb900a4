import Domain

extension CommandGroup {
    /// All commands of the program, in the order of help.
    static let bookshelf = CommandGroup(
        name: Bookshelf.name,
        summary: "Keeps track of your books: those you own or want, what you are reading, and who borrowed what.",
        examples: [
            "demo",
            "add \"Pride and Prejudice\" --author \"Jane Austen\"",
            "list garcia marquez --status to-read",
            "lend pride --to Ana",
            "import goodreads_library_export.csv",
        ],
        members: [
            .command("add", AddCommand<Book>.self), .command("list", ListCommand<Book>.self),
            .command("show", ShowCommand<Book>.self), .command("edit", EditCommand<Book>.self),
            .command("merge", Merge.self),
            .command("compare", Compare.self),
            .group(Shelves.commands), .command("remove", RemoveCommand<Book>.self),
            .command("lend", Lend.self), .command("return", Return.self), .command("loans", Loans.self),
            .command("extend", Extend.self), .group(People.commands),
            .command("import", Book.importer), .command("export", ExportCommand<Book>.self),
            .command("backup", Backup.self), .command("restore", Restore.self), .group(Settings.commands),
            .command("watch", WatchCommand<Book>.self),
            .command("stats", Stats.self),
            .command("demo", Demo.self), .command("repair", Repair.self),
            .command("undo", Undo.self), .command("completions", Completions.self),
        ],
        usual: "list",
        view: "the full-screen view",
        synonyms: {
            [
                "new": "add", "create": "add", "insert": "add", "ls": "list", "find": "list", "search": "list",
                "grep": "list", "info": "show", "view": "show", "cat": "show", "get": "show", "change": "edit",
                "modify": "edit", "set": "edit", "update": "edit", "join": "merge", "combine": "merge",
                "diff": "compare", "rm": "remove", "del": "remove", "delete": "remove",
                "borrow": "lend", "loan": "lend", "renew": "extend", "prolong": "extend",
                "friends": "people", "persons": "people", "load": "import",
                "dump": "export", "save": "export", "config": "settings", "preferences": "settings",
                "statistics": "stats", "tour": "demo", "check": "repair", "fix": "repair", "revert": "undo",
                "redo": "undo", "man": "help",
            ]
        })
}

extension Repair {
    /// What it saves of lost lines.
    static var salvaged: any ListedEntity.Type { Book.self }
}

extension IncompleteEntities {
    /// What `repair` looks for.
    static var all: [IncompleteEntities] { [.loans] }
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
                    (
                        "XDG_DATA_HOME, HOME",
                        "where the folder is by default: $XDG_DATA_HOME/\(Bookshelf.name), or \(folder)"
                    ),
                    ("FORCE_COLOR", "colour, unless --color never is given; but tab-separated values stay plain"),
                    ("NO_COLOR", "no colour, but bold text, unless FORCE_COLOR is set or --color always is given"),
                    ("TERM", "if dumb, no redrawing, bars, progress and colour; if unset or dumb, no full-screen view"),
                    (
                        "LC_ALL, LC_CTYPE, LANG",
                        "the character set; if it is not UTF-8, bars are of #, and the full-screen view is of ASCII"
                    ),
                    ("COLUMNS", "the width of tables, instead of the terminal's"),
                    ("VISUAL, EDITOR", "the editor for notes in the full-screen view"),
                    ("TMPDIR", "the folder of the temporary file for the editor; /tmp if unset"),
                    ("http_proxy, https_proxy, all_proxy, no_proxy", "proxies, on Linux"),
                ]),
            ManualSection(title: "FILES", entries: AppEnvironment.files.map { (folder + $0.name, $0.contents) }),
            ManualSection(title: "EXIT STATUS", entries: ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) }),
        ]
    }
}
