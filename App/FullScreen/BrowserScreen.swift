import Domain
import Presentation

extension BrowserState {
    /// The screen that shows this state of `content`.
    func screen(_ content: Content) -> Screen { view(content).screen(columns: columns, lines: lines) }

    private func view(_ content: Content) -> View {
        if !isUsable {
            return .paragraph("The window is too small\(isAsking ? " for a question" : ""): 24 columns, 8 lines.")
        }
        let base = page(content)
        if let error = content.error, !isAsking {
            return ListPosition().question(error, title: "That didn't work", ["[ OK ]"], width: columns - 8, over: base)
        }
        return dialog(mode, content, over: base)
    }

    private func page(_ content: Content) -> View {
        switch shown {
        case .form(let form): self.form(form, content)
        case .detail(_, let position): detail(position, content)
        default: home == .page ? addedPage(content) : list(content)
        }
    }

    // MARK: The list

    private func list(_ content: Content) -> View {
        // The list has what it needs before the selected one gets the rest, of at most 50 columns.
        let width = columns >= 110 ? max(80, columns - 50) : columns
        let rows = rows(content, width: width)
        let room = columns - width - 3
        let parts: [View.Part] =
            room > 0 ? [.fixed(width, rows), .share(1, pane(content, width: room))] : [.share(1, rows)]
        return page([header(content), searchLine(content)], .row(parts), status: status(content), content)
    }

    private func page(_ top: [View], _ body: View, status: View, _ content: Content) -> View {
        .column(top.map { .fixed(1, $0) } + [.share(1, body), .fixed(1, status), .fixed(1, hints(content))])
    }

    private func header(_ content: Content) -> View {
        var parts = [Styled(Bookshelf.name.withCapital, .strong)]
        if !content.isLoading {
            let shown = content.rows.count
            let all = content.library?.entities(of: Entity.self).count ?? shown
            let part = shown == all ? "" : "\(shown.grouped) of "
            parts.append(Styled("  \(part)\(all.grouped) \(all == 1 ? Entity.noun.singular : Entity.noun.plural)"))
        }
        let order = content.query.isReversed ? ", in reverse order" : ""
        parts.append(Styled("  by \(content.orders[content.sort].name.inWords)\(order)", .faint))
        let marked = selection.marked(in: content.rows.ids).count
        if !selection.marks.isEmpty {
            let hidden = selection.marks.count - marked
            parts.append(Styled("  \(marked.grouped) marked\(hidden > 0 ? ", \(hidden.grouped) hidden" : "")", .good))
        }
        let choices = content.query.conditions.isEmpty ? [] : filters(content).filter { $0.isOn(in: content.query) }
        let filters = (linked.map { [$0] } ?? []) + choices.map(\.label)
        if !filters.isEmpty { parts.append(Styled("  only " + filters.joined(separator: ", "), .warning)) }
        return .line(parts)
    }

    private func searchLine(_ content: Content) -> View {
        if mode != .search, search.characters.isEmpty { return .text("/ to search", .faint) }
        let condition = mode == .search ? completedSearch(content)?.conditionParts.last : nil
        let completed = condition.map { "tab \($0.name.map { "\($0):" } ?? "")\($0.value)" } ?? ""
        return .row([
            .fixed(1, .text("/")), .share(1, .field(search, isFocused: mode == .search)),
            .fixed(completed.columns, .text(completed, .faint)),
            .fixed(content.query.fields.isEmpty ? 0 : 13, .text("in all fields", .warning)),
        ])
    }

    /// The titles of the columns, and the rows below them.
    private func rows(_ content: Content, width: Int) -> View {
        if content.isLoading { return .text("Loading…") }
        if let path = content.lostPath {
            return .paragraph(
                "The library's file \(path) is gone. Put it back, or restore a backup with \"\(Bookshelf.name) restore\". "
                    + "Nothing is written here until you agree to a new, empty library.")
        }
        if content.rows.isEmpty {
            let many = Entity.noun.plural
            return .paragraph(
                content.query == content.query.withoutConditions
                    ? "\(Entity.none). Press a to add \(Entity.one)."
                    : "No \(many) found."
                        + (mode == .search
                            ? "" : linked == nil ? " Escape shows all \(many) again." : " Escape goes back."))
        }
        let visible = selection.position.visible(of: content.rows.count, height: listHeight)
        let columns = BrowserColumns(
            Array(content.rows[visible]), width: width - selection.markWidth, content.query, today: content.today,
            hasUrgent: content.library.map { Entity.hasUrgent($0, today: content.today) } ?? false)
        let list = selection.position.list(content.rows, height: listHeight, isFocused: mode != .search) { row in
            var row = row
            row.names = content.names
            return selection.marking(columns.row(row), row.id)
        }
        return .column([.fixed(1, selection.marking(columns.titles(content.orders))), .share(1, list)])
    }

    private func pane(_ content: Content, width: Int) -> View {
        guard let row = row(in: content), !content.isLoading else { return .blank }
        var lines = Entity.summary(
            of: row, in: content.library ?? LibrarySnapshot(), width: width, limit: lines, today: content.today)
        // The titles of the columns have a line, too.
        if lines.count > listHeight + 1 { lines[listHeight...] = [.text("… enter shows everything", .faint)] }
        return .row([
            .fixed(1, .column(lines.map { _ in .fixed(1, .text("│", .faint)) })),
            .share(1, .column(lines.map { .fixed(1, $0) })),
        ])
    }

    /// What the last key did, or why it did nothing.
    var note: View? {
        if let warning { return .text(warning, .warning) }
        // A long title doesn't hide the key.
        let key = isUndoable && !takesText ? columns < 60 ? "  U undo" : "  U takes it back" : ""
        return said.map {
            .line([Styled($0.fitted(to: columns - key.columns), .good), Styled(key, .faint)])
        }
    }

    /// Why what is shown may not be what is stored.
    func staleness(_ content: Content) -> View? {
        if content.isDamaged { return .text("The library can't be read. Press u to see why.", .bad) }
        return isStale
            ? .text("The list no longer follows the library. Press u to read it again.", .warning) : nil
    }

    private func status(_ content: Content) -> View {
        if let note { return note }
        if content.isWorking { return .text("Saving…", .faint) }
        if let staleness = staleness(content) { return staleness }
        if let searchProblem { return .text(searchProblem, .warning) }
        guard let row = row(in: content) else { return .blank }
        return .line([
            content.page.map { count($0.selected, of: $0.count) }
                ?? count(selection.position.selected, of: content.rows.count),
            Styled(Entity.urgency(of: row, today: content.today).map { "  \($0)" } ?? "", .bad),
            Styled(row.foundElsewhere.isEmpty ? "" : "  found in \(row.foundElsewhere)"),
        ])
    }

    private func count(_ selected: Int, of count: Int) -> Styled {
        Styled("\((selected + 1).grouped) of \(count.grouped)", .faint)
    }

    /// The page of another feature.
    private func addedPage(_ content: Content) -> View {
        guard let page = content.page else { return .blank }
        let place = page.count == 0 ? View.blank : .line([count(page.selected, of: page.count)])
        let heading = View.line([Styled(Bookshelf.name.withCapital, .strong)] + page.heading)
        let status = note ?? (content.isWorking ? .text("Saving…", .faint) : staleness(content) ?? place)
        return self.page([heading, .text(page.subtitle, .faint)], page.body, status: status, content)
    }

    private func detail(_ position: ListPosition, _ content: Content) -> View {
        guard let row = row(in: content) else {
            let gone = "The library no longer has this \(Entity.noun.singular)."
            return page([], .text(content.isDetailLoading ? "Loading…" : gone), status: .blank, content)
        }
        let name = View.text(Entity.names(of: row.draft).first ?? "", .strong)
        let lines = position.page(detailLines(content), height: pageHeight)
        return page([name], lines, status: status(content), content)
    }

    /// The lines about the entity whose details are shown.
    func detailLines(_ content: Content) -> [View] {
        row(in: content).map { Entity.details(of: $0, in: content.others, width: columns, today: content.today) } ?? []
    }

    /// The fields, as many as fit; below them a message, or else the button, with the reason why it is disabled.
    private func form(_ state: FormState<Entity>, _ content: Content) -> View {
        guard let form = content.form else { return .blank }
        let labels = state.fields.fields.map(\.label.columns).max() ?? 0
        let fields = state.fields.view(
            labels: min(columns / 2, 2 + labels), height: dialogHeight,
            note: { $0.theirs(in: form, content.names).map { .text($0, .warning) } }
        ) { ($0.label, $0.value(in: form.fields)) }
        let problem = state.problem(in: form.fields)
        let button = View.line([
            Styled("[ Save ]", problem == nil && form.canSave ? .plain : .faint),
            content.isFilling ? Styled("  Looking up…", .faint) : Styled(problem.map { "  \($0)" } ?? "", .warning),
        ])
        let status = note ?? (content.isWorking ? .text("Saving…", .faint) : button)
        let title = form.isNew ? "Add \(Entity.one)" : "Edit \(Entity.names(of: form.fields.draft).first ?? "")"
        return page([.text(title, .strong), .blank], fields, status: state.fields.button(status), content)
    }

    // MARK: Keys

    /// The lines of help.
    func help(_ content: Content) -> [View] { View.meanings(of: keys(content), width: min(60, columns - 4)) }

    /// The keys in use.
    func hints(_ content: Content) -> View {
        if content.error != nil, !isAsking { return .keys(["enter go on"], width: columns) }
        // Other keys need an entity.
        let isGone = if case .detail = mode { row(in: content) == nil } else { false }
        let keys = isGone ? ["escape back", "J K next", "U undo"] : hints(of: mode, content)
        return .keys(keys, help: isHome ? "?" : nil, width: columns)
    }
}
