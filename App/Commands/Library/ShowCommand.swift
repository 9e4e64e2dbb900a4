import Domain
import Presentation

/// Shows one entity.
struct ShowCommand<Entity: ListedEntity>: LibraryCommand {
    var entity = ""

    static var syntax: Syntax<ShowCommand> {
        let noun = Entity.noun.singular
        return Syntax(
            summary: Entity.words.show.summary,
            examples: Entity.words.examples(Entity.words.show),
            operands: [.words(noun, \.entity, .library(.names(of: Entity.self)))],
            notes: [Entity.words.naming, fieldsNote])
    }

    /// For the help of commands that print one result.
    static var fieldsNote: String { "In a pipe or file, each line has the name of a field, a tab and its value." }

    func run(_ context: UseCaseContext, in session: AppSession) async throws(LibraryError) -> ExitStatus {
        let found = try await session.call(FindEntity<Entity>.self, try await FindEntity<Entity>(context)(entity))
        let detail = DetailViewModel<Entity>(found.id, context: context)
        try await session.load(detail.content)
        guard var row = detail.row else { throw Entity.missing(entity) }
        let isForPeople = session.console.appearance.showsTables && !session.console.appearance.isJSON
        // Programs get identifiers.
        if isForPeople { row.names = detail.library.names(referredToBy: [row]) }
        session.console.printFields(row)
        if isForPeople { Entity.printMore(about: row, detail.library, session) }
        return .done
    }
}
