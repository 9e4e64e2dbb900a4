import Domain
import Presentation

extension BrowserState {
    /// The screen that shows this state of `content`.
    func screen(_ content: BrowserContent) -> Screen {
        guard isUsable else {
            let text = "The window is too small\(isAsking ? " for a question" : "")."
            return View.paragraph(text).screen(columns: columns, lines: lines)
        }
        return view(content).screen(columns: columns, lines: lines)
    }

    private func view(_ content: BrowserContent) -> View {
        let base = page(content)
        if let error = content.error, !asks {
            return ListPosition().question(error, title: "That didn't work", ["[ OK ]"], width: columns - 8, over: base)
        }
        return dialog(mode, content, over: base)
    }

    private func dialog(_ mode: Mode, _ content: BrowserContent, over base: View) -> View {
        switch mode {
        case .list, .search, .loans, .detail, .form: return base
        case .sort(let position):
            return position.menu("Sort by", Self.sorts, height: dialogHeight, over: base) { sort in
                sort.map { .radio($0 == content.sort, $0.rawValue) }
                    ?? .check(content.query.isReversed, "in reverse order")
            }
        case .filter(let position):
            return position.menu("Show only", filters(content), height: dialogHeight, over: base) {
                .check($0.isOn(in: content.query), $0.label)
            }
        case .lend(let book, let lending): return lend(book, lending, content, over: base)
        case .shelve(let books, let shelf): return self.shelf(shelf, for: books, content, over: base)
        case .removal(let books, let position):
            let titles = books.count > 1 ? ": " + books.map(\.quoted).shortened.listed : ""
            return position.question(
                "Remove \(books.called.text)\(titles)?", ["Keep it", "Remove it"], width: columns - 8, over: base)
        case .undo(let question, let yes, let position):
            return position.question(question, ["Leave it", yes], width: columns - 8, over: base)
        case .asking(let question, let opened, let position):
            return position.question(
                question.text, question.answers, width: columns - 8, over: dialog(opened, content, over: base))
        case .help(let position, _):
            return .target(nil, position.menu("Keys", help, width: 60, height: dialogHeight, over: base) { $0 })
        }
    }

    private func page(_ content: BrowserContent) -> View {
        switch opened {
        case .form(let form): form.view(content, self)
        case .detail(_, let position): detail(position, content)
        default: home == .loans ? loans(content) : list(content)
        }
    }

    // MARK: The list

    private func list(_ content: BrowserContent) -> View {
        // The list has what it needs before the selected book gets the rest, of at most 50 columns.
        let width = columns >= 110 ? max(80, columns - 50) : columns
        let rows = rows(content, width: width)
        let room = columns - width - 3
        let parts: [View.Part] =
            room > 0 ? [.fixed(width, rows), .share(1, pane(content, width: room))] : [.share(1, rows)]
        return .column([
            .fixed(1, header(content)),
            .fixed(1, searchLine(content)),
            .share(1, .row(parts)),
            .fixed(1, status(content)),
            .fixed(1, hints(content)),
        ])
    }

    private func header(_ content: BrowserContent) -> View {
        var parts = [Styled(Bookshelf.name.withCapital, .strong)]
        if !content.isLoading {
            let (shown, all) = (content.rows.count, content.library?.books.count ?? content.rows.count)
            let part = shown == all ? "" : "\(shown.grouped) of "
            parts.append(Styled("  \(part)\(all.grouped) \(all == 1 ? "book" : "books")"))
        }
        let order = content.query.isReversed ? ", in reverse order" : ""
        parts.append(Styled("  by \(content.sort.rawValue)\(order)", .faint))
        let marked = selection.marked(in: content.rows).count
        if marked > 0 { parts.append(Styled("  \(marked.grouped) marked", .good)) }
        let filters = filters(content).filter { $0.isOn(in: content.query) }.map(\.label)
        if !filters.isEmpty { parts.append(Styled("  only " + filters.joined(separator: ", "), .warning)) }
        return .line(parts)
    }

    private func searchLine(_ content: BrowserContent) -> View {
        if mode != .search, search.characters.isEmpty { return .text("/ to search", .faint) }
        let completed =
            mode == .search
            ? completedSearch(content)?.conditionParts.last.map { "tab \($0.name.map { "\($0):" } ?? "")\($0.value)" }
                ?? ""
            : ""
        return .row([
            .fixed(1, .text("/")), .share(1, .field(search, isFocused: mode == .search)),
            .fixed(completed.columns, .text(completed, .faint)),
            .fixed(content.query.fields.isEmpty ? 0 : 13, .text("in all fields", .warning)),
        ])
    }

    /// The titles of the columns, and the books below them.
    private func rows(_ content: BrowserContent, width: Int) -> View {
        if content.isLoading { return .text("Loading…") }
        if let path = content.lostPath {
            return .paragraph(
                "The library's file \(path) is gone. Put it back, or restore a backup with \"\(Bookshelf.name) restore\". "
                    + "Nothing is written here until you agree to a new, empty library.")
        }
        if content.rows.isEmpty {
            return .paragraph(
                content.query == content.query.withoutConditions
                    ? "The library is empty. Press a to add a book."
                    : mode == .search ? "No books found." : "No books found. Escape shows all books again.")
        }
        let visible = selection.position.visible(of: content.rows.count, height: listHeight)
        let columns = BookColumns(
            content.rows[visible], width: width - selection.markWidth, content.query, today: content.today,
            hasOverdue: content.library?.loans.contains { $0.isOverdue(on: content.today) } == true)
        let list = selection.position.list(content.rows, height: listHeight, isFocused: mode != .search) { row in
            selection.marking(columns.row(row), row.id)
        }
        return .column([.fixed(1, selection.marking(columns.titles)), .share(1, list)])
    }

    private func pane(_ content: BrowserContent, width: Int) -> View {
        guard let listing = book(in: content), !content.isLoading else { return .blank }
        let loans =
            content.library.map { LoanQuery.history(of: listing.id).rows(of: $0, [listing], today: content.today) }
            ?? []
        var lines = listing.panelLines(loans, width: width, limit: lines, today: content.today)
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
    func staleness(_ content: BrowserContent) -> View? {
        if content.isDamaged { return .text("The library can't be read. Press u to see why.", .bad) }
        return content.isStale
            ? .text("The list no longer follows the library. Press u to read it again.", .warning) : nil
    }

    private func status(_ content: BrowserContent) -> View {
        if let note { return note }
        if content.isWorking { return .text("Saving…", .faint) }
        if let staleness = staleness(content) { return staleness }
        if let problem = content.searchProblem { return .text(problem, .warning) }
        guard let row = book(in: content) else { return .blank }
        let (selected, count) =
            home == .loans
            ? (loansPage.loans.position.selected, loansPage.rows(content).count)
            : (selection.position.selected, content.rows.count)
        return .line([
            Styled("\((selected + 1).grouped) of \(count.grouped)", .faint),
            Styled(row.overdue(on: content.today).map { "  \($0)" } ?? "", .bad),
            Styled(row.foundElsewhere.isEmpty ? "" : "  found in \(row.foundElsewhere)"),
        ])
    }

    // MARK: Details

    private func detail(_ position: ListPosition, _ content: BrowserContent) -> View {
        guard let listing = book(in: content) else {
            return .column([
                .share(1, .text("The library no longer has this book.")),
                .fixed(1, hints(content)),
            ])
        }
        let lines = listing.detailLines(content.loans, width: columns, today: content.today)
        return .column([
            .fixed(1, .text(listing.draft.title, .strong)),
            .share(1, position.page(lines, height: pageHeight)),
            .fixed(1, status(content)),
            .fixed(1, hints(content)),
        ])
    }

    // MARK: Lending

    private func lend(_ book: Book, _ lending: Form<LendField>, _ content: BrowserContent, over base: View) -> View {
        let isNew = lending.isNew(content)
        let known =
            (lending.suggestion(content) == nil ? "" : "tab: ") + lending.known(content).joined(separator: ", ")
        let hasTerm = lending.readTerm() != nil
        let term: View =
            hasTerm
            ? .text("days, or a day; empty for the usual period", .faint)
            : .text("a number of days, or a day like \(Day.example)", .bad)
        func line(_ label: String, _ view: View, click: TerminalInput? = nil) -> View.Part {
            .fixed(1, .target(click, .row([.fixed(6, .text(label)), .share(1, view)])))
        }
        return .dialog(
            title: "Lend \(book.quoted)", width: min(60, columns - 8), height: 5,
            .column([
                line("To", .field(lending.person, isFocused: lending.focused == .person), click: .rows(-1)),
                line("", .text(known, .faint)),
                line("For", .field(lending.term, isFocused: lending.focused == .term), click: .rows(1)),
                line("", term),
                .fixed(
                    1,
                    lending.hasPerson && hasTerm
                        ? .line([Styled("enter lends it", .faint), Styled(isNew ? " to a new person" : "", .warning)])
                        : .blank),
            ]), over: base)
    }

    private func shelf(_ shelf: TextField, for books: [Book], _ content: BrowserContent, over base: View) -> View {
        let name = shelf.text.tidied
        let known = content.shelves(beginningWith: shelf.text)
        let isNew = !content.shelves.contains { content.folding($0) == content.folding(name) }
        let off = books.off(name, content.folding).count
        let all = books.count == 1 ? "it" : "all \(books.count)"
        let outcome =
            off == 0
            ? Styled("enter takes \(all) off this shelf", .warning)
            : Styled("enter puts \(off == books.count ? all : "the other \(off)") on this shelf", .faint)
        return .dialog(
            title: "A shelf for \(books.called.text)", width: min(60, columns - 8), height: 3,
            .column([
                .fixed(1, .field(shelf, isFocused: true)),
                .fixed(1, .text((known.isEmpty ? "" : "tab: ") + known.joined(separator: ", "), .faint)),
                .fixed(
                    1,
                    name.isEmpty
                        ? .blank : .line([outcome, Styled(isNew && off > 0 ? ", which is a new one" : "", .warning)])),
            ]), over: base)
    }

    /// The lines of help.
    var help: [View] {
        let isDetail = if case .detail = opened { true } else { false }
        return View.meanings(of: isDetail ? BrowserHelp.ofDetails : BrowserHelp.lines, width: min(60, columns - 4))
    }

    /// The keys in use.
    func hints(_ content: BrowserContent) -> View {
        if content.error != nil, !asks { return .keys(["enter go on"], width: columns) }
        let hasHelp =
            switch mode {
            case .list, .loans, .detail: true
            default: false
            }
        // Other keys need a book.
        let isGone = if case .detail = mode { book(in: content) == nil } else { false }
        let keys = isGone ? ["escape back", "J K next", "U undo"] : BrowserHelp.hints(mode, content)
        return .keys(keys, help: hasHelp ? "?" : nil, width: columns)
    }
}

extension BrowserContent {
    /// The shelves whose names begin with what is typed.
    func shelves(beginningWith typed: String) -> [String] {
        let typed = folding(typed)
        return shelves.filter { folding($0).hasPrefix(typed) }
    }
}

extension [Book] {
    /// The books that aren't on that shelf.
    func off(_ shelf: String, _ folding: TextFolding) -> [Book] {
        let shelf = folding(shelf)
        return filter { book in !book.shelves.contains { folding($0) == shelf } }
    }
}

extension BrowserState.Question {
    fileprivate var text: String {
        switch self {
        case .discard: "Discard what you have typed?"
        case .begin(let path, _): "The library's file \(path) is gone. Begin a new, empty library?"
        case .addAgain(let title): "\"\(title)\" was removed elsewhere. Add it again?"
        }
    }

    fileprivate var answers: [String] {
        switch self {
        case .discard: ["Keep typing", "Discard it"]
        case .addAgain: ["Leave it", "Add it again"]
        case .begin: ["Write nothing", "Begin a new one"]
        }
    }
}
