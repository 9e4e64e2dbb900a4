import Domain
import Presentation

enum People {
    static let commands = CommandGroup(
        name: "people", summary: "Lists, renames and removes the people you lend books to.",
        examples: ["people", "people rename Ana \"Ana Maria\"", "people remove Ana"],
        list: ListPeople.self, rename: RenamePerson.self, remove: RemovePerson.self)
}

struct ListPeople: LibraryCommand {
    static var syntax: Syntax<ListPeople> {
        Syntax(
            summary: "Lists the people you lend books to, by name.", examples: ["people list", "people list --json"],
            rows: PeopleViewModel.Row.self)
    }

    func run(_ context: UseCaseContext, in session: AppSession) async throws(LibraryError) -> ExitStatus {
        let people = PeopleViewModel(context: context)
        try await session.load(people.content)
        session.console.print(people.rows)
        if people.rows.isEmpty { session.console.say("No people are registered as borrowers.") }
        return .done
    }
}

struct RenamePerson: LibraryCommand {
    var person = ""
    var newName = ""

    static var syntax: Syntax<RenamePerson> {
        Syntax(
            summary: "Gives a person another name.", examples: ["people rename Ana \"Ana Maria\""],
            operands: [.one("person", \.person, .library(.people)), .one("new name", \.newName)])
    }

    func run(_ context: UseCaseContext, in session: AppSession) async throws(LibraryError) -> ExitStatus {
        let renamed = try await session.call(
            RenameBorrower.self, try await RenameBorrower(context)(person, to: newName))
        session.console.say("\(person) is now \(renamed.name).")
        guard session.console.appearance.isJSON else { return .done }
        let people = PeopleViewModel(context: context)
        try await session.load(people.content)
        if let row = people.rows.first(where: { $0.id == renamed.id }) { session.console.print(row) }
        return .done
    }
}

struct RemovePerson: LibraryCommand {
    var person = ""

    static var syntax: Syntax<RemovePerson> {
        Syntax(
            summary: "Removes a person with no book on loan, together with their past loans.",
            examples: ["people remove Ana"], operands: [.words("person", \.person, .library(.people))])
    }

    func run(_ context: UseCaseContext, in session: AppSession) async throws(LibraryError) -> ExitStatus {
        let removed = try await session.call(RemoveBorrower.self, try await RemoveBorrower(context)(person))
        session.console.say("Removed \(removed.name).")
        if session.console.appearance.isJSON {
            session.console.print(PeopleViewModel.Row(borrower: removed, booksOut: 0))
        }
        return .done
    }
}

extension PeopleViewModel.Row: TableRow {
    static var columns: [Column<PeopleViewModel.Row>] {
        [Column(title: "name", style: .strong, share: 10, importance: 1), Column(title: "books out")]
    }

    static var sample: Self? {
        (try? Borrower(id: Borrower.ID(bits: 0), name: "name")).map { Self(borrower: $0, booksOut: 0) }
    }

    func describe(to fields: inout some FieldWriter) {
        fields.field("id", borrower.id.description)
        fields.field("name", borrower.name)
        fields.field("booksOut", booksOut)
    }
}

extension LibraryNames {
    static let people = displayNames(of: Borrower.self)
    static let lentBooks = names(of: Book.self) { $0.lentTo != nil }
    static let booksAtHome = names(of: Book.self) { $0.lentTo == nil }
}
