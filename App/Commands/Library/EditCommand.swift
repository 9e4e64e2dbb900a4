import Domain
import Presentation

/// Changes one entity, or each of a list.
struct EditCommand<Entity: ListedEntity>: LibraryCommand {
    var entity = ""
    /// A file with a list of entities to change instead; `-` is standard input.
    var list: String?
    var isConfirmed = false
    var options = FieldOptions<Entity>()

    static var syntax: Syntax<EditCommand> {
        let fields = Entity.namingFields.prefix(1) + Entity.entered.filter { $0 != Entity.namingFields.first }
        let setting = fields.map { FieldOptions<Entity>.setting($0) }
        return Syntax(
            summary: Entity.words.edit.summary,
            examples: Entity.words.examples(Entity.words.edit),
            operands: [.words(Entity.noun.singular, \.entity, .library(.names(of: Entity.self)), isRequired: false)],
            options: (setting + FieldOptions<Entity>.removing).map { $0.within(\.options) } + [
                .value("from", .file("<file>"), \.list, "change each \(Entity.noun.singular) of this list"),
                .flag("yes", \.isConfirmed, "don't ask about the list"),
            ],
            exclusive: FieldOptions<Entity>.exclusive,
            rows: Row<Entity>.self,
            notes: Entity.words.edit.notes + [
                """
                --from takes the output of list, with --json or in a pipe, or identifiers, one on a line; - is standard
                input. All these \(Entity.noun.plural) are changed, or none; undo takes them back together. On a terminal the \
                command
                shows them and asks; elsewhere, and for a list in standard input, it needs --yes.
                """, FieldOptions<Entity>.dayNote, Entity.words.naming,
            ])
    }

    func check() throws(UsageError.Reason) {
        if list == nil, entity.isEmpty { throw .missingOperand("<\(Entity.noun.singular)>") }
        if list != nil, !entity.isEmpty { throw .exclusive("--from", "<\(Entity.noun.singular)>") }
    }

    func run(in session: AppSession) async throws(CommandError) -> ExitStatus {
        let context = session.environment.context
        guard let list else { return try await mapError(CommandError.library, try await run(context, in: session)) }
        let rows = try await mapError(CommandError.file, try PrintedRows(NamedFile(name: list), firstField: "id"))
        let all = try await mapError(
            CommandError.library, try await context.library.page(Query<Entity>(), folding: context.folding).rows)
        let named = try await mapError(CommandError.file, try rows.named(of: Array(all), Entity.noun.singular))
        return try await mapError(
            CommandError.library, try await session.edit(named, options, asks: !isConfirmed, needsYes: true))
    }

    func run(_ context: UseCaseContext, in session: AppSession) async throws(LibraryError) -> ExitStatus {
        let before = try await session.call(FindEntity<Entity>.self, try await FindEntity<Entity>(context)(entity))
        var draft = before.draft
        let today = context.today()
        let options = try await options.resolved(in: context)
        for (field, text) in try options.write(to: &draft, today: today, folding: context.folding) {
            session.console.warn("The \(Entity.noun.singular) \(field.words.lacking) \(field.option) \"\(text)\".")
        }
        let after = try await session.call(
            EditEntity<Entity>.self,
            try await EditEntity<Entity>(context)(before.id, chosen: options.chosen) { draft throws(LibraryError) in
                try options.write(to: &draft, today: today, folding: context.folding)
            })
        session.console.say(after == before ? "\(after.quoted) stays as it was." : "Changed \(after.quoted).")
        if let remark = Entity.remark(onChanging: before, to: after) { session.console.say(remark) }
        let row = try await context.library.row(of: after.id, folding: context.folding)
        session.console.print(row ?? Row(after))
        return .done
    }
}

extension AppSession {
    /// Makes the same changes to all of these entities, or to none; says how many have changed, and prints all for programs.
    /// If it `asks`, people may refuse. Where no one can be asked, it is refused if it `needsYes`.
    @MainActor
    func edit<Entity: ListedEntity>(
        _ rows: [Row<Entity>], _ options: FieldOptions<Entity>, asks: Bool, needsYes: Bool = false
    ) async throws(LibraryError) -> ExitStatus {
        let (context, number) = (environment.context, Entity.counting(rows.count))
        let refusal = needsYes ? "nothing was changed; with --yes this would change \(number):" : nil
        let names = rows.compactMap(\.entity).map(\.identified).shortened
        guard
            rows.isEmpty
                || console.confirms(!asks, "Change \(number)?", about: names, done: "changed", refusal: refusal)
        else { return .refused }
        let options = try await options.resolved(in: context)
        let edited = try await call(
            EditEntity<Entity>.self,
            try await EditEntity<Entity>(context)(rows.map(\.id), chosen: options.chosen) {
                draft throws(LibraryError) in
                try options.write(to: &draft, today: context.today(), folding: context.folding)
            })
        console.say("Changed \(zip(rows, edited).count { $0.entity != $1 }) of \(number).")
        console.print(changed: zip(rows, edited).map { Row($1, derived: $0.derived) })
        return .done
    }
}
