import Domain
import Presentation

// What is special about books in the full-screen view.
extension Book: BrowsedEntity {
    static var browserColumns: [BrowserColumn<Book>] {
        [
            BrowserColumn("status", width: 9, [.own(.status)], rank: 1, urgentRank: 4) { row, _ in
                Styled(row.draft.status.rawValue, row.draft.status.style)
            },
            BrowserColumn("rating", width: 6, [.own(.rating)], rank: 2, urgentRank: 1) { row, _ in
                Styled(row.draft.rating?.ofAllStars ?? "", .warning)
            },
            BrowserColumn("♥", width: 1, [.own(.favorite)], rank: 3, urgentRank: 5) { row, _ in
                Styled(drawn(row.draft[.favorite], of: .favorite))
            },
        ] + columnsOfLoans
    }

    static func drawn(_ value: FieldValue, of field: BookField) -> String { field.drawn(value) }

    static func said(_ value: FieldValue, of field: BookField) -> String {
        switch (field, value) {
        case (.rating, .none): "no stars"
        case (.favorite, .flag(false)): "not a favourite"
        default: usuallySaid(value, of: field)
        }
    }

    static func twin(of book: Book, _ context: UseCaseContext) async throws(LibraryError) -> Book? {
        try await AddBook(context).twins(of: book.draft).first { $0.id != book.id }
    }

    /// The title and the authors.
    var message: Notice { "\"\(long: title)\" by \(long: authors.joined(separator: ", "))" }

    /// What people know of the book: how they like it and how far they are, and who has it; below these all else, then the
    /// notes, and who has had it; but no identifiers.
    static func summary(of row: Row<Book>, in library: LibrarySnapshot, width: Int, limit: Int, today: Day) -> [View] {
        let draft = row.draft
        var marks: [Styled] = []
        var days: [String] = []
        var (list, details, notes) = (FieldList(), FieldList(), FieldList())
        list.field("found", row.foundElsewhere)
        let start = draft.status == .reading ? draft.started : nil
        for field in BookField.allCases where ![.title, .authors].contains(field) {
            let value = draft[field]
            let name = field.words.label.lowercased()
            let drawn = field.drawn(value)
            switch field.kind.form {
            case .number where field.kind.fewNumbers == nil, .day where field == .added, .line, .decimal, .orderedNames,
                .namedTexts, .reference:
                details.write(value, of: field.kind, named: name)
            case .number, .flag:
                if !drawn.isEmpty { marks.append(Styled((marks.isEmpty ? "" : "  ") + drawn, .warning)) }
            case .choice: days.append(drawn + (start.map { " since \($0)" } ?? ""))
            case .day: if value != .none, field != .started || start == nil { days.append("\(name) \(drawn)") }
            case .lines: notes.write(value, of: field.kind, named: name)
            case .names: list.write(value, of: field.kind, named: name)
            case .identifiers: break
            }
        }
        let loans = LoanQuery.history(of: row.id).rows(of: library, [row], today: today)
        func lines(_ text: String, _ style: Style = .plain) -> [View] { .broken(text, into: width, style) }
        return lines(draft.title, .strong) + lines(draft.authors.joined(separator: ", "))
            + (marks.isEmpty ? [] : [.line(marks)]) + days.flatMap { lines($0) }
            + row.loanLines(loans, width: width, today: today)
            + (list + details + notes).lines(width: width, limit: limit) + loans.earlierLines(width: width)
    }
}

extension Rating {
    /// Its stars, and those that it lacks.
    fileprivate var ofAllStars: String {
        BookField.rating.drawn(fieldValue) + String(repeating: "☆", count: Self.allowedStars.upperBound - stars)
    }
}
