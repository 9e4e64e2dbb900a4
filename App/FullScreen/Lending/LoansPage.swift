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

// What it shows, and does.
extension LendingView {
    /// The loans that are shown.
    private var shownLoans: [LoanListing] {
        page.person.map { person in loans.rows.filter { $0.loan.borrower == person } } ?? loans.rows
    }

    /// The book of the selected loan; nil while people are shown.
    var selectedBook: Book.ID? { page.showsPeople ? nil : page.loans.row(in: shownLoans)?.loan.book }

    /// Moves the selection. Returns false if the input means something else.
    func moveSelection(_ input: TerminalInput) -> Bool {
        page.showsPeople
            ? page.people.move(input, in: borrowers.map(\.id), height: height)
            : page.loans.move(input, in: shownLoans.map(\.id), height: height)
    }

    func page(columns: Int, height: Int) -> AdditionPage {
        self.height = height
        // The selection stays on its row, whatever is there now.
        page.loans.follow(shownLoans.map(\.id), height: height)
        page.people.follow(borrowers.map(\.id), height: height)
        let open = loans.content.value
        var heading: [Styled] = []
        if let open {
            heading.append(Styled("  \(open.count.counting("book")) lent"))
            let overdue = open.count(where: \.isOverdue)
            if overdue > 0 { heading.append(Styled("  \(overdue) overdue", .bad)) }
        }
        let name = borrowers.first { $0.id == page.person }?.borrower.name
        let body: View =
            open == nil ? .text("Loading…") : page.showsPeople ? peopleWithBooks : openLoans(columns: columns)
        return AdditionPage(
            heading: heading,
            subtitle: page.showsPeople
                ? "who has books" : name.map { "the loans of \($0), by due day" } ?? "loans by due day",
            body: body, selected: (page.showsPeople ? page.people.position : page.loans.position).selected,
            count: page.showsPeople ? borrowers.count : shownLoans.count)
    }

    private func openLoans(columns: Int) -> View {
        let rows = shownLoans
        if rows.isEmpty { return .paragraph(page.person == nil ? "No book is lent." : "This person has no book.") }
        func line(_ sign: View, _ title: View, _ name: View, _ lent: View, _ due: View, _ word: View) -> View {
            var parts: [View.Part] = [.fixed(1, sign), .share(3, title), .share(2, name)]
            if columns >= 80 { parts.append(.fixed(10, lent)) }
            parts.append(.fixed(10, due))
            if columns >= 64 { parts.append(.fixed(17, word)) }
            return .row(parts)
        }
        func title(_ text: String) -> View { .text(text, .faint) }
        let titles = line(.blank, title("title"), title("lent to"), title("lent"), title("due"), .blank)
        let list = page.loans.position.list(rows, height: height) { row in
            let overdue = row.loan.due.overdue(on: context.today())
            let style = overdue == nil ? Style.plain : .bad
            return line(
                .text(overdue == nil ? "" : "!", .bad), .text(row.title), .text(row.borrower),
                .text("\(row.loan.lent)"), .text("\(row.loan.due)", style), .text(overdue ?? "", .bad))
        }
        return .column([.fixed(1, titles), .share(1, list)])
    }

    /// The people who have books, how many, and which.
    private var peopleWithBooks: View {
        if borrowers.isEmpty { return .paragraph("Nobody has a book.") }
        let titles = Dictionary(grouping: loans.rows, by: \.loan.borrower)
        func line(_ name: View, _ count: View, _ books: View) -> View {
            .row([.share(1, name), .fixed(5, count), .share(2, books)])
        }
        let heading = line(.text("name", .faint), .text("books", .faint), .blank)
        let list = page.people.position.list(borrowers, height: height) { row in
            let books = titles[row.id, default: []].map(\.title).joined(separator: ", ")
            return line(.text(row.borrower.name), .text("\(row.booksOut)"), .text(books, .faint))
        }
        return .column([.fixed(1, heading), .share(1, list)])
    }
}
