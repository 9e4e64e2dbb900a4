import Domain
import Presentation

// What the full-screen view says of a book because of its loans.
extension Book {
    static var columnsOfLoans: [BrowserColumn<Book>] {
        let fields: [ListField<Book>] = [.derived(.lentTo), .derived(.due)]
        return [
            BrowserColumn("lent to", width: 10, fields, rank: 4, urgentRank: 2) { row, _ in
                Styled(row.lentTo ?? "", .warning)
            },
            BrowserColumn("due", width: 5, fields, rank: nil, urgentRank: 3) { row, isUrgent in
                Styled("\(row.due?.description.dropFirst(5) ?? "")", isUrgent ? .bad : .plain)
            },
        ]
    }

    static func moreDetails(of row: Row<Book>, in library: LibrarySnapshot, width: Int, today: Day) -> [View] {
        LoanQuery.history(of: row.id).rows(of: library, [row], today: today).historyLines(width: width, today: today)
    }

    static func urgency(of row: Row<Book>, today: Day) -> String? { row.due?.overdue(on: today) }

    static func hasUrgent(_ library: LibrarySnapshot, today: Day) -> Bool {
        library.loans.contains { $0.isOverdue(on: today) }
    }

    static func refusal(of row: Row<Book>) -> LibraryError? {
        guard let book = row.entity, let name = row.lentTo, let due = row.due else { return nil }
        return .lending(.isLent(book, to: name, due: due))
    }

    @MainActor static func addition(_ environment: AppEnvironment) -> (any BrowserAddition<Book>)? {
        LendingView(environment)
    }
}

extension Day {
    /// What is said of a loan that was due on this day; nil if it isn't overdue.
    func overdue(on today: Day) -> String? {
        self < today ? "OVERDUE \((today - self).counting("day"))" : nil
    }
}

extension Row<Book> {
    /// Who has the book, in words.
    func loanLines(_ loans: [LoanListing], width: Int, today: Day) -> [View] {
        guard let lentTo else { return [] }
        let year = "\(today)".prefix(5)
        func short(_ day: Day) -> String { String("\(day)".dropFirst("\(day)".hasPrefix(year) ? 5 : 0)) }
        func joined(_ parts: String?...) -> [String] {
            let parts = parts.compactMap(\.self)
            let line = parts.joined(separator: ", ")
            return line.columns <= width ? [line] : parts
        }
        let overdue = due?.overdue(on: today)
        let lent = loans.first { $0.loan.isOpen }.map { "lent \(short($0.loan.lent))" }
        return (joined("LENT to \(lentTo)", overdue) + joined(lent, due.map { "due \(short($0))" }))
            .flatMap { [View].broken($0, into: width, overdue == nil ? .warning : .bad) }
    }
}

extension [LoanListing] {
    /// Who has had the book.
    func earlierLines(width: Int) -> [View] {
        let earlier = compactMap { row in
            row.loan.returned.map { "\(row.borrower), \(row.loan.lent) to \($0)" }
        }
        return (earlier.isEmpty ? [] : [.text("earlier loans", .faint)])
            + earlier.flatMap { [View].broken($0, into: width) }
    }

    /// Every loan of the book.
    func historyLines(width: Int, today: Day) -> [View] {
        var lines: [View] = isEmpty ? [] : [.blank, .text("loans", .faint)]
        for loan in self {
            let overdue = loan.isOverdue ? loan.loan.due.overdue(on: today).map { ", \($0)" } : nil
            let end = loan.loan.returned.map { "returned \($0)" } ?? "due \(loan.loan.due)\(overdue ?? "")"
            for (index, line) in "\(loan.borrower), \(end)".broken(into: width - 12).enumerated() {
                let day = index == 0 ? "\(loan.loan.lent)" : ""
                lines.append(.text(day.padded(to: 12) + line, overdue == nil ? .plain : .bad))
            }
        }
        return lines
    }
}
