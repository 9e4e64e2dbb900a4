import Domain
import Presentation

/// A list over the view, from which something is chosen.
enum BrowserMenu<Entity: BrowsedEntity>: Hashable, Sendable {
    case sort
    case filter
    /// What a field of these is to be.
    case choice([Entity])
    /// Where the details lead.
    case links
}

extension BrowserState {
    mutating func open(_ menu: BrowserMenu<Entity>, on line: Int = 0, _ content: Content) {
        var position = ListPosition()
        position.select(line, of: count(menu, content), height: dialogHeight)
        mode = .menu(menu, position, over: mode)
    }

    mutating func reduceMenu(
        _ input: TerminalInput, _ menu: BrowserMenu<Entity>, _ position: ListPosition, _ page: Mode, _ content: Content
    ) -> [Action] {
        let count = count(menu, content)
        var position = position
        // Some may be gone since the last key.
        position.select(position.selected, of: count, height: dialogHeight)
        let key = menu == .sort ? "s" : menu == .filter ? "f" : "q"
        if case .choice = menu, input == .text("t") {
            position.select((position.selected + 1) % count, of: count, height: dialogHeight)
        }
        let pick = position.pick(input, of: count, height: dialogHeight, key: key)
        let staysOpen = pick == nil || pick == .toggle && [.sort, .filter].contains(menu)
        mode = staysOpen ? .menu(menu, position, over: page) : page
        guard let pick, pick != .close, count > 0 else { return [] }
        switch menu {
        case .sort: return sort(pick, position.selected, content.query)
        case .filter: return filter(pick, filters(content)[position.selected], content)
        case .choice(let entities):
            return Entity.choice.map { [.choose($0.values[position.selected], of: entities.map(\.id))] } ?? []
        case .links: return [.follow(content.links[position.selected])]
        }
    }

    /// How many lines it has. That of orders has one for the direction, too.
    private func count(_ menu: BrowserMenu<Entity>, _ content: Content) -> Int {
        switch menu {
        case .sort: Entity.sorts.count + 1
        case .filter: filters(content).count
        case .choice: Entity.choice?.values.count ?? 0
        case .links: content.links.count
        }
    }

    private mutating func sort(_ pick: Pick, _ index: Int, _ query: Query<Entity>) -> [Action] {
        selection.sort()
        if index < Entity.sorts.count { return [.sort(index)] }
        var query = query
        query.isReversed = pick == .turnOnAndClose || !query.isReversed
        return [.show(query)]
    }

    /// The lines of the menu of filters. A name of the query stays, also if no entity has it; the others need an open menu.
    func filters(_ content: Content) -> [FilterChoice<Entity>] {
        let names = Entity.nameFields.map { field in
            let known = if case .menu = mode { content.names(in: field) } else { [String]() }
            return (field, known + content.query.names(in: field).filter { !known.contains($0) })
        }
        return FilterChoice.all(names: Dictionary(names) { $1 }, today: content.today)
    }

    private func filter(_ pick: Pick, _ filter: FilterChoice<Entity>, _ content: Content) -> [Action] {
        if pick == .turnOnAndClose && filter.isOn(in: content.query) { return [] }
        var query = content.query
        filter.toggle(in: &query)
        return [.show(query)]
    }

    func view(of menu: BrowserMenu<Entity>, _ position: ListPosition, _ content: Content, over base: View) -> View {
        switch menu {
        case .sort:
            return position.menu("Sort by", Array(0...Entity.sorts.count), height: dialogHeight, over: base) { index in
                index < Entity.sorts.count
                    ? .radio(index == content.sort, Entity.sorts[index].name.inWords)
                    : .check(content.query.isReversed, "in reverse order")
            }
        case .filter:
            return position.menu("Show only", filters(content), height: dialogHeight, over: base) {
                .check($0.isOn(in: content.query), $0.label)
            }
        case .choice(let entities):
            guard let (field, values) = Entity.choice else { return base }
            let title = "\(field.words.label) of \(entities.called.text)"
            return position.menu(title, values, width: 40, height: dialogHeight, over: base) {
                .radio($0 == entities.first?.draft[field], Entity.said($0, of: field))
            }
        case .links:
            return position.menu("Go to", content.links, width: 40, height: dialogHeight, over: base) {
                .text($0.label)
            }
        }
    }
}
