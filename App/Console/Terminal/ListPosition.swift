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
        guard let row = row(after: input, of: count, height: height) else { return false }
        select(row, of: count, height: height)
        return true
    }

    /// Scrolls rows that have no selection. Returns false if the input means something else.
    mutating func scroll(_ input: TerminalInput, of count: Int, height: Int) -> Bool {
        // The first visible row is one of those at which a whole page begins.
        let starts = max(0, count - max(1, height)) + 1
        select(top, of: starts, height: 1)
        guard let row = row(after: input, of: count, height: height) else { return false }
        select(row, of: starts, height: 1)
        return true
    }

    private func row(after input: TerminalInput, of count: Int, height: Int) -> Int? {
        switch input {
        case .key(.up), .text("k"): selected - 1
        case .key(.down), .text("j"): selected + 1
        case .key(.pageUp): selected - max(1, height - 1)
        case .key(.pageDown): selected + max(1, height - 1)
        case .key(.control("u")): selected - max(1, height / 2)
        case .key(.control("d")): selected + max(1, height / 2)
        case .key(.home), .text("g"): 0
        case .key(.end), .text("G"): count - 1
        case .rows(let rows): selected + rows
        default: nil
        }
    }

    /// This position, moved as far as a window, or a list, needs that has become smaller since a key was pressed.
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

    /// The visible rows, without a selection.
    func page(_ rows: [View], height: Int) -> View {
        let visible = fitted(to: rows.count, height: height).visible(of: rows.count, height: height)
        return .list(Array(rows[visible]), selected: nil)
    }

    /// A list of the rows that are visible.
    func list<Row>(_ rows: some RandomAccessCollection<Row>, height: Int, isFocused: Bool = true, _ view: (Row) -> View)
        -> View
    {
        let position = fitted(to: rows.count, height: height)
        let visible = position.visible(of: rows.count, height: height)
        let views = rows.dropFirst(visible.lowerBound).prefix(visible.count).map(view)
        return .list(views, selected: position.selected - visible.lowerBound, isFocused: isFocused)
    }
}
