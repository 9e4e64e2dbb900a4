/// Turns screens into the bytes that make a terminal show them: only what differs from the screen before.
///
/// The control sequences are those of ECMA-48; those that begin with "?" are private modes that xterm and others share.
struct ScreenWriter {
    let usesColor: Bool
    /// Whether stars, lines and other signs are drawn of ASCII. Texts stay as they are.
    let usesASCII: Bool
    private var shown: Screen?

    /// Around each frame, so that the terminal holds it back until it is complete. A terminal that can't ignores both;
    /// asking first would need an answer, which could come after the program has ended, and the shell would run it.
    /// https://gist.github.com/christianparpart/d8a62cc1ab659194337d73e399004036
    private static let beginning = "\u{1B}[?2026h"
    private static let end = "\u{1B}[?2026l"

    init(usesColor: Bool, usesASCII: Bool = false) {
        self.usesColor = usesColor
        self.usesASCII = usesASCII
    }

    /// Makes the next frame a complete one, because the terminal may show anything.
    mutating func forget() {
        shown = nil
    }

    /// The bytes that make the terminal show `screen`; empty if it does already.
    mutating func frame(_ screen: Screen) -> [UInt8] {
        let screen = usesASCII ? screen.withASCIISigns : screen
        guard screen != shown else { return [] }
        defer { shown = screen }
        var text = Self.beginning
        var old = shown
        if old?.columns != screen.columns || old?.lines != screen.lines {
            old = Screen(columns: screen.columns, lines: screen.lines)
            text += "\u{1B}[0m\u{1B}[2J"
        }
        var style = Screen.Cell()
        for line in 0..<screen.lines {
            write(screen[line], over: old?[line] ?? [], line: line, style: &style, to: &text)
        }
        if style != Screen.Cell() { text += "\u{1B}[0m" }
        text += "\u{1B}[\(screen.cursor.line + 1);\(screen.cursor.column + 1)H"
        text += Self.end
        return Array(text.utf8)
    }

    /// Writes the cells from the first that differs to the last. `style` is a blank cell in the style in effect.
    private func write(
        _ new: ArraySlice<Screen.Cell>, over old: ArraySlice<Screen.Cell>, line: Int, style: inout Screen.Cell,
        to text: inout String
    ) {
        guard
            var first = zip(new.indices, zip(new, old)).first(where: { $1.0 != $1.1 })?.0,
            let last = zip(new.indices, zip(new, old)).reversed().first(where: { $1.0 != $1.1 })?.0
        else { return }
        // A wide character is written whole.
        while first > new.startIndex, new[first].character == nil { first -= 1 }
        var isPlaced = false
        for index in first...last {
            let cell = new[index]
            guard let character = cell.character else { continue }
            var placing: String { "\u{1B}[\(line + 1);\(index - new.startIndex + 1)H" }
            if !isPlaced { text += placing }
            let wanted = Screen.Cell(
                style: usesColor ? cell.style : cell.style.withoutColor, isReversed: cell.isReversed)
            if wanted != style {
                text += wanted.selection
                style = wanted
            }
            // Some terminals show an emoji of several code points in its first column only.
            let isWide = index + 1 < new.endIndex && new[index + 1].character == nil
            if isWide, character.unicodeScalars.count > 1 { text += "  " + placing }
            text.append(character)
            // Terminals disagree about the width of some characters, so the next one is placed anew.
            isPlaced = character.isASCII
        }
    }
}

extension Screen.Cell {
    /// The control sequence (SGR) that turns on the style, and all others off.
    fileprivate var selection: String {
        "\u{1B}[0" + (style.attribute.map { ";\($0)" } ?? "") + (isReversed ? ";7" : "") + "m"
    }
}

extension Style {
    /// The style for a terminal without colour: bold and faint text is still told apart.
    fileprivate var withoutColor: Style {
        switch self {
        case .strong, .faint: self
        case .plain, .good, .warning, .bad: .plain
        }
    }
}
