import Domain
import Presentation

extension BookListing {
    /// The columns of the list that fit.
    private static func columns(
        width: Int, title: View, authors: View, status: View, rating: View, favorite: View, lentTo: View
    ) -> View {
        var parts: [View.Part] = [.share(3, title), .share(2, authors)]
        if width >= 56 { parts += [.fixed(9, status), .fixed(6, rating), .fixed(1, favorite)] }
        if width >= 70 { parts.append(.fixed(10, lentTo)) }
        return .row(parts)
    }

    static func titles(width: Int) -> View {
        columns(
            width: width, title: .text("title", .faint), authors: .text("authors", .faint),
            status: .text("status", .faint), rating: .text("rating", .faint), favorite: .text("♥", .faint),
            lentTo: .text("lent to", .faint))
    }

    func row(width: Int) -> View {
        Self.columns(
            width: width, title: .text(draft.title, .strong), authors: .text(draft.authors.joined(separator: ", ")),
            status: .text(draft.status.rawValue, draft.status.style), rating: .text(draft[.rating].drawn, .warning),
            favorite: .text(draft[.favorite].drawn), lentTo: .text(lentTo ?? "", .warning))
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
