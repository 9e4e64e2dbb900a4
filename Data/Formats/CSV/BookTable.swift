import Domain
import Storage

/// A table of books: the columns that each member is read from.
struct BookTable {
    /// A kind of table, as a program writes it.
    struct Kind: Sendable {
        /// The name in messages.
        let name: String
        /// The columns that identify the kind. If there are none, it needs a column of titles and one of authors.
        var requiredColumns: [String] = []
        /// The columns that each member is read from, and for each column the names it may have; the preferred column
        /// and the most common name come first. A text is the first that isn't empty, a list combines all columns.
        let columns: [String: [[String]]]
        /// Columns to ignore, because they are derived from others.
        var unkept: [[String]] = []
        /// Whether this program writes such tables.
        var isOwn = false
        /// Sets the members that depend on several columns.
        var complete: @Sendable (inout ListedBook, Row) -> Void = { _, _ in }

        /// Why a table with these columns is of another kind, or nil.
        func problem(with header: CSVHeader) -> String? {
            if !requiredColumns.isEmpty {
                let hasAll = requiredColumns.allSatisfy { header.column([CSVHeader.key($0)]) != nil }
                if hasAll { return nil }
                return
                    "not \(name), which has the columns \(requiredColumns.dropLast().joined(separator: ", ")) and \(requiredColumns.last ?? "")"
            }
            let isMissing = { (member: String) in (columns[member] ?? []).allSatisfy { header.column($0) == nil } }
            if isMissing("title") { return "no column of titles" }
            return isMissing("authors") ? "no column of authors" : nil
        }
    }

    /// The cells of a row by the names of their columns.
    struct Row {
        fileprivate let header: CSVHeader
        fileprivate let record: CSVRecord

        /// The text in the first of these columns that the table has; empty if it has none.
        subscript(names: [String]) -> String { record[header.column(names)] }
    }

    private let kind: Kind
    private let header: CSVHeader
    /// The columns of each member, in the order of the members.
    private let columns: [[Int]]
    /// The columns that no member is read from. Their cells become details.
    private let others: [(name: String, column: Int)]

    /// A table of the first of these kinds that fits its header. If none does, the error says what the last kind lacks.
    init(_ header: CSVHeader, kinds: [Kind]) throws(TextError) {
        guard let kind = kinds.first(where: { $0.problem(with: header) == nil }) else {
            let problem = kinds.last?.problem(with: header) ?? "not a table of books"
            throw TextError(line: header.line, reason: "\(problem); columns found: \(header.summary)")
        }
        self.kind = kind
        self.header = header
        columns = BookRecord.memberNames.map { name in
            (kind.columns["\(name)"] ?? []).compactMap { header.column($0) }
        }
        let known = Set((kind.columns.values.joined() + kind.unkept).compactMap { header.column($0) })
        others = header.names.enumerated().filter { !known.contains($0.offset) }.map { ($0.element, $0.offset) }
    }

    func book(in record: CSVRecord) -> ListedBook {
        var book = ListedBook(
            values: columns.map { columns in
                if columns.isEmpty { return nil }
                return kind.isOwn ? .cell(record[columns.first]) : .cells(columns.map { record[$0] })
            })
        for (name, column) in others { book.draft.details.keep(record[column], named: name) }
        kind.complete(&book, Row(header: header, record: record))
        return book
    }
}
