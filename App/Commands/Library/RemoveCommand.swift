import Domain
import Presentation

/// Removes entities.
struct RemoveCommand<Entity: ListedEntity>: LibraryCommand {
    var entities: [String] = []
    var isConfirmed = false

    static var syntax: Syntax<RemoveCommand> {
        Syntax(
            summary: Entity.words.remove.summary,
            examples: Entity.words.examples(Entity.words.remove),
            operands: [.oneOrMore(Entity.noun.singular, \.entities, .library(.names(of: Entity.self)))],
            options: [.flag("yes", \.isConfirmed, "don't ask, and accept words of \(Entity.wordsOfNames)")],
            notes: [Entity.words.naming] + Entity.words.remove.notes)
    }

    func run(_ context: UseCaseContext, in session: AppSession) async throws(LibraryError) -> ExitStatus {
        let console = session.console
        let find = FindEntity<Entity>(context)
        let matches = try await session.call(FindEntity<Entity>.self, try await find.matches(entities), "matches")
        let (remove, ids) = (RemoveEntities<Entity>(context), matches.map(\.entity.id))
        // Asks nothing about one that can't be removed.
        _ = try await session.call(RemoveEntities<Entity>.self, try await remove(ids, dryRun: true))
        let library = try await context.library.excerpt(
            for: Query<Entity> { $0.ids = [] }, folding: context.folding
        ).others
        func described(_ entity: Entity) -> String { entity.identified + Entity.takenAlong(with: entity, in: library) }
        let candidates = matches.map { described($0.entity) }
        let noun = Entity.noun
        let question = candidates.count == 1 ? "Remove this \(noun.singular)?" : "Remove these \(noun.plural)?"
        let a = "aeio".contains(noun.singular.prefix(1)) ? "an" : "a"
        let refusal = "a few words are not enough to remove \(a) \(noun.singular); with --yes this would remove:"
        guard
            console.confirms(
                isConfirmed, question, about: candidates, done: "removed",
                refusal: matches.allSatisfy(\.isExact) ? nil : refusal)
        else { return .refused }
        let removed = try await session.call(RemoveEntities<Entity>.self, try await remove(ids))
        for entity in removed { console.say("Removed \(described(entity)).") }
        if console.appearance.isJSON { console.print(removed.map { Row($0) }) }
        return .done
    }
}
