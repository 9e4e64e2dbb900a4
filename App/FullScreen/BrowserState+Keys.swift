import Domain
import Presentation

extension BrowserState {
    /// Handles a key or a text; where no field takes it, only a text of one character is a command.
    mutating func reduce(_ input: TerminalInput, _ content: BrowserContent) -> [BrowserAction] {
        if input == .key(.control("c")) { return quit(content) }
        guard isUsable else { return input == .text("q") && mode == .list ? [.quit] : [] }
        if content.error != nil, !asks {
            let isSeen =
                [.key(.enter), .key(.escape)].contains(input) || !takesText && [.text(" "), .text("q")].contains(input)
            return isSeen ? [.dismissError] : []
        }
        message = nil
        warning = nil
        // What moves the selection, or opens something, is about what is seen.
        if !Self.commands.contains(input) { added = nil }
        switch mode {
        case .list: return reduceList(input, content)
        case .search: return reduceSearch(input, content)
        case .loans: return reduceLoans(input, content)
        case .detail(let id, let position): return reduceDetail(input, id, position, content)
        case .sort(var position):
            let pick = position.pick(input, of: Self.sorts.count, height: dialogHeight, key: "s")
            mode = pick == .turnOnAndClose || pick == .close ? .list : .sort(position)
            return pick.map { sort($0, Self.sorts[position.selected], content.query) } ?? []
        case .filter(var position):
            let filters = filters(content)
            // Some may be gone since the last key.
            position.select(position.selected, of: filters.count, height: dialogHeight)
            let pick = position.pick(input, of: filters.count, height: dialogHeight, key: "f")
            mode = pick == .turnOnAndClose || pick == .close ? .list : .filter(position)
            return pick.map { filter($0, filters[position.selected], content) } ?? []
        case .lend(let book, let lending): return reduceLend(input, book, lending, content)
        case .shelve(let books, let shelf): return reduceShelve(input, books, shelf, content)
        case .removal(let books, var position):
            let isSure = position.answer(input)
            mode = isSure == nil ? .removal(books, position) : home
            return isSure == true ? [.remove(books.map(\.id))] : []
        case .undo(let question, let yes, var position):
            let isSure = position.answer(input)
            mode = isSure == nil ? .undo(question, yes: yes, position) : home
            return isSure == true ? [.undo] : []
        case .form(let form): return reduceForm(input, form, content)
        case .asking(let question, let opened, var position):
            let isSure = position.answer(input)
            mode = isSure == nil ? .asking(question, over: opened, position) : opened
            return isSure == true ? go(on: question) : []
        case .help(var position, let page):
            let isMoved = position.move(input, of: help.count, height: dialogHeight)
            let isLeft = !isMoved && [.key(.escape), .key(.enter), .text("q"), .text("?")].contains(input)
            mode = isLeft ? page : .help(position, over: page)
            return []
        }
    }

    /// What the answer yes asks for.
    private mutating func go(on question: Question) -> [BrowserAction] {
        switch question {
        case .discard:
            mode = home
            return [.closeForm]
        case .addAgain: return [.addAgain]
        case .begin(_, let action): return [.begin, action]
        }
    }

    private mutating func quit(_ content: BrowserContent) -> [BrowserAction] {
        // A second Control-C doesn't answer the question, but leaves.
        switch mode {
        case .form where content.form?.isChanged == true: discard(content)
        // The view waits for a loan that is being stored.
        case .lend(_, let lending)
        where !(lending.person.text + lending.term.text).isEmpty && !content.isWorking:
            discard(content)
        case .shelve(_, let shelf) where !shelf.characters.isEmpty && !content.isWorking: discard(content)
        default: return [.quit]
        }
        return []
    }

    /// Asks whether what was typed may be lost. While it is being saved, it stays.
    private mutating func discard(_ content: BrowserContent) {
        if content.isWorking { refuse() } else { ask(.discard) }
    }

    private mutating func reduceList(_ input: TerminalInput, _ content: BrowserContent) -> [BrowserAction] {
        if selection.move(input, in: content.rows, height: listHeight) { return [] }
        // Until then, the list shows the books of an earlier query: the key would be for another one.
        if awaitsBooks && Self.commands.contains(input) || added != nil && input == .text(" ") {
            warning = "Not done: the books are still being looked for. Try again."
            return []
        }
        switch input {
        case .text("q"): return [.quit]
        case .text("?"): mode = .help(ListPosition(), over: mode)
        case .text("/"):
            if !content.rows.isEmpty { selection.beginSearch() }
            mode = .search
        case .text("s"):
            let index = BookSort.allCases.firstIndex(of: content.sort) ?? 0
            var position = ListPosition()
            position.select(index, of: Self.sorts.count, height: dialogHeight)
            mode = .sort(position)
        case .text("f"):
            mode = .filter(ListPosition())
            return [.loadShelves]
        case .text(" "): selection.mark(in: content.rows, height: listHeight)
        case .key(.escape) where !selection.marks.isEmpty: selection.unmark()
        case .text("L"):
            loansPage = LoansPage()
            mode = .loans
            return [.openLoans]
        case .text("u"): return [.reload]
        case .text("U"): return [.askUndo]
        case .text("a"):
            mode = .form(FormState(BookForm()))
            return [.openForm(nil)]
        case .key(.escape):
            if content.rows.isEmpty, !search.characters.isEmpty { selection.leaveSearch() }
            search = TextField()
            return [.show(content.query.withoutConditions)]
        case .key(.enter):
            guard let book = book(in: content)?.entity else { return [] }
            mode = .detail(book.id, ListPosition())
            return [.openDetail(book.id)]
        default: return reduceCommand(input, content)
        }
        return []
    }

    /// The commands for the selected book.
    private mutating func reduceCommand(_ input: TerminalInput, _ content: BrowserContent) -> [BrowserAction] {
        guard let listing = book(in: content), let book = listing.entity else { return [] }
        if Self.forOneBook.contains(input), chosen(in: content).map(\.id) != [listing.id] {
            warning = "That is for one book, and others are marked. Escape removes the marks."
            return []
        }
        if case .text(let key) = input, listing.draft.quickChange(key) != nil {
            return [.quickKey(key, of: chosen(in: content).map(\.id))]
        }
        switch input {
        case .text("e"):
            mode = .form(FormState(BookForm(book.draft)))
            return [.closeDetail, .openForm(book)]
        case .text("n"):
            var form = FormState(BookForm(book.draft))
            form.focused = .field(.notes)
            mode = .form(form)
            return [.closeDetail, .openForm(book), .editNotes(saves: true)]
        case .text("l"):
            if refuses([listing], content) { return [] }
            mode = .lend(book, Form<LendField>())
            return [.closeDetail, .loadPeople]
        case .text("r"): return [.takeBack(book.id)]
        case .text("+"): return [.extend(book.id)]
        case .text("S"):
            mode = .shelve(chosen(in: content).compactMap(\.entity), TextField())
            return [.closeDetail, .loadShelves]
        case .text("x"), .key(.delete):
            if refuses(chosen(in: content), content) { return [] }
            mode = .removal(chosen(in: content).compactMap(\.entity), ListPosition())
            return [.closeDetail]
        default: return []
        }
    }

    /// Whether one of the books is lent; then it says to whom.
    private mutating func refuses(_ books: [Row<Book>], _ content: BrowserContent) -> Bool {
        // A return may be under way.
        guard !content.isWorking, let lent = books.first(where: { $0.lentTo != nil }),
            let book = lent.entity, let name = lent.lentTo, let due = lent.due
        else { return false }
        warning = LendingError.isLent(book, to: name, due: due).message + "."
        return true
    }

    /// Those that mean one book, also where several are marked.
    private static let forOneBook = Set("enlr+".map { TerminalInput.text(String($0)) })
    private static let commands = Set(
        "012345t*enlr+xS ".map { TerminalInput.text(String($0)) } + [.key(.delete), .key(.enter)])

    /// The books that a quick key changes: the one whose details are shown, or else the marked ones, or else the selected
    /// one.
    func chosen(in content: BrowserContent) -> [Row<Book>] {
        let one = book(in: content).map { [$0] } ?? []
        if case .detail = mode { return one }
        let marked = selection.marked(in: content.rows)
        return marked.isEmpty ? one : marked
    }

    /// The book whose details are shown, or else the selected one.
    func book(in content: BrowserContent) -> Row<Book>? {
        let row = added ?? selection.row(in: content.rows)
        guard case .detail(let id, _) = opened, row?.id != id else { return row }
        return content.detail?.id == id ? content.detail : nil
    }

    private mutating func reduceSearch(_ input: TerminalInput, _ content: BrowserContent) -> [BrowserAction] {
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
            } else {
                query.fields = query.fields.isEmpty ? BookField.searchable : []
            }
        case .key(.up), .key(.down), .key(.pageUp), .key(.pageDown), .rows:
            _ = selection.move(input, in: content.rows, height: listHeight)
        default: search.take(input)
        }
        guard search.characters != before || query != content.query else { return [] }
        if isLeft { selection.leaveSearch() } else { selection.isAtTop = mode == .search }
        query.text = search.text
        let names: BrowserAction? =
            switch search.text.conditionParts.last?.name {
            case "shelf" where content.shelves.isEmpty: .loadShelves
            case "borrower" where content.people.isEmpty: .loadPeople
            default: nil
            }
        return [.show(query)] + [names].compactMap(\.self)
    }

    /// The search, with its last word completed if it can be.
    func completedSearch(_ content: BrowserContent) -> String? {
        ListCommand<Book>.conditions.completed(search.text) { name in
            switch name {
            case "shelf": content.shelves
            case "borrower": content.people
            // The books found so far are those of authors with what is typed in their names.
            case "author": content.rows.flatMap(\.draft.authors)
            default: []
            }
        }
    }

    private mutating func reduceDetail(
        _ input: TerminalInput, _ id: Book.ID, _ position: ListPosition, _ content: BrowserContent
    ) -> [BrowserAction] {
        var position = position
        let lines = book(in: content)?.detailLines(content.loans, width: columns, today: content.today) ?? []
        if position.scroll(input, of: lines.count, height: pageHeight) {
            mode = .detail(id, position)
            return []
        }
        switch input {
        case .key(.escape), .key(.enter), .text("q"):
            mode = home
            return [.closeDetail]
        case .text("J"), .text("K"):
            let key = TerminalInput.key(input == .text("J") ? .down : .up)
            _ =
                home == .loans
                ? loansPage.move(key, content, height: listHeight)
                : selection.move(key, in: content.rows, height: listHeight)
            let book = home == .loans ? loansPage.book(content) : selection.row(in: content.rows)?.id
            guard let next = book, next != id else { return [] }
            mode = .detail(next, ListPosition())
            return [.openDetail(next)]
        case .text("?"):
            mode = .help(ListPosition(), over: mode)
            return []
        case .text("u"): return [.reload]
        case .text("U"):
            mode = home
            return [.closeDetail, .askUndo]
        default: return reduceCommand(input, content)
        }
    }

    /// The lines of the sort menu: each order, and nil for the direction.
    static let sorts: [BookSort?] = BookSort.allCases + [nil]

    private mutating func sort(_ pick: Pick, _ sort: BookSort?, _ query: BookQuery) -> [BrowserAction] {
        if pick == .close { return [] }
        selection.sort()
        if let sort { return [.sort(sort)] }
        var query = query
        query.isReversed = pick == .turnOnAndClose || !query.isReversed
        return [.show(query)]
    }

    /// The lines of the menu of filters. A shelf of the query stays, also if no book is on it any more.
    func filters(_ content: BrowserContent) -> [BookFilterChoice] {
        let others = content.query.shelves.filter { !content.shelves.contains($0) }
        return BookFilterChoice.all(shelves: content.shelves + others)
    }

    private func filter(_ pick: Pick, _ filter: BookFilterChoice, _ content: BrowserContent) -> [BrowserAction] {
        if pick == .close || pick == .turnOnAndClose && filter.isOn(in: content.query) { return [] }
        var query = content.query
        filter.toggle(in: &query, today: content.today)
        return [.show(query)]
    }

    private mutating func reduceLend(
        _ input: TerminalInput, _ book: Book, _ lending: Form<LendField>, _ content: BrowserContent
    ) -> [BrowserAction] {
        var lending = lending
        defer { if case .lend = mode { mode = .lend(book, lending) } }
        switch input {
        case .key(.escape): mode = home
        case .key(.enter), .key(.control("s")):
            guard let term = lending.readTerm(), lending.hasPerson else { return [] }
            return [.lend(book.id, to: lending.person.text, term)]
        case .key(.tab):
            guard let person = lending.suggestion(content) else { fallthrough }
            lending.show(.text(person), in: .person)
        default: _ = lending.handle(input, .text(""))
        }
        return []
    }

    private mutating func reduceShelve(
        _ input: TerminalInput, _ books: [Book], _ shelf: TextField, _ content: BrowserContent
    ) -> [BrowserAction] {
        var shelf = shelf
        defer { if case .shelve = mode { mode = .shelve(books, shelf) } }
        switch input {
        case .key(.escape): mode = home
        case .key(.enter):
            let name = shelf.text.tidied
            let isOn = books.off(name, content.folding).isEmpty
            return name.isEmpty ? [] : [.shelve(books.map(\.id), name, isOn: !isOn)]
        case .key(.tab): if let known = content.shelves(beginningWith: shelf.text).first { shelf = TextField(known) }
        default: shelf.take(input)
        }
        return []
    }

    private mutating func reduceForm(
        _ input: TerminalInput, _ form: FormState, _ content: BrowserContent
    ) -> [BrowserAction] {
        let browser = content
        guard let content = content.form else { return [] }
        var form = form
        defer { if case .form = mode { mode = .form(form) } }
        switch input {
        case .key(.enter) where form.focused == .save, .key(.control("s")):
            if let problem = form.goToProblem(in: content.fields) {
                warning = "Not saved: \(problem)."
            } else if content.canSave {
                return [.save]
            }
        case .key(.enter) where form.focused == .field(.notes): return [.editNotes(saves: false)]
        case .key(.control("o")) where browser.hasCatalog:
            if content.fields.draft.isbn == nil {
                warning = "A look-up needs a valid ISBN."
            } else if !content.fields.draft.title.tidied.isEmpty, !content.fields.draft[.authors].isBlank {
                warning = "A look-up fills in a missing title or missing authors only."
            } else {
                return [.lookUp]
            }
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
