import Domain
import Presentation

/// The columns of the list. Title and authors come first: they share what the others leave, each gets what it needs if the
/// other can spare it, and a narrow list has no others.
struct BookColumns {
    let width: Int
    private let authors: Int

    /// For these visible rows.
    init(_ rows: ArraySlice<BookListing>, width: Int) {
        self.width = width
        let room = width - 1 - (width >= 64 ? 19 : 0) - (width >= 80 ? 11 : 0)
        let (title, name) = rows.reduce(("title".columns, "authors".columns)) { widest, row in
            (max(widest.0, row.draft.title.columns), max(widest.1, row.authors.columns))
        }
        let share = room - room * 3 / 5
        authors = max(min(name, share), min(max(name, share), room - title))
    }

    var titles: View {
        view(
            title: .text("title", .faint), authors: .text("authors", .faint), status: .text("status", .faint),
            rating: .text("rating", .faint), favorite: .text("♥", .faint), lentTo: .text("lent to", .faint))
    }

    func row(_ listing: BookListing) -> View {
        let draft = listing.draft
        return view(
            title: .text(draft.title, .strong), authors: .text(listing.authors),
            status: .text(draft.status.rawValue, draft.status.style), rating: .text(draft[.rating].drawn, .warning),
            favorite: .text(draft[.favorite].drawn), lentTo: .text(listing.lentTo ?? "", .warning))
    }

    private func view(title: View, authors: View, status: View, rating: View, favorite: View, lentTo: View) -> View {
        var parts: [View.Part] = [.share(1, title), .fixed(self.authors, authors)]
        if width >= 64 { parts += [.fixed(9, status), .fixed(6, rating), .fixed(1, favorite)] }
        if width >= 80 { parts.append(.fixed(10, lentTo)) }
        return .row(parts)
    }
}

extension BookListing {
    fileprivate var authors: String { draft.authors.joined(separator: ", ") }

    /// What people know of the book: how far they are, how they like it, who has it, the days and shelves; and below it
    /// all else. No further fields from `limit` lines on.
    func panelLines(width: Int, limit: Int, today: Day) -> [View] {
        let draft = self.draft
        let title = draft.title.broken(into: width).map { View.text($0, .strong) }
        var marks: [Styled] = []
        var list = FieldList()
        list.field("found", foundElsewhere)
        for isBelow in [false, true] {
            for field in BookField.allCases where ![.title, .authors].contains(field) {
                let value = draft[field]
                switch value {
                case .choice, .stars, .flag:
                    if !isBelow, !value.drawn.isEmpty {
                        marks.append(
                            Styled((marks.isEmpty ? "" : "  ") + value.drawn, marks.isEmpty ? .plain : .warning))
                    }
                case .day, .names: if !isBelow { list.write(value, named: field.rawValue) }
                case .text, .longText, .requiredNames, .number, .isbn, .namedTexts, .sources:
                    if isBelow { list.write(value, named: field.rawValue) }
                }
            }
        }
        list.field("id", "\(id)")
        let loan = lentTo.map { name in
            let isOverdue = due.map { $0 < today } == true
            return "lent to \(name)\(due.map { ", due \($0)" } ?? "")".broken(into: width).map {
                View.text($0, isOverdue ? .bad : .warning)
            }
        }
        return title + authors.broken(into: width).map { .text($0) } + [.line(marks)] + (loan ?? [])
            + list.lines(width: width, limit: limit)
    }

    /// All fields of the book, and its loans.
    func detailLines(_ loans: [LoanListing], width: Int, limit: Int = .max) -> [View] {
        var list = FieldList()
        describe(to: &list)
        var lines = list.lines(width: width, limit: limit)
        if !loans.isEmpty { lines += [.blank, .text("loans", .faint)] }
        for loan in loans {
            let end = loan.loan.returned.map { "returned \($0)" } ?? "due \(loan.loan.due)"
            lines.append(.text("\(loan.loan.lent)  \(loan.borrower), \(end)", loan.isOverdue ? .bad : .plain))
        }
        return lines
    }
}
