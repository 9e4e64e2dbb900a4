import Domain
import Presentation
import Storage

/// A list over the view, from which something is chosen.
enum BrowserMenu<Entity: BrowsedEntity>: Equatable, Sendable {
    case sort
    /// Its lines are those that contain the text, once one is typed.
    case filter(TextField?)
    /// What a field of these is to be.
    case choice([Entity])
    /// Where the details lead.
    case links

    /// Whether several lines can be turned on, one after the other.
    var isForSeveral: Bool { if case .filter = self { true } else { self == .sort } }
}

extension BrowsedEntity {
    /// The orders of the menu: those of `list --sort`, then one by each other field whose values fit into a column.
    static var orders: [(name: String, sort: Sort<Field>?)] {
        let others = Field.allCases.filter { field in
            BrowserColumn<Self>(field) != nil && !sorts.contains { ($0.sort?.field ?? namingFields.first) == field }
        }
        return sorts + others.map { ($0.words.label.lowercased(), Sort($0)) }
    }
}

extension Browser {
    /// The name of the order, after a minus sign if it is reversed.
    private var keptOrder: KeyValueKey<String> { KeyValueKey("order of \(name)", default: "") }

    /// Sorts as when the view was last left. If that can't be read, the list has its usual order.
    func sortAsBefore() async {
        guard let kept = try? await environment.settings.value(for: keptOrder), order == nil,
            let index = orders.firstIndex(where: { [$0.name, "-" + $0.name].contains(kept) })
        else { return }
        carryOut(.sort(index, isReversed: kept.hasPrefix("-")))
        order = nil
    }

    /// If that fails, nothing is lost but the order.
    func keepOrder() async { if let order { try? await environment.settings.set(order, for: keptOrder) } }
}

extension BrowserState {
    mutating func open(_ menu: BrowserMenu<Entity>, on line: Int = 0, _ content: Content) {
        var position = ListPosition()
        position.select(line, of: lines(of: menu, content).count, height: dialogHeight)
        mode = .menu(menu, position, over: mode)
    }

    mutating func reduceMenu(
        _ input: TerminalInput, _ menu: BrowserMenu<Entity>, _ position: ListPosition, _ page: Mode, _ content: Content
    ) -> [Action] {
        if case .filter(let typed) = menu, typed != nil || input == .text("/") {
            var text = typed ?? TextField()
            if typed == nil || text.take(input) {
                mode = .menu(.filter(text), ListPosition(), over: page)
                return []
            }
        }
        let count = lines(of: menu, content).count
        // Read before the menu closes: afterwards only the names of the query are known.
        let filters = filters(in: menu, content)
        var position = position
        // Some may be gone since the last key.
        position.select(position.selected, of: count, height: dialogHeight)
        let key = menu == .sort ? "s" : menu.isForSeveral ? "f" : "q"
        if case .choice = menu, input == .text("t") {
            position.select((position.selected + 1) % count, of: count, height: dialogHeight)
        }
        let pick = position.pick(input, of: count, height: dialogHeight, key: key)
        let staysOpen = pick == nil || pick == .toggle && menu.isForSeveral
        mode = staysOpen ? .menu(menu, position, over: page) : page
        guard let pick, pick != .close, count > 0 else { return [] }
        var query = content.query
        switch menu {
        case .sort:
            selection.sort()
            let isOrder = position.selected < content.orders.count
            let isReversed = isOrder ? query.isReversed : pick == .turnOnAndClose || !query.isReversed
            return [.sort(isOrder ? position.selected : content.sort, isReversed: isReversed)]
        case .filter:
            let filter = filters[position.selected]
            if pick == .turnOnAndClose && filter.isOn(in: query) { return [] }
            filter.toggle(in: &query)
        case .choice(let entities):
            return Entity.choice.map { [.choose($0.values[position.selected], of: entities.map(\.id))] } ?? []
        case .links: return [.follow(content.links[position.selected])]
        }
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

    /// Those that the menu shows.
    private func filters(in menu: BrowserMenu<Entity>, _ content: Content) -> [FilterChoice<Entity>] {
        guard case .filter(let typed) = menu else { return [] }
        let text = content.folding(typed?.text ?? "")
        return filters(content).filter { text.isEmpty || content.folding($0.label).contains(text) }
    }

    func title(of menu: BrowserMenu<Entity>) -> String {
        switch menu {
        case .sort: "Sort by"
        case .filter(let typed): typed.map { "/\($0.text)" } ?? "Show only"
        case .choice(let entities): "\(Entity.choice?.field.words.label ?? "") of \(entities.called.text)"
        case .links: "Go to"
        }
    }

    /// That of orders has one for the direction, too.
    func lines(of menu: BrowserMenu<Entity>, _ content: Content) -> [View] {
        switch menu {
        case .sort:
            content.orders.enumerated().map { .radio($0 == content.sort, $1.name.inWords) }
                + [.check(content.query.isReversed, "in reverse order")]
        case .filter: filters(in: menu, content).map { .check($0.isOn(in: content.query), $0.label) }
        case .choice(let entities):
            Entity.choice.map { field, values in
                values.map { .radio($0 == entities.first?.draft[field], Entity.said($0, of: field)) }
            } ?? []
        case .links: content.links.map { .text($0.label) }
        }
    }
}
