/// Which row of a list is selected, and which is the first that is visible.
struct ListPosition: Hashable, Sendable {
    private(set) var selected = 0
    private(set) var top = 0

    /// Selects a row, or the nearest one, and scrolls just far enough to show it. `height` is the number of rows that
    /// fit.
    mutating func select(_ row: Int, of count: Int, height: Int) {
        selected = max(0, min(row, count - 1))
        let height = max(1, height)
        top = max(0, min(max(min(top, selected), selected - height + 1), count - height))
    }

    /// Moves the selection. Returns false if the input means something else.
    mutating func move(_ input: TerminalInput, of count: Int, height: Int) -> Bool {
        let row: Int
        switch input {
        case .key(.up), .text("k"): row = selected - 1
        case .key(.down), .text("j"): row = selected + 1
        case .key(.pageUp): row = selected - max(1, height - 1)
        case .key(.pageDown): row = selected + max(1, height - 1)
        case .key(.control("u")): row = selected - max(1, height / 2)
        case .key(.control("d")): row = selected + max(1, height / 2)
        case .key(.home), .text("g"): row = 0
        case .key(.end), .text("G"): row = count - 1
        case .rows(let rows): row = selected + rows
        default: return false
        }
        select(row, of: count, height: height)
        return true
    }

    /// The same for a window, or a list, that may have become smaller since a key was pressed.
    func fitted(to count: Int, height: Int) -> ListPosition {
        var position = self
        position.select(selected, of: count, height: height)
        return position
    }

    /// The rows that are visible.
    func visible(of count: Int, height: Int) -> Range<Int> {
        let start = min(top, max(0, count))
        return start..<min(count, start + max(0, height))
    }

    /// A list of the rows that are visible.
    func list<Row>(_ rows: [Row], height: Int, isFocused: Bool = true, _ view: (Row) -> View) -> View {
        let position = fitted(to: rows.count, height: height)
        let visible = position.visible(of: rows.count, height: height)
        return .list(rows[visible].map(view), selected: position.selected - visible.lowerBound, isFocused: isFocused)
    }
}
