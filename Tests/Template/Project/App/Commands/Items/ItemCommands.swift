import Domain

extension Item: ListedEntity {
    /// What people read about its commands. State what differs from the usual.
    static let words = EntityWords<Item>(group: ItemCommands.group)
}

/// The commands for items.
enum ItemCommands {
    /// The word that comes before their names on the command line; nil if there is none.
    static let group: String? = nil

    static var members: [CommandTree] {
        Item.words.commands + [
            .command("import", ImportCommand<Item>.self), .command("export", ExportCommand<Item>.self),
        ]
    }

    /// The commands below that word.
    static var tree: CommandGroup {
        CommandGroup(
            name: group ?? "", summary: "Keeps items.",
            examples: [Item.words.line("list"), Item.words.line("add --help")], members: members, usual: "list")
    }
}
