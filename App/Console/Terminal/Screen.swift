/// What a terminal shows: a grid of characters, and the cursor.
struct Screen: Equatable, Sendable {
    let columns: Int
    let lines: Int
    /// Where the cursor is, so that people whose screen reader follows it hear the focused line.
    var cursor = Position(column: 0, line: 0)
    private var cells: [Cell]
    /// What clicks stand for; the last area that contains a cell counts.
    private var targets: [Target] = []

    private struct Target: Hashable, Sendable {
        let area: Area
        let input: TerminalInput?
    }

    struct Position: Hashable, Sendable {
        var column: Int
        var line: Int
    }

    struct Cell: Hashable, Sendable {
        /// Nil in the second column of a wide character.
        var character: Character? = " "
        var style = Style.plain
        /// Whether the colours of text and background are exchanged, as for the selected row.
        var isReversed = false
    }

    init(columns: Int, lines: Int) {
        self.columns = max(0, columns)
        self.lines = max(0, lines)
        cells = Array(repeating: Cell(), count: self.columns * self.lines)
    }

    /// The cells of a line.
    subscript(line: Int) -> ArraySlice<Cell> {
        cells[line * columns..<(line + 1) * columns]
    }

    /// Writes a text from `position` on, made printable. What doesn't fit into `width` columns is cut off, with an
    /// ellipsis in its place.
    ///
    /// Returns the number of columns that were written.
    @discardableResult
    mutating func write(
        _ text: String, _ style: Style = .plain, isReversed: Bool = false, at position: Position, width: Int
    ) -> Int {
        guard (0..<lines).contains(position.line), position.column >= 0 else { return 0 }
        let width = min(width, columns - position.column)
        guard width > 0 else { return 0 }
        var column = position.column
        // Longer texts can't fit, and may be very long.
        for character in String(text.prefix(width + 1)).printable.fitted(to: width) {
            let count = character.columns
            guard count > 0 else { continue }
            clear(column..<column + count, line: position.line)
            self[column, position.line] = Cell(character: character, style: style, isReversed: isReversed)
            if count == 2 {
                self[column + 1, position.line] = Cell(character: nil, style: style, isReversed: isReversed)
            }
            column += count
        }
        return column - position.column
    }

    /// Makes an area blank.
    mutating func fill(_ area: Area, isReversed: Bool = false) {
        for line in area.top..<area.top + area.height where (0..<lines).contains(line) {
            let range = (area.left..<area.left + area.width).clamped(to: 0..<columns)
            if range.isEmpty { return }
            clear(range, line: line)
            for column in range { self[column, line] = Cell(isReversed: isReversed) }
        }
    }

    /// Replaces the halves of wide characters that would be left over when these columns are written.
    private mutating func clear(_ range: Range<Int>, line: Int) {
        if range.lowerBound > 0, self[range.lowerBound, line].character == nil {
            self[range.lowerBound - 1, line] = Cell()
        }
        if range.upperBound < columns, self[range.upperBound, line].character == nil {
            self[range.upperBound, line] = Cell()
        }
    }

    /// Makes a click in an area stand for an input, or for nothing.
    mutating func aim(at area: Area, _ input: TerminalInput?) { targets.append(Target(area: area, input: input)) }

    /// Makes clicks stand for nothing.
    mutating func forgetTargets() { targets = [] }

    /// What a click stands for.
    func input(at position: Position) -> TerminalInput? {
        targets.last { $0.area.contains(position) }?.input
    }

    private subscript(column: Int, line: Int) -> Cell {
        get { cells[line * columns + column] }
        set { cells[line * columns + column] = newValue }
    }

    /// The same with signs of ASCII. An ellipsis needs three columns: those after it, if they are blank, or else those of
    /// the end of the text before it.
    var withASCIISigns: Screen {
        var screen = self
        for line in 0..<lines {
            for column in 0..<columns {
                let cell = self[column, line]
                guard let character = cell.character, !character.isASCII else { continue }
                if let sign = Self.signs[character] {
                    screen[column, line].character = sign
                } else if character == "…" {
                    let after = (column + 1..<min(columns, column + 4)).map { self[$0, line].character }
                    let isFree = columns > column + 2 && after.allSatisfy { $0 == " " }
                    let start = Position(column: isFree ? column : max(0, column - 2), line: line)
                    screen.write("...", cell.style, isReversed: cell.isReversed, at: start, width: 3)
                }
            }
        }
        return screen
    }

    private static let signs: [Character: Character] = [
        "★": "*", "☆": "-", "♥": "F", "↑": "^", "↓": "v", "←": "<", "→": ">", "─": "-", "│": "|", "┌": "+", "┐": "+",
        "└": "+", "┘": "+",
    ]

    /// The lines as text, without blanks at their ends.
    var text: [String] {
        (0..<lines).map { line in
            var text = String(self[line].compactMap(\.character))
            while text.last == " " { text.removeLast() }
            return text
        }
    }
}

/// A rectangle of a screen.
struct Area: Hashable, Sendable {
    var left: Int
    var top: Int
    var width: Int
    var height: Int

    fileprivate func contains(_ position: Screen.Position) -> Bool {
        (left..<left + width).contains(position.column) && (top..<top + height).contains(position.line)
    }
}
