import Domain
import Storage

/// A table of books: the columns that each member is read from.
struct BookTable {
    /// A kind of table, as a program writes it.
    struct Kind: Sendable {
        /// The name in messages.
        let name: String
        /// The program that gives the identifiers in the columns under "source".
        var program: ImportFormat?
        /// The columns that identify the kind. If empty, the kind needs a column of titles and one of authors.
        var requiredColumns: [String] = []
        /// For each member its columns, the preferred one first, and for each column its possible names. A text is the
        /// first cell that isn't empty; a list has the cells of all columns. Other keys are for `complete`.
        var columns: [String: [[String]]]
        /// Columns to leave out, because they are derived from others or of no use elsewhere.
        var derived: [[String]] = []
        /// The possible names of the column that tells books from films and music.
        var medium: [String] = []
        /// Whether notes are in HTML.
        var hasHTMLNotes = false
        /// Whether this program writes such tables.
        var isOwn = false
        /// Sets the members that depend on several columns.
        var complete: @Sendable (inout ListedBook, Cells) -> Void = { _, _ in }
        /// The value in a cell, for programs that put something around it or write a special text where there is none.
        /// Takes the cell's text and the name of its column in the file.
        var meaning: @Sendable (_ text: String, _ column: String) -> String = { text, _ in text }

        /// Why a table with these columns is not of this kind, or nil if it is.
        func problem(with header: CSVHeader, _ options: ImportOptions) -> String? {
            if !requiredColumns.isEmpty {
                if requiredColumns.allSatisfy({ header.column([CSVHeader.key($0)]) != nil }) { return nil }
                let (columns, last) = (requiredColumns.dropLast().joined(separator: ", "), requiredColumns.last ?? "")
                return "not \(name), which has the columns \(columns) and \(last)"
            }
            let isMissing = { (member: String) in (columns[member] ?? []).allSatisfy { header.column($0) == nil } }
            if isPlainWithoutTitles(header) { return nil }
            if isMissing("title") { return "no column of titles" }
            return isMissing("authors") && options.author == nil ? "no column of authors" : nil
        }

        /// Whether it has ISBNs instead of titles, which the catalogue knows, and only columns that it knows or that scanners
        /// write: another one may have the titles, in another language.
        func isPlainWithoutTitles(_ header: CSVHeader) -> Bool {
            let keys = header.names.map(CSVHeader.key)
            return requiredColumns.isEmpty && keys.contains { member(of: $0) == "isbn" }
                && keys.allSatisfy { key in
                    member(of: key).map { $0 != "title" && $0 != "authors" } ?? CSVHeader.ofScanners.contains(key)
                }
        }

        /// The member whose columns include one with that key, or nil.
        func member(of key: String) -> String? { columns.first { $0.value.joined().contains(key) }?.key }

        /// This kind, with the meanings that `mappings` give to columns.
        func applying(_ mappings: [ImportMapping]) -> Kind {
            var kind = self
            for mapping in mappings {
                if case .status = mapping.meaning { continue }
                kind.columns = kind.columns.mapValues { $0.map { $0.filter { $0 != mapping.key } } }
                switch mapping.meaning {
                case .field(let field): kind.columns[field, default: []].insert([mapping.key], at: 0)
                case .ignored: kind.derived.append([mapping.key])
                case .status: break
                }
            }
            return kind
        }
    }

    /// The cells of a row by the names of their columns.
    struct Cells {
        fileprivate let columns: [String: [Int]]
        fileprivate let header: CSVHeader
        fileprivate let record: CSVRecord
        fileprivate let meaning: @Sendable (_ text: String, _ column: String) -> String
        /// The columns whose cells are taken as they are: notes of programs, and all of this program's own table.
        fileprivate let literal: Set<Int>?

        /// The cells of the columns that the kind has under this name, without empty ones.
        func cells(_ name: String) -> [ListedCell] { cells(columns[name] ?? []) }

        fileprivate func cells(_ columns: [Int]) -> [ListedCell] {
            columns.compactMap { column in
                var text = text(column)
                if text.has(UInt8(ascii: "&")), literal?.contains(column) == false {
                    text = text.withoutEntities
                }
                // Blanks are gone, but for such as a no-break space.
                let isBlank = (text.utf8.first ?? 0xFF) > 0x7F && text.utf8.count < 8 && text.tidied.isEmpty
                return isBlank ? nil : ListedCell(column: header.names[column], text: text)
            }
        }

        fileprivate func text(_ column: Int) -> String { meaning(record[column], header.names[column]) }

        /// The first of these cells, or an empty text.
        subscript(name: String) -> String { cells(name).first?.text ?? "" }
    }

    private let kind: Kind
    private let header: CSVHeader
    private let options: ImportOptions
    private let medium: Int?
    /// The columns of each member and of each name for `complete`.
    private let columns: [String: [Int]]
    /// The columns of each member, in the order of the members.
    private let members: [[Int]]
    /// The columns that nothing is read from. Their cells become details.
    private let others: [(name: DetailName, column: Int)]
    private let literal: Set<Int>?
    /// The columns of fields that can't hold every value, with the names of the details that such values become.
    private let keepingColumns: [(name: DetailName, column: Int)]

    init(_ header: CSVHeader, kind: Kind, options: ImportOptions) {
        self.kind = kind
        self.header = header
        self.options = options
        medium = header.column(kind.medium)
        let columns = kind.columns.mapValues { $0.compactMap { header.column($0) } }
        self.columns = columns
        members = BookRecord.memberNames.map { columns["\($0)"] ?? [] }
        literal = kind.isOwn ? nil : Set(kind.requiredColumns.isEmpty ? [] : columns["notes"] ?? [])
        let known = Set(columns.values.joined() + kind.derived.compactMap { header.column($0) })
        var taken: Set<String> = []
        var numbers: [DetailName: Int] = [:]
        others = header.names.indices.filter { !known.contains($0) }.compactMap { column in
            guard let name = DetailName(column: header.names[column]) else { return nil }
            // The second of two equal names gets a number.
            var unused = name
            while !taken.insert("\(unused)".lowercased()).inserted {
                numbers[name, default: 1] += 1
                guard let next = DetailName("\(name) \(numbers[name, default: 1])") else { return nil }
                unused = next
            }
            return (unused, column)
        }
        let fields = kind.columns.filter { BookField.canRefuse.contains($0.key) }
        keepingColumns = Set(fields.keys.compactMap { columns[$0] }.joined()).sorted().compactMap { column in
            DetailName(column: header.names[column]).map { ($0, column) }
        }
    }

    func book(in record: CSVRecord) -> ListedBook {
        let row = Cells(columns: columns, header: header, record: record, meaning: kind.meaning, literal: literal)
        var book = ListedBook(
            values: members.map { columns in
                if columns.isEmpty { return nil }
                return kind.isOwn && columns.count == 1 ? .cell(record[columns[0]]) : .cells(row.cells(columns))
            }, options: options, isPlain: kind.requiredColumns.isEmpty)
        for (name, column) in keepingColumns {
            let text = record[column]
            if !text.isEmpty, text != "0" { book.imported.columns.append(name) }
        }
        book.draft.details.reserveCapacity(others.count)
        book.draft.details.add(
            differing: others.compactMap { name, column in
                let text = row.text(column)
                let isEscaped = kind.requiredColumns.isEmpty && text.has(UInt8(ascii: "&"))
                return text.isEmpty ? nil : NamedText(name: name, text: isEscaped ? text.withoutEntities : text)
            })
        if let program = kind.program { book.keepSources(row.cells("source"), of: program) }
        if let medium, row.text(medium).isFilmOrMusic {
            book.noBook = "its \(header.names[medium]) is \(row.text(medium))"
        }
        if kind.hasHTMLNotes, let cell = row.cells("notes").first { book.readNotes(html: cell) }
        kind.complete(&book, row)
        return book
    }
}
