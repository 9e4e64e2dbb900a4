/// A part of a screen, as a value: what it shows, not where.
indirect enum View: Sendable {
    case blank
    /// One line; what doesn't fit is cut off, with an ellipsis.
    case line([Styled])
    /// Lines that are broken between words. What doesn't fit is cut off, with an ellipsis.
    case paragraph(String)
    /// Parts below one another.
    case column([Part])
    /// Parts beside one another, with a space between them.
    case row([Part])
    /// Rows of one line each. One may be selected; if the list is focused, the cursor is on it. A click on it is Enter,
    /// and a click on another row selects that one.
    case list([View], selected: Int?, isFocused: Bool = true)
    /// A text that the user can edit. If `isFocused`, the cursor is in it.
    case field(TextField, isFocused: Bool)
    /// A view in a frame, in the middle of the area, on top of another view. The lower edge may have a text, too.
    case dialog(title: String, footer: String = "", width: Int, height: Int, View, over: View)
    /// A view on which a click stands for an input, or for nothing.
    case target(TerminalInput?, View)

    static func text(_ text: String, _ style: Style = .plain) -> View {
        .line([Styled(text, style)])
    }

    /// A view in a column or row.
    enum Part: Sendable {
        /// Its height or width is given.
        case fixed(Int, View)
        /// Shares what the fixed ones leave, by weight.
        case share(Int, View)

        fileprivate var view: View {
            switch self {
            case .fixed(_, let view), .share(_, let view): view
            }
        }
    }

    /// The screen of that size that shows this view.
    func screen(columns: Int, lines: Int) -> Screen {
        var screen = Screen(columns: columns, lines: lines)
        draw(in: Area(left: 0, top: 0, width: screen.columns, height: screen.lines), on: &screen)
        return screen
    }

    private func draw(in area: Area, on screen: inout Screen, isReversed: Bool = false) {
        guard area.width > 0, area.height > 0 else { return }
        switch self {
        case .blank: break
        case .line(let parts):
            var position = Screen.Position(column: area.left, line: area.top)
            for part in parts {
                let width = area.left + area.width - position.column
                position.column += screen.write(
                    part.text, part.style, isReversed: isReversed, at: position, width: width)
            }
        case .paragraph(let text):
            let lines = text.broken(into: area.width)
            for (index, line) in lines.prefix(area.height).enumerated() {
                let isCut = index == area.height - 1 && index < lines.count - 1
                let line = isCut ? (line + "…").fitted(to: area.width) : line
                let position = Screen.Position(column: area.left, line: area.top + index)
                screen.write(line, isReversed: isReversed, at: position, width: area.width)
            }
        case .column(let parts):
            var top = area.top
            for (part, height) in zip(parts, parts.extents(in: area.height)) {
                part.view.draw(
                    in: Area(left: area.left, top: top, width: area.width, height: height), on: &screen,
                    isReversed: isReversed)
                top += height
            }
        case .row(let parts):
            var left = area.left
            for (part, width) in zip(parts, parts.extents(in: area.width - max(0, parts.count - 1))) {
                part.view.draw(
                    in: Area(left: left, top: area.top, width: width, height: area.height), on: &screen,
                    isReversed: isReversed)
                left += width + 1
            }
        case .list(let rows, let selected, let isFocused):
            for (index, row) in rows.prefix(area.height).enumerated() {
                let line = Area(left: area.left, top: area.top + index, width: area.width, height: 1)
                if let selected { screen.aim(at: line, index == selected ? .key(.enter) : .rows(index - selected)) }
                if index == selected {
                    screen.fill(line, isReversed: true)
                    if isFocused { screen.cursor = Screen.Position(column: line.left, line: line.top) }
                }
                row.draw(in: line, on: &screen, isReversed: isReversed || index == selected)
            }
        case .field(let field, let isFocused):
            let (text, cursor) = field.window(area.width)
            let position = Screen.Position(column: area.left, line: area.top)
            screen.write(text, isReversed: isReversed, at: position, width: area.width)
            if isFocused {
                screen.cursor = Screen.Position(column: min(area.left + cursor, screen.columns - 1), line: area.top)
            }
        case .dialog(let title, let footer, let width, let height, let view, let base):
            base.draw(in: area, on: &screen, isReversed: isReversed)
            screen.forgetTargets()
            let (width, height) = (min(width + 4, area.width), min(height + 2, area.height))
            let frame = Area(
                left: area.left + (area.width - width) / 2, top: area.top + (area.height - height) / 2, width: width,
                height: height)
            screen.fill(frame)
            screen.frame(frame, title: title, footer: footer)
            view.draw(
                in: Area(left: frame.left + 2, top: frame.top + 1, width: width - 4, height: height - 2), on: &screen)
        case .target(let input, let view):
            view.draw(in: area, on: &screen, isReversed: isReversed)
            screen.aim(at: area, input)
        }
    }
}

extension [View.Part] {
    /// The extents of the parts, which together are `total`, or less if no part shares the rest.
    fileprivate func extents(in total: Int) -> [Int] {
        var weights = 0
        var left = Swift.max(0, total)
        for part in self {
            switch part {
            case .fixed(let extent, _): left -= Swift.min(left, extent)
            case .share(let weight, _): weights += weight
            }
        }
        var unfixed = Swift.max(0, total)
        return map { part in
            let extent: Int
            switch part {
            case .fixed(let fixed, _): extent = Swift.min(unfixed, fixed)
            case .share(let weight, _):
                // The last one takes what rounding leaves.
                extent = left * weight / weights
                left -= extent
                weights -= weight
            }
            unfixed -= extent
            return extent
        }
    }
}

extension Screen {
    /// Draws a frame with a title in its upper edge, and a text in the lower one.
    fileprivate mutating func frame(_ area: Area, title: String, footer: String) {
        guard area.width > 1, area.height > 1 else { return }
        let edge = String(repeating: "─", count: area.width - 2)
        let bottom = area.top + area.height - 1
        write("┌\(edge)┐", at: Position(column: area.left, line: area.top), width: area.width)
        write("└\(edge)┘", at: Position(column: area.left, line: bottom), width: area.width)
        for line in area.top + 1..<bottom {
            write("│", at: Position(column: area.left, line: line), width: 1)
            write("│", at: Position(column: area.left + area.width - 1, line: line), width: 1)
        }
        for (text, style, line) in [(title, Style.strong, area.top), (footer, .faint, bottom)]
        where !text.isEmpty && area.width > 6 {
            let text = " \(text.printable.fitted(to: area.width - 6)) "
            write(text, style, at: Position(column: area.left + 2, line: line), width: area.width - 4)
        }
    }
}
