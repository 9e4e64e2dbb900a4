import Domain
import Presentation

// The search of a page: words, and the conditions of `list --where`.
extension ListCommand {
    /// What a query asks for whose text has conditions, and a sentence that says why one of them has no effect. Names come
    /// first, and a text that is a key finds its entity. What the names of `references` mean, only the library knows.
    static func search(
        _ query: Query<Entity>, today: Day
    ) -> (query: Query<Entity>, problem: String?, references: [(ListField<Entity>, GivenCondition)]) {
        var list = ListCommand()
        let reading = conditions.read(query.text, into: &list)
        list.query = query
        list.query.text = reading.words.joined(separator: " ")
        list.query.hasNamesFirst = true
        // Only what looks like one: comparing identifiers takes time.
        list.query.findsIdentifiers = list.query.text.count >= 4 && list.query.text.contains(where: \.isNumber)
        list.query.derivedFields = Entity.Derived.Field.allCases.filter(\.kind.isSearched)
        if query.fields.isEmpty, let field = Entity.field(ofKey: list.query.text) { list.query.fields = [field] }
        for case (let field, .value(let condition)) in list.given { list.query.require(field, condition(today)) }
        let unknown = reading.unknown.lazy.compactMap { name -> String? in
            let meant = conditions.suggestion(for: name).map { " Did you mean \($0)?" }
            if meant == nil, reading.words.contains("\(name):") { return nil }
            return "\(name): is no condition, but looked for as a word.\(meant ?? "")"
        }.first
        return (
            list.query, reading.complaint ?? unknown,
            list.given.filter { if case .reference = $0.1 { true } else { false } }
        )
    }

    /// The names in a library that complete the value of that condition, or of the field of that name; nil if none do.
    static func libraryNames(of name: String) -> LibraryNames? {
        if let names = allConditions.first(where: { $0.name == name })?.names { return names }
        return Entity.Draft.Field.allCases.first { $0.option == name }?.libraryNames(of: Entity.self)
    }
}

extension Browser {
    /// Shows what `query` finds, once it is known what its names mean.
    func search() {
        let (found, problem, references) = ListCommand<Entity>.search(query, today: environment.today())
        (state.searchProblem, state.awaitsRows) = (problem, true)
        resolving?.cancel()
        resolving = nil
        if references.isEmpty { list.query = found }
        guard !references.isEmpty else { return }
        resolving = Task { [context = environment.context] in
            var (found, problem) = (found, problem)
            for (field, reference) in references {
                do throws(LibraryError) {
                    found.require(field, try await reference.condition(context))
                } catch {
                    problem = store.text(error)
                    // Nothing, rather than everything, which keys would change.
                    found.require(field, .oneOf([FieldValue]()))
                }
            }
            if Task.isCancelled { return }
            (found.sort, found.isReversed) = (query.sort, query.isReversed)
            (list.query, state.searchProblem, resolving) = (found, problem, nil)
            changed()
        }
    }

    /// Loads the names that complete a condition or a field.
    func loadNames(_ name: String) async {
        guard let names = ListCommand<Entity>.libraryNames(of: name) else { return }
        do throws(LibraryError) {
            known[name] = try await names.candidates("", environment.library).map(\.text)
        } catch {
            store.report(store.text(error))
        }
        changed()
    }
}
