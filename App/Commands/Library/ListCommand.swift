import Domain
import Presentation

/// Lists the entities of one type.
struct ListCommand<Entity: ListedEntity>: Command {
    var query = Query<Entity>()
    var given: [(field: ListField<Entity>, condition: GivenCondition)] = []
    /// The words of `--where` that are no conditions.
    var words = ""
    /// One of `ListedEntity.sorts`.
    var sort: String?
    /// The columns to print, in order; empty for the usual ones.
    var columns: [String] = []

    static var syntax: Syntax<ListCommand> {
        Syntax(
            summary: Entity.words.list.summary,
            examples: Entity.words.examples(Entity.words.list),
            operands: [.words("text", \.query.text, isRequired: false)],
            options: options,
            rows: Row<Entity>.self,
            notes: ["Case and accents don't matter."] + Entity.words.list.notes)
    }

    static var options: [OptionSyntax<ListCommand>] {
        let many = Entity.noun.plural
        let sorts = Entity.sorts.map(\.name)
        return [
            .value(
                "in", .some(of: Entity.Draft.Field.allCases.filter(\.kind.isSearched), "<field>,…|all"), \.query.fields,
                "look for the words in these fields, and show where they are"),
            .words("where", conditions, "only \(many) with these words and conditions") { $0.words = $1 },
        ] + Entity.conditions.filter { $0.summary != nil }.map(\.syntax) + [
            .value(
                "sort",
                ValueReader("<key>", expected: sorts.alternatives) { sorts.contains($0) ? $0 : nil }
                    .completed(by: .words(sorts, areAll: true)), \.sort, sorts.alternatives),
            .flag("reverse", \.query.isReversed, "in reverse order"),
            .value("limit", .count, \.query.limit, "print at most this many \(many)"),
            .value("offset", .count, \.query.offset, "skip this many \(many) first"),
            .value(
                "columns", .names.completed(by: .after(",", .words(Row<Entity>.allFieldNames))), \.columns,
                "print only these fields"),
        ]
    }

    /// The conditions of `--where`, and of a search in a view, first those of options. Other fields have the usual ones.
    static var conditions: Conditions<ListCommand> { Conditions(allConditions.map(\.syntax)) }

    static var allConditions: [ConditionOption<Entity>] {
        let (stated, fields) = (Entity.conditions, Entity.Draft.Field.allCases)
        let others = fields.filter { field in !stated.contains { $0.field == .own(field) } }
        let all = stated.filter { $0.summary != nil } + stated.filter { $0.summary == nil }
        return all + others.compactMap(ConditionOption.usual)
    }

    func run(in session: AppSession) async throws(CommandError) -> ExitStatus {
        var lean = self
        // Only JSON has all fields.
        if !columns.isEmpty || !session.console.appearance.isJSON { lean.query.shown = shown }
        let list = try await lean.model(session)
        try await lean.load(list, for: "list", in: session)
        lean.show(list, in: session)
        return .done
    }

    /// The fields that are printed; nil for all, which have the texts that `columns` may name.
    private var shown: Set<Entity.Draft.Field>? {
        if columns.isEmpty { return Set(Entity.Draft.Field.allCases.filter { Entity.isTabbed($0) }) }
        let names = Set(columns.map { $0.lowercased() })
        let fields = Entity.Draft.Field.allCases.filter { names.contains($0.rawValue.lowercased()) }
        let known = Set((fields.map(\.rawValue) + Row<Entity>.ownFieldNames).map { $0.lowercased() })
        return names.isSubset(of: known) ? Set(fields) : nil
    }

    /// Loads the list. Throws a usage error for a column that is neither a field nor a named text of any entity in the
    /// library. An empty library takes any name.
    @MainActor
    func load(_ list: ListViewModel<Entity>, for command: String, in session: AppSession) async throws(CommandError) {
        try await mapError(CommandError.library, try await session.load(list.content))
        if Row<Entity>.unknown(columns, in: list.rows) == nil { return }
        let context = session.environment.context
        let all = try await mapError(
            CommandError.library, try await context.library.page(Query<Entity>(), folding: context.folding).rows)
        if !all.isEmpty, let reason = Row<Entity>.unknown(columns, in: all) {
            let path = [Bookshelf.name] + (Entity.words.group.map { [$0] } ?? []) + [command]
            throw .usage(UsageError(reason: reason, path: path))
        }
    }

    /// The list that the arguments ask for.
    @MainActor
    func model(_ session: AppSession) async throws(CommandError) -> ListViewModel<Entity> {
        let context = session.environment.context
        let query = try await mapError(CommandError.library, try await query(context))
        let list = Entity.list(of: query, session.environment)
        if let sort { list.sort = Entity.sorts.first { $0.name == sort }?.sort }
        return list
    }

    /// Prints the list as it is now, or its beginning of at most `limit` entities.
    @MainActor
    func show(_ list: ListViewModel<Entity>, in session: AppSession, limit: Int = .max) {
        var rows = list.rows.first(limit)
        let names = session.console.appearance.showsTables ? list.names : [:]
        if !names.isEmpty { for index in rows.indices { rows[index].names = names } }
        Entity.print(rows, columns: columns, on: session.console)
        if let message = message(on: list, showing: rows.count) { session.console.say(message) }
    }

    /// A message if there are no rows, or more than are shown.
    @MainActor
    private func message(on list: ListViewModel<Entity>, showing count: Int) -> String? {
        let (words, many) = (Entity.words, Entity.noun.plural)
        if list.total == 0 {
            let help = "see \"\(Bookshelf.name) help \(words.line("add"))\""
            if !list.query.isForAll || list.query.isLimited { return "No \(many) found." }
            return "\(Entity.none): \(help)."
        }
        return count < list.total ? "\(count) of \(list.total) \(many)." : nil
    }

    /// The query that the arguments ask for. Throws an error if a name in them belongs to no entity, or to several.
    func query(_ context: UseCaseContext) async throws(LibraryError) -> Query<Entity> {
        var query = query
        query.text = [query.text, words].filter { !$0.isEmpty }.joined(separator: " ")
        for (field, condition) in given { query.require(field, try await condition.condition(context)) }
        return query
    }
}

extension Query {
    fileprivate var isLimited: Bool { offset != 0 || limit != nil || isReversed || !fields.isEmpty }
}
