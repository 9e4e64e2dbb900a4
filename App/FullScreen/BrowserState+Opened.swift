import Domain
import Presentation

// What keys do in what is open over the list.
extension BrowserState {
    // MARK: The search

    mutating func reduceSearch(_ input: TerminalInput, _ content: Content) -> [Action] {
        let before = search.characters
        var query = content.query
        /// Whether it was left before anything was found.
        var isLeft = false
        switch input {
        case .key(.enter): mode = .list
        case .key(.escape):
            search = TextField()
            query.fields = []
            mode = .list
            isLeft = content.rows.isEmpty || content.isReading
        case .key(.tab):
            if let completed = completedSearch(content) {
                search = TextField(completed)
            } else if search.text.conditionParts.last?.name == nil {
                query.fields = query.fields.isEmpty ? Entity.Draft.Field.allCases.filter(\.kind.isSearched) : []
            }
        case .key(.up), .key(.down), .key(.pageUp), .key(.pageDown), .rows:
            _ = selection.move(input, in: content.rows.ids, height: listHeight)
        default: search.take(input)
        }
        guard search.characters != before || query != content.query else { return [] }
        if isLeft { selection.leaveSearch() } else { selection.isAtTop = mode == .search }
        query.text = search.text
        let name = search.text.conditionParts.last?.name
        let isToLoad = name.map { content.known[$0] == nil && ListCommand<Entity>.libraryNames(of: $0) != nil } ?? false
        return [.show(query)] + (isToLoad ? name.map { [.loadNames($0)] } ?? [] : [])
    }

    /// The search, with its last word completed if it can be.
    func completedSearch(_ content: Content) -> String? {
        ListCommand<Entity>.conditions.completed(search.text) { content.known[$0] ?? [] }
    }

    // MARK: Pages

    /// The keys that the list, a page and details have.
    mutating func reduceUsual(_ input: TerminalInput) -> [Action]? {
        let page = mode
        switch input {
        case .text("?"): mode = .help(ListPosition(), over: mode)
        case .text("u"): return [.reload]
        case .text("U"):
            mode = home
            return page == home ? [.askUndo] : [.closeDetail, .askUndo]
        default: return nil
        }
        return []
    }

    mutating func reduceDetail(
        _ input: TerminalInput, _ id: Entity.ID, _ position: ListPosition, _ content: Content
    ) -> [Action] {
        var position = position
        if position.scroll(input, of: detailLines(content).count, height: pageHeight) {
            mode = .detail(id, position)
            return []
        }
        switch input {
        case .key(.enter) where !content.links.isEmpty:
            open(.links, content)
            return []
        case .key(.escape), .key(.enter), .text("q"):
            mode = home
            return [.closeDetail, .back(isFromOne: true)]
        case .text("J"), .text("K"):
            let key = TerminalInput.key(input == .text("J") ? .down : .up)
            if home == .page { return [.pass(key)] }
            _ = selection.move(key, in: content.rows.ids, height: listHeight)
            return show(selection.row(in: content.rows.ids))
        default: return reduceCommand(input, content)
        }
    }

    /// Shows the details of another entity, if it is another.
    mutating func show(_ id: Entity.ID?) -> [Action] {
        guard let id else { return [] }
        if case .detail(id, _) = mode { return [] }
        mode = .detail(id, ListPosition())
        return [.openDetail(id)]
    }

    // MARK: What is typed

    mutating func reduceNaming(
        _ input: TerminalInput, _ entities: [Entity], _ name: TextField, _ content: Content
    ) -> [Action] {
        var field = name
        defer { if case .naming = mode { mode = .naming(entities, field) } }
        switch input {
        case .key(.escape): mode = home
        case .key(.enter):
            let name = field.text.tidied
            let isOn = entities.without(name, content.folding).isEmpty
            return name.isEmpty ? [] : [.setName(entities.map(\.id), name, isOn: !isOn)]
        case .key(.tab):
            if let known = content.names(in: Entity.named, beginningWith: field.text).first { field = TextField(known) }
        default: field.take(input)
        }
        return []
    }

    mutating func reduceForm(
        _ input: TerminalInput, _ form: FormState<Entity>, _ browser: Content
    ) -> [Action] {
        guard let content = browser.form else { return [] }
        var form = form
        defer { if case .form = mode { mode = .form(form) } }
        switch input {
        case .key(.enter) where form.focused == .save, .key(.control("s")):
            if let problem = form.goToProblem(in: content.fields) {
                let filler = browser.filler.flatMap { $0.refusal(content.fields.draft) == nil ? $0 : nil }
                warning = "Not saved: \(problem).\(filler.map { " ^O \($0.hint)." } ?? "")"
            } else if content.canSave {
                return [.save]
            }
        case .key(.enter) where form.focused == Entity.longText.map { .field($0) }: return [.editText(saves: false)]
        case .key(.control("o")):
            guard let filler = browser.filler else { break }
            warning = filler.refusal(content.fields.draft)
            return warning == nil ? [.lookUp] : []
        case .key(.escape):
            guard content.isChanged else {
                mode = home
                return [.closeForm]
            }
            discard(browser)
        default:
            let filled = form.edit(input, content.fields, browser)
            return filled.map { $0 == content.fields ? [] : [.fill($0)] } ?? []
        }
        return []
    }
}

extension Array where Element: BrowsedEntity {
    /// Those that lack this name in their field of names.
    func without(_ name: String, _ folding: TextFolding) -> [Element] {
        guard let field = Element.named else { return [] }
        let name = folding(name)
        return filter { entity in
            guard case .names(let names) = entity.draft[field] else { return true }
            return !names.contains { folding($0) == name }
        }
    }
}

extension BrowsedEntity {
    /// The fields whose names are a choice for filters.
    static var nameFields: [Field] { Field.allCases.filter { $0.kind.form == .names } }
}
