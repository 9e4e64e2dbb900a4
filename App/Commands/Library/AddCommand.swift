import Domain
import Presentation

/// Adds an entity.
struct AddCommand<Entity: ListedEntity>: LibraryCommand {
    /// The value of the first naming field.
    var name: String?
    var options = FieldOptions<Entity>()

    static var syntax: Syntax<AddCommand> {
        let name = Entity.namingFields.first?.option ?? "name"
        let isComplete = !Entity.entered.contains(where: Entity.isEnough)
        return Syntax(
            summary: Entity.words.add.summary,
            examples: Entity.words.examples(Entity.words.add),
            operands: [.optional(name, .text("<\(name)>"), \.name, isNeeded: isComplete)],
            options: Entity.entered.filter { $0 != Entity.namingFields.first }.map {
                FieldOptions<Entity>.setting($0).within(\.options).required(isComplete && needed.contains($0))
            },
            rows: Row<Entity>.self,
            notes: Entity.words.add.notes + [FieldOptions<Entity>.dayNote])
    }

    /// The fields that every entity needs.
    private static var needed: [Entity.Draft.Field] {
        Entity.entered.filter {
            Entity.namingFields.contains($0) || !$0.isOptional && !$0.isFilledIn && Entity.Draft.initial($0) == .none
        }
    }

    /// Throws an error with all that is missing.
    func check() throws(UsageError.Reason) {
        if options.given.keys.contains(where: Entity.isEnough) { return }
        let first = Entity.namingFields.first
        let missing = Self.needed.filter { $0 == first ? name == nil : options.given[$0] == nil }
        let words = missing.map { $0 == first ? "<\($0.option)>" : FieldOptions<Entity>.setting($0).term }
        if !words.isEmpty { throw .missingOperand(words.listed) }
    }

    func run(_ context: UseCaseContext, in session: AppSession) async throws(LibraryError) -> ExitStatus {
        var draft = Entity.Draft()
        if let field = Entity.namingFields.first, let name { draft[field] = name.fieldValue }
        try await options.resolved(in: context).write(to: &draft, today: context.today(), folding: context.folding)
        draft = try await Entity.completed(draft, in: session)
        let remarks = try await Entity.remarks(onAdding: draft, context)
        let entity = try await session.call(
            AddEntity<Entity>.self, try await AddEntity<Entity>(context)(draft, chosen: options.chosen))
        session.console.say("Added \(entity.identified).")
        for remark in remarks { session.console.warn(remark) }
        session.console.print(Row(entity))
        return .done
    }
}
