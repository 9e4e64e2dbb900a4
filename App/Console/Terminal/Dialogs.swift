/// Menus and questions over another view. A list position says which line is selected.
extension ListPosition {
    /// A menu of the rows, as many as fit into `height` lines.
    func menu<Row>(
        _ title: String, _ rows: [Row], width: Int = 24, height: Int, over base: View, _ view: (Row) -> View
    ) -> View {
        let height = min(rows.count, height)
        return .dialog(title: title, width: width, height: height, list(rows, height: height, view), over: base)
    }

    /// A question, in at most `width` columns, and its answers.
    func question(_ text: String, title: String = "", _ answers: [String], width: Int, over base: View) -> View {
        let width = min(60, width)
        let lines = text.broken(into: width).count
        return .dialog(
            title: title, width: width, height: lines + 1 + answers.count,
            .column([
                .share(1, .paragraph(text)), .fixed(1, .blank),
                .fixed(answers.count, .list(answers.map { .text($0) }, selected: selected)),
            ]), over: base)
    }

    /// Whether the user answers yes to a question of two answers; nil if the input answers nothing, or selects an
    /// answer. The first answer means no.
    mutating func answer(_ input: TerminalInput) -> Bool? {
        if move(input, of: 2, height: 2) { return nil }
        switch input {
        case .text("y"): return true
        case .text("n"), .text("q"), .key(.escape): return false
        case .key(.enter): return selected == 1
        default: return nil
        }
    }
}

extension View {
    /// A choice that is on or off.
    static func check(_ isOn: Bool, _ label: String) -> View { .text((isOn ? "[x] " : "[ ] ") + label) }

    /// As many of the keys in use as fit into `width` columns.
    static func keys(_ keys: [String], width: Int) -> View {
        var line = ""
        for key in keys where line.columns + key.columns + 2 <= width { line += (line.isEmpty ? "" : "  ") + key }
        return .text(line, .faint)
    }
}
