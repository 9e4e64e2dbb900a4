import Storage

/// A row of a list.
protocol TableRow: Described {
    /// The fields that a person sees in a list.
    static var columns: [Column<Self>] { get }

    /// Any row: its description has the names of the fields, unless the type names them itself.
    static var sample: Self? { get }

    /// The names of the tab-separated values, in order.
    static var fieldNames: [String] { get }

    /// The names of all fields, in order.
    static var allFieldNames: [String] { get }
}

extension TableRow {
    static var fieldNames: [String] { names(FieldNames()) }

    static var allFieldNames: [String] { names(FieldNames(isAll: true)) }

    private static func names(_ list: FieldNames) -> [String] {
        var list = list
        sample?.describe(to: &list)
        return list.names
    }
}

/// One column of a list, as people see it.
struct Column<Row>: Sendable {
    let title: String
    var style = Style.plain
    /// The style of a row, if it differs from row to row.
    var styleOf: (@Sendable (Row) -> Style)?
    /// The column's width on a narrow terminal. Columns that exceed theirs shrink first; if that is not enough, they
    /// shrink to half of it. Nil if the cells must not be cut.
    var share: Int?
    /// If even that is not enough, columns are left out, the least important first, and of equal ones the last.
    var importance = 0
    /// The text of a row; nil uses the field named `title`, ignoring spaces and case.
    var text: (@Sendable (Row) -> String)?

    /// The name of the field, in lower case.
    var field: String { title.filter { $0 != " " }.lowercased() }
}

extension Console {
    /// Prints a list: for a person, as columns that are aligned and fit the terminal; for a program, as a line of
    /// tab-separated values for each row, without a header, or as one JSON array. `names` are the fields to print, in any
    /// case; without any, a person sees the columns of the row, JSON has all fields, and tab-separated values all but
    /// those of `laterField`.
    func print<Row: TableRow>(_ rows: [Row], columns names: [String] = []) {
        if appearance.isJSON {
            pass(on: Array("[".utf8))
            for start in stride(from: 0, to: rows.count, by: Self.rowsAtOnce) {
                for (index, objects) in objects(of: Array(rows[start...].prefix(Self.rowsAtOnce)), names).enumerated() {
                    if start + index > 0 { pass(on: Array(",".utf8)) }
                    pass(on: objects)
                }
            }
            pass(on: Array("]\n".utf8))
        } else if appearance.showsTables {
            printAligned(rows, names)
        } else {
            for lines in tabbedLines(of: rows, names) { pass(on: lines) }
        }
    }

    /// Prints the changed row for a program: as JSON if asked for, otherwise only if the output is not a terminal. A
    /// person has read the message instead.
    func print<Row: TableRow>(_ row: Row) {
        if appearance.isJSON { printJSON { $0.object(row) } } else if !appearance.isTerminal { print([row]) }
    }

    /// Prints changed rows for a program, in the same cases.
    func print<Row: TableRow>(changed rows: [Row]) {
        if appearance.isJSON || !appearance.isTerminal { print(rows) }
    }

    /// Prints all fields of a result, one below the other.
    func printFields(_ result: some Described) {
        if appearance.isJSON { return printJSON { $0.object(result) } }
        var list = FieldList()
        result.describe(to: &list)
        let width = list.fields.map(\.name.columns).max() ?? 0
        let character = appearance.barCharacter()
        for (name, value, bar) in list.fields {
            if appearance.showsTables {
                let drawn = character.flatMap { bar?.text(width: appearance.width - width - 2, of: $0) }
                let value = drawn ?? value
                for (index, line) in value.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                    let name = (index == 0 ? name : "").padded(to: width) + "  "
                    print([Styled(name, .faint), Styled(String(line))])
                }
            } else {
                var writer = TabbedWriter()
                writer.field("", name)
                writer.field("", value)
                writer.endLine()
                pass(on: writer.bytes)
            }
        }
    }

    /// As many rows are formatted before they are written: the text of a large library takes much memory.
    private static let rowsAtOnce = 10_000

    /// Formats the rows in parts, concurrently: most of the time of a long list is spent here.
    private func tabbedLines<Row: TableRow>(of rows: [Row], _ names: [String]) -> [[UInt8]] {
        rows.concurrentMapOfParts { part in
            var writer = TabbedWriter(reservingCapacity: part.count * 160)
            var chosen = ChosenFields(names)
            for row in part {
                if names.isEmpty {
                    row.describe(to: &writer)
                } else {
                    chosen.read(row)
                    for value in chosen.values { writer.field("", value) }
                }
                writer.endLine()
            }
            return writer.bytes
        }
    }

    /// Formats the rows in parts, concurrently, with a comma after each object but the last one of a part.
    private func objects<Row: TableRow>(of rows: [Row], _ names: [String]) -> [[UInt8]] {
        rows.concurrentMapOfParts { part in
            var writer = JSONWriter(reservingCapacity: part.count * 256)
            var chosen = ChosenMembers(names)
            for row in part {
                if names.isEmpty { writer.object(row) } else { chosen.write(row, to: &writer) }
            }
            return writer.bytes
        }
    }

    private func printAligned<Row: TableRow>(_ rows: [Row], _ names: [String]) {
        let columns =
            names.isEmpty
            ? Row.columns
            : names.map { name in
                Row.columns.first { $0.field == name.lowercased() } ?? Column(title: name, share: 10)
            }
        var chosen = ChosenFields(names.isEmpty ? columns.map(\.field) : names)
        let lines = rows.map { row in
            chosen.read(row)
            return zip(columns, chosen.values).map { column, value in
                let text = column.text?(row) ?? value
                return Styled(text.printable, column.styleOf?(row) ?? column.style)
            }
        }
        let widths = fittedWidths(of: lines, in: columns)
        if !rows.isEmpty { print(line(columns.map { Styled($0.title, .faint) }, widths)) }
        for cells in lines { print(line(cells, widths)) }
    }

    private func line(_ cells: [Styled], _ widths: [Int]) -> [Styled] {
        let last = widths.lastIndex { $0 > 0 }
        var parts: [Styled] = []
        for (index, cell) in cells.enumerated() where widths[index] > 0 {
            if !parts.isEmpty { parts.append(Styled("  ")) }
            let text = cell.text.fitted(to: widths[index])
            if !text.isEmpty { parts.append(Styled(text, cell.style)) }
            if index != last { parts.append(Styled("".padded(to: widths[index] - text.columns))) }
        }
        return parts
    }

    /// Columns are as wide as their widest cell. If the lines are too long, flexible columns shrink, first those that
    /// exceed their share most, but not below their title and half their share. If that isn't enough, columns are left
    /// out, as are those without any text.
    private func fittedWidths<Row>(of lines: [[Styled]], in columns: [Column<Row>]) -> [Int] {
        var widths = columns.indices.map { index in
            let widest = lines.reduce(0) { max($0, $1[index].text.columns) }
            return widest == 0 ? 0 : max(widest, columns[index].title.columns)
        }
        let least = zip(columns, widths).map { column, width in
            column.share.map { min(width, max(column.title.columns, $0 / 2)) } ?? width
        }
        var shown = widths.indices.filter { widths[$0] > 0 }
        func excess(_ widths: [Int]) -> Int {
            shown.reduce(0) { $0 + widths[$1] } + 2 * (shown.count - 1) - appearance.width
        }
        while shown.count > 1, excess(least) > 0 {
            let importance = shown.map { columns[$0].importance }.min()
            guard let last = shown.lastIndex(where: { columns[$0].importance == importance }) else { break }
            widths[shown.remove(at: last)] = 0
        }
        for _ in 0..<max(0, excess(widths)) {
            let flexible = shown.filter { widths[$0] > least[$0] }
            let spare = { index in widths[index] - (columns[index].share ?? 0) }
            guard let yielding = flexible.max(by: { spare($0) < spare($1) }) else { break }
            widths[yielding] -= 1
        }
        return widths.map { min($0, max(1, appearance.width)) }
    }
}
