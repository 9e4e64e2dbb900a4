import Domain

struct RemoveItemsCommand: LibraryCommand {
    var items: [String] = []
    var isConfirmed = false

    static var syntax: Syntax<RemoveItemsCommand> {
        Syntax(
            summary: "Removes items: all of those named, or none if one of them can't be removed.",
            examples: [ItemCommands.line("remove sample"), ItemCommands.line("remove k3jd --yes")],
            operands: [.oneOrMore("item", \.items, .library(.names(of: Item.self)))],
            options: [.flag("yes", \.isConfirmed, "don't ask")],
            notes: [ShowItemCommand.itemNote, "Where nobody can be asked, --yes is required."])
    }

    func run(_ context: UseCaseContext, in session: Session) async throws(LibraryError) -> ExitStatus {
        let console = session.console
        let found = try await FindEntity<Item>(context).matches(items).map(\.entity)
        let names = found.map { "\($0.quoted) (\($0.id))" }
        switch isConfirmed ? true : console.confirm("Remove \(Item.counting(found.count))?", about: names) {
        case true?: break
        case false?:
            console.say("Nothing was removed.")
            return .refused
        case nil:
            console.complain("nobody can be asked; with --yes this would remove:", details: names)
            return .refused
        }
        let removed = try await session.call(RemoveEntities<Item>.self, try await RemoveEntities<Item>(context)(found.map(\.id)))
        for item in removed { console.say("Removed \(item.quoted).") }
        if console.appearance.isJSON { console.print(removed) }
        return .done
    }
}
