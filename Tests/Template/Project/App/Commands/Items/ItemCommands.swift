/// The commands for items.
enum ItemCommands {
    /// The word that comes before their names on the command line; nil if there is none.
    static let group: String? = nil

    static var members: [CommandTree] {
        [
            .command("add", AddItemCommand.self), .command("list", ListItemsCommand.self),
            .command("show", ShowItemCommand.self), .command("edit", EditItemCommand.self),
            .command("remove", RemoveItemsCommand.self), .command("import", ImportItemsCommand.self),
            .command("export", ExportItemsCommand.self), .command("watch", WatchItemsCommand.self),
        ]
    }

    /// The commands below that word.
    static var tree: CommandGroup {
        CommandGroup(
            name: group ?? "", summary: "Keeps items.", examples: [line("list"), line("add --help")], members: members,
            usual: "list")
    }

    /// Advice for a name that no item has.
    static var whereToLook: String { "\(quoted("list")) shows all" }

    /// A command line, without the program's name.
    static func line(_ words: String) -> String { group.map { "\($0) \(words)" } ?? words }

    /// The command line, with the program's name, for messages.
    static func quoted(_ words: String) -> String { "\"\(Bookshelf.name) \(line(words))\"" }
}
