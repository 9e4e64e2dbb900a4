import Domain
import Presentation

/// The page of loans, by due day, and of the people who have the books.
struct LoansPage: Equatable, Sendable {
    var showsPeople = false
    /// The person whose loans are shown; nil for all loans.
    var person: Borrower.ID?
    var loans = ListSelection<Loan.ID>()
    var people = ListSelection<Borrower.ID>()

    /// The loans that are shown.
    func rows(_ content: BrowserContent) -> [LoanListing] {
        let loans = content.openLoans ?? []
        return person.map { person in loans.filter { $0.loan.borrower == person } } ?? loans
    }

    mutating func follow(_ content: BrowserContent, height: Int) {
        loans.follow(rows(content), height: height)
        people.follow(content.borrowers, height: height)
    }

    /// Moves the selection. Returns false if the input means something else.
    mutating func move(_ input: TerminalInput, _ content: BrowserContent, height: Int) -> Bool {
        showsPeople
            ? people.move(input, in: content.borrowers, height: height)
            : loans.move(input, in: rows(content), height: height)
    }

    /// The book of the selected loan; nil while people are shown.
    func book(_ content: BrowserContent) -> Book.ID? {
        showsPeople ? nil : loans.row(in: rows(content))?.loan.book
    }
}

extension BrowserState {
    mutating func reduceLoans(_ input: TerminalInput, _ content: BrowserContent) -> [BrowserAction] {
        if loansPage.move(input, content, height: listHeight) { return [] }
        switch input {
        case .text("?"): mode = .help(ListPosition(), over: mode)
        case .text("u"): return [.reload]
        case .text("U"): return [.askUndo]
        case .key(.tab): loansPage.showsPeople.toggle()
        case .key(.escape) where loansPage.person != nil && !loansPage.showsPeople:
            loansPage.person = nil
            loansPage.showsPeople = true
        case .key(.escape), .text("q"), .text("L"):
            mode = .list
            return [.closeLoans]
        case .key(.enter) where loansPage.showsPeople:
            guard let person = loansPage.people.row(in: content.borrowers) else { break }
            loansPage.person = person.id
            loansPage.showsPeople = false
        default:
            guard let book = loansPage.book(content) else { break }
            switch input {
            case .key(.enter):
                mode = .detail(book, ListPosition())
                return [.openDetail(book)]
            case .text("r"): return [.takeBack(book)]
            case .text("+"): return [.extend(book)]
            default: break
            }
        }
        return []
    }

    func loans(_ content: BrowserContent) -> View {
        let person = content.borrowers.first { $0.id == loansPage.person }?.borrower.name
        return .column([
            .fixed(1, loansHeader(content)),
            .fixed(
                1,
                .text(
                    loansPage.showsPeople
                        ? "who has books" : person.map { "the loans of \($0), by due day" } ?? "loans by due day",
                    .faint
                )),
            .share(
                1,
                content.openLoans == nil ? .text("Loading…") : loansPage.showsPeople ? people(content) : rows(content)),
            .fixed(1, loansStatus(content)),
            .fixed(1, hints(content)),
        ])
    }

    private func loansHeader(_ content: BrowserContent) -> View {
        var parts = [Styled(Bookshelf.name.withCapital, .strong)]
        if let loans = content.openLoans {
            parts.append(Styled("  \(loans.count.counting("book")) lent"))
            let overdue = loans.count(where: \.isOverdue)
            if overdue > 0 { parts.append(Styled("  \(overdue) overdue", .bad)) }
        }
        return .line(parts)
    }

    private func loansStatus(_ content: BrowserContent) -> View {
        if let note { return note }
        if content.isWorking { return .text("Saving…", .faint) }
        if let staleness = staleness(content) { return staleness }
        let (position, count) =
            loansPage.showsPeople
            ? (loansPage.people.position, content.borrowers.count)
            : (loansPage.loans.position, loansPage.rows(content).count)
        return count == 0 ? .blank : .text("\((position.selected + 1).grouped) of \(count.grouped)", .faint)
    }

    private func rows(_ content: BrowserContent) -> View {
        let rows = loansPage.rows(content)
        if rows.isEmpty { return .paragraph(loansPage.person == nil ? "No book is lent." : "This person has no book.") }
        func line(_ sign: View, _ title: View, _ name: View, _ lent: View, _ due: View, _ word: View) -> View {
            var parts: [View.Part] = [.fixed(1, sign), .share(3, title), .share(2, name)]
            if columns >= 80 { parts.append(.fixed(10, lent)) }
            parts.append(.fixed(10, due))
            if columns >= 64 { parts.append(.fixed(17, word)) }
            return .row(parts)
        }
        func title(_ text: String) -> View { .text(text, .faint) }
        let titles = line(.blank, title("title"), title("lent to"), title("lent"), title("due"), .blank)
        let list = loansPage.loans.position.list(rows, height: listHeight) { row in
            let overdue = row.loan.due.overdue(on: content.today)
            let style = overdue == nil ? Style.plain : .bad
            return line(
                .text(overdue == nil ? "" : "!", .bad), .text(row.title), .text(row.borrower),
                .text("\(row.loan.lent)"), .text("\(row.loan.due)", style), .text(overdue ?? "", .bad))
        }
        return .column([.fixed(1, titles), .share(1, list)])
    }

    /// The people who have books, how many, and which.
    private func people(_ content: BrowserContent) -> View {
        if content.borrowers.isEmpty { return .paragraph("Nobody has a book.") }
        let titles = Dictionary(grouping: content.openLoans ?? [], by: \.loan.borrower)
        func line(_ name: View, _ count: View, _ books: View) -> View {
            .row([.share(1, name), .fixed(5, count), .share(2, books)])
        }
        let heading = line(.text("name", .faint), .text("books", .faint), .blank)
        let list = loansPage.people.position.list(content.borrowers, height: listHeight) { row in
            let books = titles[row.id, default: []].map(\.title).joined(separator: ", ")
            return line(.text(row.borrower.name), .text("\(row.booksOut)"), .text(books, .faint))
        }
        return .column([.fixed(1, heading), .share(1, list)])
    }
}
