import Data

/// How rows of one kind are printed: for a person, columns that are aligned and fit the terminal; for a program, all
/// values, separated by tabs, a line for each row and no header; or JSON.
struct Table<Row> {
    /// What a person sees.
    let columns: [Column<Row>]
    /// What a program sees.
    let values: [Column<Row>]
    let json: (inout JSONWriter, Row) -> Void

    @MainActor
    func print(_ rows: some Collection<Row>, to console: Console) {
        if console.appearance.isTerminal {
            printAligned(rows, to: console)
        } else {
            for row in rows { console.printTabbed(values.map { $0.value(row) }) }
        }
    }

    @MainActor
    private func printAligned(_ rows: some Collection<Row>, to console: Console) {
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
            parts.append(Styled(place == last ? text : text.padded(to: widths[place]), cell.style))
        }
        return parts
    }

    /// As wide as the widest cell; where that is too much, the widest of the flexible columns give way to each other.
    /// A column without any text is left out.
    private func fittedWidths(of cells: [[String]], to width: Int) -> [Int] {
        var widths = columns.indices.map { place in
            let widest = cells.reduce(0) { max($0, $1[place].columns) }
            return widest == 0 ? 0 : max(widest, columns[place].title.columns)
        }
        var excess = widths.reduce(0, +) + 2 * (widths.count { $0 > 0 } - 1) - width
        while excess > 0 {
            let flexible = widths.indices.filter { columns[$0].isFlexible && widths[$0] > 8 }
            guard let widest = flexible.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }
}

/// One column: its title, and what each row has there.
struct Column<Row> {
    let title: String
    /// Whether its cells may be cut short.
    let isFlexible: Bool
    let style: (Row) -> Style
    let value: (Row) -> String

    init(
        _ title: String, isFlexible: Bool = false, style: @escaping (Row) -> Style = { _ in .plain },
        _ value: @escaping (Row) -> String
    ) {
        self.title = title
        self.isFlexible = isFlexible
        self.style = style
        self.value = value
    }
}
