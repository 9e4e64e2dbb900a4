import Domain
import Presentation

/// The columns of the list. Title and authors come first: they share what the others leave, and each gets what it needs if
/// the other can spare it. The columns that a filter is about are the next, and the others follow while there is room.
struct BookColumns {
    private let today: Day
    /// Whether a sign before the title says that a book is overdue.
    private let hasSign: Bool
    private let authors: Int
    private let others: Set<Other>

    private enum Other: CaseIterable {
        case status, rating, favorite, lentTo, due

        var width: Int {
            switch self {
            case .status: 9
            case .rating: 6
            case .favorite: 1
            case .lentTo: 10
            case .due: 5
            }
        }

        var title: String {
            switch self {
            case .status: "status"
            case .rating: "rating"
            case .favorite: "♥"
            case .lentTo: "lent to"
            case .due: "due"
            }
        }

        /// Whether the query's conditions are about it.
        func isOwn(to query: BookQuery) -> Bool {
            switch self {
            case .status: query.has(.own(.status))
            case .rating: query.has(.own(.rating))
            case .favorite: query.has(.own(.favorite))
            case .lentTo, .due: query.conditions(on: .derived(.lentTo)).contains(.present) || query.has(.derived(.due))
            }
        }
    }

    /// For these visible rows.
    init(_ rows: some Collection<Row<Book>>, width: Int, _ query: BookQuery, today: Day, hasOverdue: Bool) {
        self.today = today
        hasSign = hasOverdue
        var room = width - 1 - (hasOverdue ? 2 : 0)
        let own = Other.allCases.filter { $0.isOwn(to: query) }
        var others: Set<Other> = []
        // Where a book is overdue, the loans are the next.
        let usual: [Other] =
            hasOverdue ? [.rating, .lentTo, .due, .status, .favorite] : [.status, .rating, .favorite, .lentTo]
        for column in own + usual.filter({ !own.contains($0) }) {
            // Below the list's least width beside the selected book, so that no wider window has fewer columns.
            let least = own.contains(column) ? 24 : 41
            if room - column.width - 1 < least { break }
            room -= column.width + 1
            others.insert(column)
        }
        self.others = others
        let (title, name) = rows.reduce(("title".columns, "authors".columns)) { widest, row in
            (max(widest.0, row.draft.title.columns), max(widest.1, row.authors.columns))
        }
        let share = room - room * 3 / 5
        authors = max(min(name, share), min(max(name, share), room - title))
    }

    var titles: View {
        view(sign: .blank, title: .text("title", .faint), authors: .text("authors", .faint)) { .text($0.title, .faint) }
    }

    func row(_ listing: Row<Book>) -> View {
        let draft = listing.draft
        let isOverdue = listing.overdue(on: today) != nil
        return view(
            sign: .text(isOverdue ? "!" : "", .bad), title: .text(draft.title),
            authors: .text(listing.authors)
        ) { column in
            switch column {
            case .status: .text(draft.status.rawValue, draft.status.style)
            case .rating: .text(draft.rating?.ofAllStars ?? "", .warning)
            case .favorite: .text(BookField.favorite.drawn(draft[.favorite]))
            case .lentTo: .text(listing.lentTo ?? "", .warning)
            case .due: .text("\(listing.due?.description.dropFirst(5) ?? "")", isOverdue ? .bad : .plain)
            }
        }
    }

    private func view(sign: View, title: View, authors: View, other: (Other) -> View) -> View {
        let first: [View.Part] = hasSign ? [.fixed(1, sign)] : []
        return .row(
            first + [.share(1, title), .fixed(self.authors, authors)]
                + Other.allCases.filter(others.contains).map { .fixed($0.width, other($0)) })
    }
}

extension [Book] {
    /// One book by its title and authors, or how many they are.
    var called: Message { count == 1 ? "\(self[0])" : "\(count.counting("book"))" }
}

extension Message.StringInterpolation {
    /// The title and the authors of the book.
    mutating func appendInterpolation(_ book: Book) {
        appendInterpolation("\"\(long: book.title)\" by \(long: book.authors.joined(separator: ", "))" as Message)
    }
}

extension BookDraft {
    /// What a quick key changes: digits rate, `t` turns the status to the next one, and `*` makes a favourite, or no longer.
    func quickChange(_ key: String) -> (BookField, FieldValue)? {
        switch key {
        case "t":
            let all = ReadingStatus.allCases
            let next = ((all.firstIndex(of: status) ?? 0) + 1) % all.count
            return (.status, all[next].fieldValue)
        case "*": return (.favorite, .flag(self[.favorite] != .flag(true)))
        case "0": return (.rating, .none)
        default: return Int(key).flatMap { Rating($0) }.map { (.rating, $0.fieldValue) }
        }
    }
}

extension BookField {
    /// The value that a key has set, for the message.
    func said(_ value: FieldValue) -> String {
        switch value {
        case .none: "no stars"
        case .flag(let flag): flag ? "favourite" : "not a favourite"
        default: drawn(value)
        }
    }
}

extension Rating {
    /// Its stars, and those that it lacks.
    fileprivate var ofAllStars: String {
        BookField.rating.drawn(fieldValue) + String(repeating: "☆", count: Self.allowedStars.upperBound - stars)
    }
}

extension Day {
    /// What is said of a loan that was due on this day; nil if it isn't overdue.
    func overdue(on today: Day) -> String? {
        self < today ? "OVERDUE \((today - self).counting("day"))" : nil
    }
}

extension Row<Book> {
    fileprivate var authors: String { draft.authors.joined(separator: ", ") }

    func overdue(on today: Day) -> String? { due?.overdue(on: today) }

    /// What people know of the book: how they like it, how far they are, and who has it; below these all else, then the
    /// notes, and who has had it; but no identifiers. No further fields from `limit` lines on.
    func panelLines(_ loans: [LoanListing], width: Int, limit: Int, today: Day) -> [View] {
        let draft = self.draft
        var marks: [Styled] = []
        var days: [String] = []
        var (list, details, notes) = (FieldList(), FieldList(), FieldList())
        list.field("found", foundElsewhere)
        let start = draft.status == .reading ? draft.started : nil
        for field in BookField.allCases where ![.title, .authors].contains(field) {
            let value = draft[field]
            let name = field.words.label.lowercased()
            let drawn = field.drawn(value)
            switch field.kind.form {
            case .number where field.kind.fewNumbers == nil: details.write(value, of: field.kind, named: name)
            case .number, .flag:
                if !drawn.isEmpty { marks.append(Styled((marks.isEmpty ? "" : "  ") + drawn, .warning)) }
            case .choice: days.append(drawn + (start.map { " since \($0)" } ?? ""))
            case .day where field == .added: details.write(value, of: field.kind, named: name)
            case .day: if value != .none, field != .started || start == nil { days.append("\(name) \(drawn)") }
            case .lines: notes.write(value, of: field.kind, named: name)
            case .names: list.write(value, of: field.kind, named: name)
            case .line, .decimal, .orderedNames, .namedTexts, .reference:
                details.write(value, of: field.kind, named: name)
            case .identifiers: break
            }
        }
        func lines(_ text: String, _ style: Style = .plain) -> [View] {
            text.isEmpty ? [] : text.broken(into: width).map { .text($0, style) }
        }
        let year = "\(today)".prefix(5)
        func short(_ day: Day) -> String { String("\(day)".dropFirst("\(day)".hasPrefix(year) ? 5 : 0)) }
        let overdue = overdue(on: today)
        let lent = loans.first { $0.loan.isOpen }.map { "lent \(short($0.loan.lent))" }
        func joined(_ parts: String?...) -> [String] {
            let parts = parts.compactMap(\.self)
            let line = parts.joined(separator: ", ")
            return line.columns <= width ? [line] : parts
        }
        let loan = lentTo.map { joined("LENT to \($0)", overdue) + joined(lent, due.map { "due \(short($0))" }) }
        let earlier = loans.compactMap { row in
            row.loan.returned.map { "\(row.borrower), \(row.loan.lent) to \($0)" }
        }
        return lines(draft.title, .strong) + lines(authors) + (marks.isEmpty ? [] : [.line(marks)])
            + days.flatMap { lines($0) } + (loan ?? []).flatMap { lines($0, overdue == nil ? .warning : .bad) }
            + (list + details + notes).lines(width: width, limit: limit)
            + (earlier.isEmpty ? [] : [.text("earlier loans", .faint)]) + earlier.flatMap { lines($0) }
    }

    /// All fields of the book, and its loans.
    func detailLines(_ loans: [LoanListing], width: Int, today: Day) -> [View] {
        var list = FieldList()
        let draft = self.draft
        list.field("id", "\(id)")
        for field in BookField.allCases {
            let name = field.words.label.lowercased()
            field == .authors ? list.field(name, authors) : list.write(draft[field], of: field.kind, named: name)
        }
        list.field("lent to", lentTo)
        list.field("due", due?.description)
        list.field("found", foundElsewhere)
        var lines = list.lines(width: width)
        if !loans.isEmpty { lines += [.blank, .text("loans", .faint)] }
        for loan in loans {
            let overdue = loan.isOverdue ? loan.loan.due.overdue(on: today).map { ", \($0)" } : nil
            let end = loan.loan.returned.map { "returned \($0)" } ?? "due \(loan.loan.due)\(overdue ?? "")"
            let text = "\(loan.borrower), \(end)".broken(into: width - 12)
            for (index, line) in text.enumerated() {
                let day = index == 0 ? "\(loan.loan.lent)" : ""
                lines.append(.text(day.padded(to: 12) + line, overdue == nil ? .plain : .bad))
            }
        }
        return lines
    }
}
