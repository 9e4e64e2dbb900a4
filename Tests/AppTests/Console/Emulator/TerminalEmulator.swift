/// A terminal without a window: bytes in, a grid of characters out.
///
/// It knows only the control sequences that the program may use (ECMA-48, and those of xterm in "XTerm Control
/// Sequences"), and records an error for any other.
struct TerminalEmulator {
    struct Cell: Hashable {
        /// A grapheme cluster; empty in the second column of a wide one.
        var text = " "
        var style = Style()
    }

    struct Style: Hashable {
        /// The SGR parameters that are on, such as 1 for bold and 7 for inverse.
        var attributes: Set<Int> = []
        /// The SGR parameter, such as 31 for red; nil for the terminal's own colour.
        var foreground: Int?
        var background: Int?
    }

    struct Position: Hashable {
        var line = 0
        var column = 0
    }

    private struct Screen {
        var cells: [[Cell]]
        var cursor = Position()
    }

    private(set) var columns: Int
    private(set) var lines: Int
    /// The private modes that are on. See `Mode`.
    private(set) var modes: Set<Int> = [Mode.wrapping, Mode.cursor]
    private(set) var errors: [String] = []
    /// What it would answer to the questions so far, all together.
    private(set) var replies: [UInt8] = []
    /// How often a program has cleared the screen.
    private(set) var clearings = 0

    private var screen: Screen
    private var mainScreen: Screen?
    private var style = Style()
    /// The cursor is past the last column; the next character begins a line.
    private var isPastEnd = false
    /// The bytes of an unfinished sequence or character.
    private var rest: [UInt8] = []

    enum Mode {
        static let wrapping = 7
        static let cursor = 25
        static let mouse = 1000
        static let mouseAsText = 1006
        static let alternateScreen = 1049
        static let bracketedPaste = 2004
        static let synchronizedOutput = 2026
    }

    init(columns: Int = 80, lines: Int = 24) {
        (self.columns, self.lines) = (columns, lines)
        screen = Screen(cells: Self.blank(columns, lines))
    }

    private static func blank(_ columns: Int, _ lines: Int) -> [[Cell]] {
        Array(repeating: Array(repeating: Cell(), count: columns), count: lines)
    }

    // MARK: What it shows

    var cursor: Position { screen.cursor }
    var showsCursor: Bool { modes.contains(Mode.cursor) }
    /// Whether it sends what the mouse does.
    var usesMouse: Bool { modes.isSuperset(of: [Mode.mouse, Mode.mouseAsText]) }
    var isAlternate: Bool { mainScreen != nil }
    /// Whether a synchronised update has begun, so that the screen may be half drawn.
    var isUpdating: Bool { modes.contains(Mode.synchronizedOutput) }

    /// A line, counted from 0, without the spaces at its end.
    func line(_ index: Int) -> String {
        let text = screen.cells[index].map(\.text).joined()
        return String(text.reversed().drop { $0 == " " }.reversed())
    }

    /// All lines, without the empty ones at the end.
    var text: String {
        var texts = (0..<lines).map(line)
        while texts.last == "" { texts.removeLast() }
        return texts.joined(separator: "\n")
    }

    func cell(_ line: Int, _ column: Int) -> Cell { screen.cells[line][column] }

    // MARK: What happens to it

    /// Keeps what fits, from the first line and column.
    mutating func resize(columns: Int, lines: Int) {
        let resized = { (screen: Screen) in
            var cells = Self.blank(columns, lines)
            // The line of the cursor stays.
            let gone = max(0, screen.cursor.line - (lines - 1))
            for line in 0..<min(lines, screen.cells.count - gone) {
                for column in 0..<min(columns, screen.cells[line + gone].count) {
                    cells[line][column] = screen.cells[line + gone][column]
                }
            }
            let cursor = Position(line: screen.cursor.line - gone, column: min(screen.cursor.column, columns - 1))
            return Screen(cells: cells, cursor: cursor)
        }
        screen = resized(screen)
        mainScreen = mainScreen.map(resized)
        (self.columns, self.lines) = (columns, lines)
        isPastEnd = false
    }

    mutating func feed(_ text: String) { feed(Array(text.utf8)) }

    /// Takes bytes as a program writes them: a sequence or character may be cut off, and continue in the next call.
    mutating func feed(_ bytes: [UInt8]) {
        let bytes = rest + bytes
        var index = 0
        while index < bytes.count {
            guard let next = consume(bytes[index...]) else { break }
            index = next
        }
        rest = Array(bytes[index...])
    }

    /// Consumes one sequence or character. Returns the index behind it; nil if it is unfinished.
    private mutating func consume(_ bytes: ArraySlice<UInt8>) -> Int? {
        let first = bytes.startIndex
        let byte = bytes[first]
        switch byte {
        case 0x1B: return consumeEscape(bytes)
        case 0..<0x20, 0x7F:
            control(byte)
            return first + 1
        default:
            let length = byte < 0x80 ? 1 : byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
            let character = bytes.prefix(length)
            // An escape sequence cuts a character off, as after a crash.
            if let escape = character.firstIndex(of: 0x1B) {
                errors.append("cut-off character")
                return escape
            }
            guard character.count == length else { return nil }
            guard let scalar = String(validating: character, as: UTF8.self)?.unicodeScalars.first else {
                errors.append("not UTF-8: \(Array(character))")
                return first + 1
            }
            put(scalar)
            return first + length
        }
    }

    private mutating func consumeEscape(_ bytes: ArraySlice<UInt8>) -> Int? {
        let start = bytes.startIndex + 1
        guard start < bytes.endIndex else { return nil }
        guard bytes[start] == UInt8(ascii: "[") else {
            // A new sequence cuts this one off.
            errors.append("ESC \(UnicodeScalar(bytes[start]).escaped(asASCII: true))")
            return bytes[start] == 0x1B ? start : start + 1
        }
        guard let end = bytes[(start + 1)...].firstIndex(where: { !(0x20...0x3F).contains($0) }) else { return nil }
        let sequence = String(decoding: bytes[(start + 1)...end], as: UTF8.self)
        if bytes[end] == 0x1B {
            errors.append("cut-off CSI \(sequence.dropLast())")
            return end
        }
        if !perform(sequence) { errors.append("CSI \(sequence)") }
        return end + 1
    }

    private mutating func control(_ byte: UInt8) {
        switch byte {
        case 0x07: break
        case 0x08: move(column: screen.cursor.column - 1)
        case 0x0A: feedLine()
        case 0x0D: move(column: 0)
        default: errors.append("control \(byte)")
        }
    }

    // MARK: Characters

    private mutating func put(_ scalar: Unicode.Scalar) {
        guard scalar.properties.generalCategory != .control else { return errors.append("control \(scalar.value)") }
        if extendLastCharacter(by: scalar) { return }
        let width = min(scalar.isWide ? 2 : 1, columns)
        if isPastEnd || screen.cursor.column + width > columns {
            guard modes.contains(Mode.wrapping) else { return }
            move(column: 0)
            feedLine()
        }
        set(Cell(text: String(scalar), style: style), width: width)
    }

    /// Adds a scalar to the character before the cursor, if both are one grapheme cluster.
    private mutating func extendLastCharacter(by scalar: Unicode.Scalar) -> Bool {
        var column = isPastEnd ? columns - 1 : screen.cursor.column - 1
        let line = screen.cursor.line
        if column > 0, screen.cells[line][column].text.isEmpty { column -= 1 }
        guard column >= 0 else { return false }
        var cell = screen.cells[line][column]
        let isWide = column + 1 < columns && screen.cells[line][column + 1].text.isEmpty
        cell.text.unicodeScalars.append(scalar)
        guard cell.text.count == 1 else { return false }
        // U+FE0F asks for an emoji, which is wide.
        if scalar.value == 0xFE0F, !isWide, column + 1 < columns {
            move(column: column)
            set(cell, width: 2)
        } else {
            screen.cells[line][column] = cell
        }
        return true
    }

    private mutating func set(_ cell: Cell, width: Int) {
        let (line, column) = (screen.cursor.line, screen.cursor.column)
        for column in column..<(column + width) { clear(line, column) }
        screen.cells[line][column] = cell
        if width == 2 { screen.cells[line][column + 1] = Cell(text: "", style: cell.style) }
        isPastEnd = column + width == columns
        screen.cursor.column = min(column + width, columns - 1)
    }

    /// Clears a cell, and the other half of a wide character.
    private mutating func clear(_ line: Int, _ column: Int) {
        if screen.cells[line][column].text.isEmpty, column > 0 { screen.cells[line][column - 1].text = " " }
        if column + 1 < columns, screen.cells[line][column + 1].text.isEmpty {
            screen.cells[line][column + 1].text = " "
        }
        screen.cells[line][column] = Cell(style: Style(background: style.background))
    }

    private mutating func feedLine() {
        isPastEnd = false
        if screen.cursor.line + 1 < lines {
            screen.cursor.line += 1
        } else {
            screen.cells.removeFirst()
            screen.cells.append(Array(repeating: Cell(), count: columns))
        }
    }

    private mutating func move(line: Int? = nil, column: Int? = nil) {
        isPastEnd = false
        screen.cursor.line = min(max(0, line ?? screen.cursor.line), lines - 1)
        screen.cursor.column = min(max(0, column ?? screen.cursor.column), columns - 1)
    }

    // MARK: Sequences

    /// Carries out a sequence, given without ESC and the bracket. Returns false if it is unknown.
    private mutating func perform(_ sequence: String) -> Bool {
        if sequence.hasPrefix("?") { return performPrivate(sequence.dropFirst()) }
        let parameters = sequence.dropLast().split(separator: ";", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? 0 : Int($0) ?? -1 }
        guard !parameters.contains(-1) else { return false }
        let first = parameters.first ?? 0
        let count = max(1, first)
        let cursor = screen.cursor
        switch sequence.last {
        case "A": move(line: cursor.line - count)
        case "B": move(line: cursor.line + count)
        case "C": move(column: cursor.column + count)
        case "D": move(column: cursor.column - count)
        case "G": move(column: count - 1)
        case "d": move(line: count - 1)
        case "H": move(line: count - 1, column: max(1, parameters.count > 1 ? parameters[1] : 1) - 1)
        case "J":
            if first == 2 { clearings += 1 }
            return eraseScreen(first)
        case "K": return eraseLine(first)
        case "m": return changeStyle(parameters)
        case "n" where first == 6: reply("\(cursor.line + 1);\(cursor.column + 1)R")
        // A VT220 with colours.
        case "c" where first == 0: reply("?62;22c")
        default: return false
        }
        return true
    }

    private mutating func performPrivate(_ sequence: Substring) -> Bool {
        if sequence == "2026$p" {
            reply("?2026;\(isUpdating ? 1 : 2)$y")
            return true
        }
        guard let mode = Int(sequence.dropLast()) else { return false }
        let known = [
            Mode.wrapping, Mode.cursor, Mode.mouse, Mode.mouseAsText, Mode.alternateScreen, Mode.bracketedPaste,
            Mode.synchronizedOutput,
        ]
        guard known.contains(mode), sequence.last == "h" || sequence.last == "l" else { return false }
        let isOn = sequence.last == "h"
        if isOn { modes.insert(mode) } else { modes.remove(mode) }
        if mode == Mode.alternateScreen { switchScreen(toAlternate: isOn) }
        return true
    }

    private mutating func switchScreen(toAlternate: Bool) {
        if toAlternate {
            if mainScreen == nil { mainScreen = screen }
            screen.cells = Self.blank(columns, lines)
        } else if let mainScreen {
            screen = mainScreen
            self.mainScreen = nil
        }
        isPastEnd = false
    }

    private mutating func eraseScreen(_ part: Int) -> Bool {
        let line = screen.cursor.line
        let erased: Range<Int>
        switch part {
        case 0: erased = (line + 1)..<lines
        case 1: erased = 0..<line
        case 2: erased = 0..<lines
        default: return false
        }
        for line in erased { for column in 0..<columns { clear(line, column) } }
        return part == 2 || eraseLine(part)
    }

    private mutating func eraseLine(_ part: Int) -> Bool {
        let erased: Range<Int>
        switch part {
        case 0: erased = screen.cursor.column..<columns
        case 1: erased = 0..<(screen.cursor.column + 1)
        case 2: erased = 0..<columns
        default: return false
        }
        for column in erased { clear(screen.cursor.line, column) }
        return true
    }

    /// Only the sixteen colours that every terminal has are known.
    private mutating func changeStyle(_ parameters: [Int]) -> Bool {
        for parameter in parameters.isEmpty ? [0] : parameters {
            switch parameter {
            case 0: style = Style()
            case 1, 2, 3, 4, 7, 9: style.attributes.insert(parameter)
            case 22: style.attributes.subtract([1, 2])
            case 23, 24, 27, 29: style.attributes.remove(parameter - 20)
            case 30...37, 90...97: style.foreground = parameter
            case 39: style.foreground = nil
            case 40...47, 100...107: style.background = parameter
            case 49: style.background = nil
            default: return false
            }
        }
        return true
    }

    private mutating func reply(_ sequence: String) {
        replies += Array("\u{1B}[\(sequence)".utf8)
    }
}

extension Unicode.Scalar {
    /// Whether a terminal shows it in two columns: emoji, and the wide blocks of East Asian scripts (UAX #11).
    fileprivate var isWide: Bool {
        if properties.isEmojiPresentation { return true }
        return switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
