/// Menus and questions over another view. A list position says which line is selected.
extension ListPosition {
    /// A menu of the rows, as many as fit into `height` lines. The frame says on which sides there are more.
    func menu<Row>(
        _ title: String, _ rows: [Row], width: Int = 24, height: Int, over base: View, _ view: (Row) -> View
    ) -> View {
        let height = min(rows.count, height)
        let visible = fitted(to: rows.count, height: height).visible(of: rows.count, height: height)
        let more = (visible.lowerBound > 0 ? "↑" : "") + (visible.upperBound < rows.count ? "↓" : "")
        return .dialog(
            title: title, footer: more.isEmpty ? "" : more + " more", width: width, height: height,
            list(rows, height: height, view), over: base)
    }

    /// What a key does in a menu of `count` rows: Enter turns the selected one on and closes the menu, Space turns it on or
    /// off. Escape, q and the `key` that opened the menu close it. Nil if it moves the selection, or means nothing.
    mutating func pick(_ input: TerminalInput, of count: Int, height: Int, key: String) -> Pick? {
        if move(input, of: count, height: height) { return nil }
        return switch input {
        case .key(.enter): .turnOnAndClose
        case .text(" "): .toggle
        case .key(.escape), .text("q"), .text(key): .close
        default: nil
        }
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

/// What a key does with the selected row of a menu.
enum Pick {
    case turnOnAndClose, toggle, close

    /// The keys, for people.
    static let keys = ["enter choose, close", "space on or off", "escape close", "↑↓ select"]
}

extension View {
    /// One of several choices that exclude each other.
    static func radio(_ isOn: Bool, _ label: String) -> View { .text((isOn ? "(*) " : "( ) ") + label) }

    /// A choice that is on or off.
    static func check(_ isOn: Bool, _ label: String) -> View { .text((isOn ? "[x] " : "[ ] ") + label) }

    /// The keys in use. Those that don't fit into `width` columns are left out, which an ellipsis says; `help` is the key
    /// that names all of them, if there is one.
    static func keys(_ keys: [String], help: String? = nil, width: Int) -> View {
        let all = keys + (help.map { ["\($0) help"] } ?? [])
        let line = all.joined(separator: "  ")
        if line.columns <= width { return .text(line, .faint) }
        let end = help.map { "… \($0) more" } ?? "…"
        var shown: [String] = []
        var room = width - end.columns
        for key in keys {
            room -= key.columns + 2
            if room < 0 { break }
            shown.append(key)
        }
        return .text((shown + [end]).joined(separator: "  "), .faint)
    }

    /// What keys do, in `width` columns, on as many lines as the words take. In a narrow window they are below the key.
    static func meanings(of keys: [(key: String, meaning: String)], width: Int) -> [View] {
        let isNarrow = width < 30
        let label = isNarrow ? 1 : 14
        return keys.flatMap { key, meaning in
            (isNarrow ? [.text(key)] : [])
                + meaning.broken(into: width - label - 1).enumerated().map { index, line in
                    .row([.fixed(label, .text(index == 0 && !isNarrow ? key : "")), .share(1, .text(line))])
                }
        }
    }
}

extension [View] {
    /// A text on as many lines as it takes; none for an empty one.
    static func broken(_ text: String, into width: Int, _ style: Style = .plain) -> [View] {
        text.isEmpty ? [] : text.broken(into: width).map { .text($0, style) }
    }
}
