import Domain
import Storage

extension BookListing: TableRow {
    static var columns: [Column<BookListing>] {
        [
            Column(title: "id", style: .faint, importance: 3),
            Column(title: "title", style: .strong, share: 24, importance: 4),
            Column(title: "authors", share: 14, importance: 1, text: { $0.draft.authors.joined(separator: ", ") }),
            Column(title: "status", styleOf: \.draft.status.style),
            Column(title: "rating", style: .warning, text: { BookField.rating.drawn($0.draft[.rating]) }),
            Column(title: "lent to", style: .warning, share: 10, importance: 2),
            // Left out where it is empty.
            Column(title: "found", style: .faint, share: 30, importance: 3, text: \.foundElsewhere),
        ]
    }

    static var sample: BookListing? {
        let draft = BookDraft(title: "title", authors: ["author"])
        return (try? Book(id: Book.ID(bits: 0), draft: draft, added: Day(daysSince1970: 0))).map {
            BookListing(book: $0)
        }
    }

    /// Where a search has found its words, besides the title and the authors.
    var foundElsewhere: String {
        let hits = hits.filter { ![.title, .authors].contains($0.field) }.map { "\($0.name): \($0.text)" }
        return (hits + (isFoundByHolder ? ["lent to: \(lentTo ?? "")"] : [])).joined(separator: "; ")
    }

    func describe(to fields: inout some FieldWriter) {
        fields.field("id", id.description)
        // Copied once for all fields.
        let draft = self.draft
        for field in BookField.allCases where field.isTabbed || fields.takesLaterFields {
            fields.write(draft[field], of: field.kind, named: field.rawValue)
        }
        fields.field("lentTo", lentTo)
        fields.field("due", due?.description)
        fields.laterField("found", hits.map { ($0.name, $0.text) })
    }
}

extension ReadingStatus {
    var style: Style {
        switch self {
        case .toRead, .read: .plain
        case .reading: .good
        case .abandoned: .faint
        }
    }
}

extension BookField {
    /// A value of this field as people see it in a table: a ★ for each star of a rating, and ♥ for a favourite.
    func drawn(_ value: FieldValue) -> String {
        switch value {
        case .number(let stars) where self == .rating: String(repeating: "★", count: stars)
        case .flag(let flag): flag ? "♥" : ""
        default: value.text
        }
    }
}
