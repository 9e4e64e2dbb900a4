import Domain
import Presentation

enum People {
    static let commands = CommandGroup(
        name: "people", summary: "Lists, renames and removes the people you lend books to.",
        examples: ["people", "people rename Ana \"Ana Maria\"", "people remove Ana"],
        members: [.command(ListPeople.self), .command(RenamePerson.self), .command(RemovePerson.self)],
        usual: ListPeople.self)
}

struct ListPeople: Command {
    static let name = "list"

    static var syntax: Syntax<ListPeople> {
        Syntax(
            summary: "Lists the people you lend books to, by name.", examples: ["people list", "people list --json"])
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        let people = PeopleViewModel(context: session.environment.context)
        await people.load()
        try session.check(people.error)
        session.print(people.rows)
        if people.rows.isEmpty { session.console.say("No people are registered as borrowers.") }
        return .done
    }
}

struct RenamePerson: Command {
    static let name = "rename"

    var person = ""
    var newName = ""

    static var syntax: Syntax<RenamePerson> {
        Syntax(
            summary: "Gives a person another name.", examples: ["people rename Ana \"Ana Maria\""],
            operands: [.one("person", \.person), .one("new name", \.newName)])
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        let people = PeopleViewModel(context: session.environment.context)
        guard let renamed = await people.rename(person, to: newName) else { return try session.refused(people.error) }
        session.console.say("\(person) is now \(renamed.name).")
        return .done
    }
}

struct RemovePerson: Command {
    static let name = "remove"

    var person = ""

    static var syntax: Syntax<RemovePerson> {
        Syntax(
            summary: "Removes a person who has no book, together with their past loans.",
            examples: ["people remove Ana"], operands: [.words("person", \.person)])
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        let people = PeopleViewModel(context: session.environment.context)
        guard let removed = await people.remove(person) else { return try session.refused(people.error) }
        session.console.say("Removed \(removed.name).")
        return .done
    }
}

extension PeopleViewModel.Row: TableRow {
    static var columns: [Column<PeopleViewModel.Row>] {
        [Column("name", .strong, share: 10), Column("books out")]
    }

    func describe(to fields: inout some FieldWriter) {
        fields.field("id", borrower.id.description)
        fields.field("name", borrower.name)
        fields.field("booksOut", booksOut)
    }
}
