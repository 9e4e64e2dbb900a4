import Domain
import Presentation

extension BookListing {
    /// The columns of the list that fit.
    private static func columns(width: Int, _ view: (Column) -> View) -> View {
        var parts: [View.Part] = [.share(3, view(.title)), .share(2, view(.authors))]
        if width >= 56 { parts += [.fixed(9, view(.status)), .fixed(6, view(.rating)), .fixed(1, view(.favorite))] }
        if width >= 70 { parts.append(.fixed(10, view(.lentTo))) }
        return .row(parts)
    }

    private enum Column { case title, authors, status, rating, favorite, lentTo }

    static func titles(width: Int) -> View {
        columns(width: width) { column in
            switch column {
            case .title: .text("title", .faint)
            case .authors: .text("authors", .faint)
            case .status: .text("status", .faint)
            case .rating: .text("rating", .faint)
            case .favorite: .text("♥", .faint)
            case .lentTo: .text("lent to", .faint)
            }
        }
    }

    func row(width: Int) -> View {
        Self.columns(width: width) { column in
            switch column {
            case .title: .text(book.title, .strong)
            case .authors: .text(book.authors.joined(separator: ", "))
            case .status: .text(book.status.rawValue, book.status.style)
            case .rating: .text(book.rating?.drawn ?? "", .warning)
            case .favorite: .text(book.isFavorite ? "♥" : "")
            case .lentTo: .text(lentTo ?? "", .warning)
            }
        }
    }

    /// All fields of the book, and its loans.
    func detailLines(_ loans: [LoanListing], width: Int, limit: Int = .max) -> [View] {
        var list = FieldList()
        describe(to: &list)
        let label = min(16, 2 + (list.fields.map(\.name.columns).max() ?? 0))
        var lines: [View] = []
        for (name, value, _) in list.fields {
            if lines.count >= limit { break }
            // Notes may be very long.
            let value = limit == .max ? value : String(value.prefix(limit * width))
            for (index, line) in value.broken(into: max(1, width - label - 1)).enumerated() {
                lines.append(.row([.fixed(label, .text(index == 0 ? name : "", .faint)), .share(1, .text(line))]))
            }
        }
        if !loans.isEmpty { lines += [.blank, .text("loans", .faint)] }
        for loan in loans {
            let end = loan.loan.returned.map { "returned \($0)" } ?? "due \(loan.loan.due)"
            lines.append(.text("\(loan.loan.lent)  \(loan.borrower), \(end)", loan.isOverdue ? .bad : .plain))
        }
        return lines
    }
}
