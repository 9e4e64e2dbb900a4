import Domain
import Presentation

/// Adds an entity.
struct AddCommand<Entity: ListedEntity>: LibraryCommand {
    /// The value of the first naming field.
    var name: String?
    var options = FieldOptions<Entity>()

    static var syntax: Syntax<AddCommand> {
        let name = Entity.namingFields.first?.option ?? "name"
        return Syntax(
            summary: Entity.words.add.summary,
            examples: Entity.words.examples(Entity.words.add),
            operands: [.optional(name, .text("<\(name)>"), \.name)],
            options: Entity.entered.filter { $0 != Entity.namingFields.first }.map {
                FieldOptions<Entity>.setting($0).within(\.options)
            },
            rows: Row<Entity>.self,
            notes: Entity.words.add.notes + [FieldOptions<Entity>.dayNote])
    }

    func check() throws(UsageError.Reason) {
        if let field = options.given.keys.first(where: Entity.isEnough), options.given[field] != nil { return }
        guard name != nil else { throw .missingOperand("<\(Entity.namingFields.first?.option ?? "name")>") }
        for field in Entity.namingFields.dropFirst() where options.given[field] == nil {
            throw .missingOption("--\(field.option)", valueName: FieldOptions<Entity>.setting(field).valueName ?? "")
        }
    }

    func run(_ context: UseCaseContext, in session: Session) async throws(LibraryError) -> ExitStatus {
        var draft = Entity.Draft()
        if let field = Entity.namingFields.first, let name { draft[field] = name.fieldValue }
        try await options.resolved(in: context).write(to: &draft, today: context.today(), folding: context.folding)
        draft = try await Entity.completed(draft, in: session)
        let add = AddEntity<Entity>(context)
        let remarks = try await Entity.remarks(onAdding: draft, context)
        let entity = try await session.call(AddEntity<Entity>.self, try await add(draft, chosen: options.chosen))
        session.console.say("Added \(entity.identified).")
        for remark in remarks { session.console.warn(remark) }
        session.console.print(Row(entity))
        return .done
    }
}
