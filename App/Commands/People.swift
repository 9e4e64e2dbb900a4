import Data
import Domain
import Presentation
import Storage

enum People {
    static let commands = CommandGroup(
        name: "people", summary: "Lists, renames and removes the people books are lent to.",
        examples: ["people", "people rename Ana \"Ana Maria\"", "people remove Ana"],
        members: [.command(ListPeople.self), .command(RenamePerson.self), .command(RemovePerson.self)],
        usual: ListPeople.self)
}

struct ListPeople: Command {
    static let name = "list"

    static var syntax: Syntax<ListPeople> {
        Syntax("Lists the people books are lent to, by name.", examples: ["people list", "people list --json"])
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        let people = PeopleViewModel(library: session.environment.library, context: session.environment.context)
        await people.load()
        try session.check(people.error)
        session.print(people.rows, as: .people)
        if people.rows.isEmpty { session.console.say("Nobody has borrowed a book yet.") }
        return .done
    }
}

struct RenamePerson: Command {
    static let name = "rename"

    var person = ""
    var newName = ""

    static var syntax: Syntax<RenamePerson> {
        Syntax(
            "Gives a person another name.",
            examples: ["people rename Ana \"Ana Maria\""],
            operands: [
                .one("person", .text("<person>"), \.person), .one("new name", .text("<new name>"), \.newName),
            ]
        )
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        let people = PeopleViewModel(library: session.environment.library, context: session.environment.context)
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
            "Forgets a person who has no book, and what they borrowed before.",
            examples: ["people remove Ana"],
            operands: [.words("person", \.person)]
        )
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        let people = PeopleViewModel(library: session.environment.library, context: session.environment.context)
        guard let removed = await people.remove(person) else { return try session.refused(people.error) }
        session.console.say("Forgot \(removed.name).")
        return .done
    }
}

extension Table<PeopleViewModel.Row> {
    fileprivate static var people: Self {
        Table(
            columns: [
                Column("name", share: 10, style: { _ in .strong }) { $0.borrower.name },
                Column("books out") { $0.booksOut.description },
            ],
            values: { $0.person($1.borrower, booksOut: $1.booksOut) },
            json: { $0.person($1.borrower, booksOut: $1.booksOut) })
    }
}

extension TabbedWriter {
    fileprivate mutating func person(_ borrower: Borrower, booksOut: Int) {
        value(borrower.id.description)
        value(borrower.name)
        value(booksOut.description)
    }
}

extension JSONWriter {
    fileprivate mutating func person(_ borrower: Borrower, booksOut: Int) {
        object { json in
            json.member("id", "\(borrower.id)")
            json.member("name", borrower.name)
            json.member("booksOut", booksOut)
        }
    }
}
