import Domain
import Presentation

// What the other pages, and other features, ask of a page.
extension Browser {
    var entities: ObjectIdentifier { ObjectIdentifier(Entity.self) }

    var name: String { Entity.noun.plural }

    var isList: Bool { state.mode == .list && content.error == nil }

    func open(_ link: PageLink) {
        leavePage()
        switch link.target {
        case .one(let value):
            guard let id = Entity.ID(value) else { break }
            state.selection.want(id)
            for action in state.show(id) { carryOut(action) }
        case .those(let name, let value):
            guard let field = Entity.Draft.Field(rawValue: name) else { break }
            state.search = TextField()
            var query = query.withoutConditions
            query.require(field, .oneOf([value]))
            carryOut(.show(query))
            state.linked = link.origin
        }
    }

    func place() -> @MainActor () -> Void {
        let (mode, search, selection, linked) = (state.mode, state.search, state.selection, state.linked)
        let (query, showsPage) = (query, showsPage)
        return {
            if showsPage { self.openPage() } else { self.leavePage() }
            (self.state.mode, self.state.search, self.state.selection) = (mode, search, selection)
            if self.query != query { self.carryOut(.show(query)) }
            self.state.linked = linked
            if case .detail(let id, _) = mode { self.carryOut(.openDetail(id)) }
        }
    }

    func showList() {
        guard case .detail = state.mode else { return }
        state.mode = state.home
        carryOut(.closeDetail)
    }

    func forgetMessages() { (state.said, state.warning) = (nil, nil) }

    /// Goes to the list from whatever is open.
    func leavePage() {
        if showsPage { addition?.stop() }
        state.mode = .list
        carryOut(.closeDetail)
    }

    /// Opens the page of another feature.
    func openPage() {
        state.mode = .page
        addition?.observe()
        carryOut(.closeDetail)
    }
}
