import Domain
import Presentation

/// The page of loans, by due day, and of the people who have the books.
struct LoansPage: Equatable, Sendable {
    var showsPeople = false
    /// The person whose loans are shown; nil for all loans.
    var person: Borrower.ID?
    var loans = ListSelection<Loan.ID>()
    var people = ListSelection<Borrower.ID>()
}

@MainActor
extension LoansPage {
    /// The loans that are shown.
    private func rows(_ lending: LendingView) -> [LoanListing] {
        person.map { person in lending.loans.rows.filter { $0.loan.borrower == person } } ?? lending.loans.rows
    }

    /// Moves the selection. Returns false if the input means something else.
    mutating func move(_ input: TerminalInput, _ lending: LendingView, height: Int) -> Bool {
        showsPeople
            ? people.move(input, in: lending.borrowers.map(\.id), height: height)
            : loans.move(input, in: rows(lending).map(\.id), height: height)
    }

    /// Keeps the selections on their rows when these have changed.
    mutating func follow(_ lending: LendingView, height: Int) {
        loans.follow(rows(lending).map(\.id), height: height)
        people.follow(lending.borrowers.map(\.id), height: height)
    }

    /// The book of the selected loan; nil while people are shown.
    func book(_ lending: LendingView) -> Book.ID? { showsPeople ? nil : loans.row(in: rows(lending))?.loan.book }

    /// What the page shows.
    func shown(_ lending: LendingView, columns: Int, height: Int, today: Day) -> AdditionPage {
        let open = lending.loans.content.value
        var heading: [Styled] = []
        if let open {
            heading.append(Styled("  \(open.count.counting("book")) lent"))
            let overdue = open.count(where: \.isOverdue)
            if overdue > 0 { heading.append(Styled("  \(overdue) overdue", .bad)) }
        }
        let name = lending.borrowers.first { $0.id == person }?.borrower.name
        let body: View =
            open == nil
            ? .text("Loading…")
            : showsPeople
                ? people(lending, height: height)
                : loans(rows(lending), columns: columns, height: height, today: today)
        return AdditionPage(
            heading: heading,
            subtitle: showsPeople
                ? "who has books" : name.map { "the loans of \($0), by due day" } ?? "loans by due day",
            body: body, selected: (showsPeople ? people.position : loans.position).selected,
            count: showsPeople ? lending.borrowers.count : rows(lending).count)
    }

    private func loans(_ rows: [LoanListing], columns: Int, height: Int, today: Day) -> View {
        if rows.isEmpty { return .paragraph(person == nil ? "No book is lent." : "This person has no book.") }
        func line(_ sign: View, _ title: View, _ name: View, _ lent: View, _ due: View, _ word: View) -> View {
            var parts: [View.Part] = [.fixed(1, sign), .share(3, title), .share(2, name)]
            if columns >= 80 { parts.append(.fixed(10, lent)) }
            parts.append(.fixed(10, due))
            if columns >= 64 { parts.append(.fixed(17, word)) }
            return .row(parts)
        }
        func title(_ text: String) -> View { .text(text, .faint) }
        let titles = line(.blank, title("title"), title("lent to"), title("lent"), title("due"), .blank)
        let list = loans.position.list(rows, height: height) { row in
            let overdue = row.loan.due.overdue(on: today)
            let style = overdue == nil ? Style.plain : .bad
            return line(
                .text(overdue == nil ? "" : "!", .bad), .text(row.title), .text(row.borrower),
                .text("\(row.loan.lent)"), .text("\(row.loan.due)", style), .text(overdue ?? "", .bad))
        }
        return .column([.fixed(1, titles), .share(1, list)])
    }

    /// The people who have books, how many, and which.
    private func people(_ lending: LendingView, height: Int) -> View {
        if lending.borrowers.isEmpty { return .paragraph("Nobody has a book.") }
        let titles = Dictionary(grouping: lending.loans.rows, by: \.loan.borrower)
        func line(_ name: View, _ count: View, _ books: View) -> View {
            .row([.share(1, name), .fixed(5, count), .share(2, books)])
        }
        let heading = line(.text("name", .faint), .text("books", .faint), .blank)
        let list = people.position.list(lending.borrowers, height: height) { row in
            let books = titles[row.id, default: []].map(\.title).joined(separator: ", ")
            return line(.text(row.borrower.name), .text("\(row.booksOut)"), .text(books, .faint))
        }
        return .column([.fixed(1, heading), .share(1, list)])
    }
}
