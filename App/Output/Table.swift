import Data
import Storage

/// How rows of one kind are printed: for a person, columns that are aligned and fit the terminal; for a program, all
/// values, separated by tabs, a line for each row and no header; or JSON.
struct Table<Row: Sendable> {
    /// What a person sees.
    let columns: [Column<Row>]
    /// What a program sees of a row: writes its values.
    let values: @Sendable (inout TabbedWriter, Row) -> Void
    let json: @Sendable (inout JSONWriter, Row) -> Void

    @MainActor
    func print(_ rows: [Row], to console: Console) {
        if console.appearance.isTerminal {
            printAligned(rows, to: console)
        } else {
            for lines in tabbedLines(of: rows) { console.append(lines) }
        }
    }

    /// Prints the rows as one JSON array.
    @MainActor
    func printJSON(_ rows: [Row], to console: Console) {
        console.pass(on: Array("[".utf8))
        for (place, objects) in objects(of: rows).enumerated() {
            if place > 0 { console.pass(on: Array(",".utf8)) }
            console.pass(on: objects)
        }
        console.pass(on: Array("]\n".utf8))
    }

    /// In parts, which are made side by side: long lists are most of the work of the program.
    private func tabbedLines(of rows: [Row]) -> [[UInt8]] {
        rows.concurrentMapOfParts { part in
            var writer = TabbedWriter(reservingCapacity: part.count * 160)
            for row in part {
                values(&writer, row)
                writer.endLine()
            }
            return writer.bytes
        }
    }

    /// In parts, too, with a comma after each object but the last one of a part.
    private func objects(of rows: [Row]) -> [[UInt8]] {
        rows.concurrentMapOfParts { part in
            var writer = JSONWriter(reservingCapacity: part.count * 256)
            for row in part { json(&writer, row) }
            return writer.bytes
        }
    }

    @MainActor
    private func printAligned(_ rows: [Row], to console: Console) {
        guard !rows.isEmpty else { return }
        let cells = rows.map { row in columns.map { $0.value(row).printable } }
        let widths = fittedWidths(of: cells, to: console.appearance.width)
        console.print(line(columns.map { Styled($0.title, .faint) }, widths))
        for (row, texts) in zip(rows, cells) {
            console.print(line(zip(columns, texts).map { Styled($1, $0.style(row)) }, widths))
        }
    }

    private func line(_ cells: [Styled], _ widths: [Int]) -> [Styled] {
        let last = widths.lastIndex { $0 > 0 }
        var parts: [Styled] = []
        for (place, cell) in cells.enumerated() where widths[place] > 0 {
            if !parts.isEmpty { parts.append(Styled("  ")) }
            let text = cell.text.fitted(to: widths[place])
            if !text.isEmpty { parts.append(Styled(text, cell.style)) }
            if place != last { parts.append(Styled("".padded(to: widths[place] - text.columns))) }
        }
        return parts
    }

    /// As wide as the widest cell; where that is too much, flexible columns give way, those first that have most more
    /// than their share. A column without any text is left out.
    private func fittedWidths(of cells: [[String]], to width: Int) -> [Int] {
        var widths = columns.indices.map { place in
            let widest = cells.reduce(0) { max($0, $1[place].columns) }
            return widest == 0 ? 0 : max(widest, columns[place].title.columns)
        }
        var excess = widths.reduce(0, +) + 2 * (widths.count { $0 > 0 } - 1) - width
        while excess > 0 {
            let flexible = widths.indices.filter { columns[$0].share != nil && widths[$0] > 4 }
            let spare = { place in widths[place] - (columns[place].share ?? 0) }
            guard let yielding = flexible.max(by: { spare($0) < spare($1) }) else { break }
            widths[yielding] -= 1
            excess -= 1
        }
        return widths
    }
}

/// One column: its title, and what each row has there.
struct Column<Row>: Sendable {
    let title: String
    /// How much of a narrow terminal the column is worth, where its cells may be cut short; nil where they may not.
    let share: Int?
    let style: @Sendable (Row) -> Style
    let value: @Sendable (Row) -> String

    init(
        _ title: String, share: Int? = nil, style: @escaping @Sendable (Row) -> Style = { _ in .plain },
        _ value: @escaping @Sendable (Row) -> String
    ) {
        self.title = title
        self.share = share
        self.style = style
        self.value = value
    }
}
