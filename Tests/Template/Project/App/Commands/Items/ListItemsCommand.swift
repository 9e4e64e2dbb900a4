import Domain
import Presentation

struct ListItemsCommand: LibraryCommand {
    var query = EntityQuery<Item>()
    var sort: ItemField?
    /// The columns to print, in order; empty for all.
    var columns: [String] = []

    static var syntax: Syntax<ListItemsCommand> {
        Syntax(
            summary: "Lists all items, or those whose texts have every given word.",
            examples: [
                ItemCommands.line("list"), ItemCommands.line("list sample"),
                ItemCommands.line("list --sort \(ItemField.sampleName.rawValue) --reverse --json"),
            ],
            operands: [.words("text", \.query.text, isRequired: false)],
            options: [
                .value("sort", .word("<field>"), \.sort, "the field to sort by, instead of the name"),
                .flag("reverse", \.query.isReversed, "in reverse order"),
                .value("limit", .count, \.query.limit, "print at most this many items"),
                .value("offset", .count, \.query.offset, "skip this many items first"),
                .value(
                    "columns", .names.completed(by: .after(",", .words(Item.allFieldNames))), \.columns,
                    "print only these fields"),
            ],
            exclusive: [["columns", "json"]],
            rows: Item.self,
            notes: ["Case and accents don't matter."])
    }

    func check() throws(UsageError.Reason) {
        let known = Item.allFieldNames.map { $0.lowercased() }
        for column in columns where !known.contains(column.lowercased()) {
            throw .badValue(of: "--columns", value: column, expected: Item.allFieldNames.alternatives)
        }
    }

    func run(_ context: UseCaseContext, in session: Session) async throws(LibraryError) -> ExitStatus {
        let list = model(context)
        try await session.load(list.content)
        show(list, in: session)
        return .done
    }

    @MainActor
    func model(_ context: UseCaseContext) -> EntityListViewModel<Item> {
        var query = query
        query.sort = sort
        return EntityListViewModel<Item>(context: context, query: query)
    }

    /// Prints the list as it is now, or its beginning of at most `limit` items.
    @MainActor
    func show(_ list: EntityListViewModel<Item>, in session: Session, limit: Int = .max) {
        let rows = Array(list.rows.prefix(limit))
        session.console.print(rows, names: list.names, columns: columns)
        if list.total == 0 {
            let isAll = list.query.text.isEmpty
            session.console.say(
                isAll ? "There is nothing yet: see \(ItemCommands.quoted("add --help"))." : "No items found.")
        } else if rows.count < list.total {
            session.console.say("\(rows.count) of \(list.total) items.")
        }
    }
}
