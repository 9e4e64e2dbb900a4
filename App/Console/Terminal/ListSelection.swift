/// The selected row of a list that may change at any time: the selection stays on the same row, wherever it moves.
struct ListSelection<ID: Hashable & Sendable>: Equatable, Sendable {
    private(set) var position = ListPosition()
    /// Whether the selection stays on the first row, as while a search is typed. A key that moves the selection ends it.
    var isAtTop = false
    private var selected: ID?
    /// Whether somebody has chosen the row, with a key or as one to select, rather than the list its first.
    private var isChosen = false
    /// The row that was selected when a search began.
    private var origin: ID?
    /// The rows that somebody has marked, so that the next change is made to all of them.
    private(set) var marks: Set<ID> = []
    private var lastMarked: ID?
    /// A row to select as soon as the list has it, unless a key moves the selection first.
    private var wanted: ID?

    /// Selects a row as soon as the list has it.
    mutating func want(_ row: ID?) { wanted = row }

    /// The list is sorted anew: the selection stays on its row if somebody has chosen it, or else at the top.
    mutating func sort() { isAtTop = !isChosen }

    /// A search begins, and the selection stays on the first row found.
    mutating func beginSearch() { origin = selected }

    /// The search is given up without a row found: the selection goes back to where it was.
    mutating func leaveSearch() {
        isAtTop = false
        wanted = origin
    }

    /// Keeps the selection on the same row when the list has changed. If the row has left the list, the next one is
    /// selected. `keepsTop` says whether a selection that stays on the first row does so from now on, too.
    mutating func follow(_ rows: [ID], height: Int, keepsTop: Bool = false) {
        var row = position.selected
        if let wanted, let found = rows.firstIndex(of: wanted) {
            row = found
            isChosen = true
            self.wanted = nil
        } else if isAtTop {
            row = 0
            isAtTop = keepsTop
        } else if let selected, !rows.indices.contains(row) || rows[row] != selected {
            row = rows.firstIndex(of: selected) ?? row
        }
        select(row, in: rows, height: height)
    }

    /// Moves the selection by a key. Returns false if the input means something else.
    mutating func move(_ input: TerminalInput, in rows: [ID], height: Int) -> Bool {
        guard position.move(input, of: rows.count, height: height) else { return false }
        wanted = nil
        isAtTop = false
        isChosen = true
        select(position.selected, in: rows, height: height)
        return true
    }

    /// Marks the selected row, or removes its mark, and selects the next one.
    mutating func mark(in rows: [ID], height: Int) {
        guard let row = row(in: rows) else { return }
        if marks.remove(row) == nil { marks.insert(row) }
        lastMarked = row
        _ = move(.key(.down), in: rows, height: height)
    }

    /// Marks the rows from the one that was marked last to the selected one.
    mutating func markRange(in rows: [ID]) {
        let last = lastMarked.flatMap { marks.contains($0) ? $0 : nil }
        let start = last.flatMap(rows.firstIndex(of:)) ?? position.selected
        let end = position.selected
        guard rows.indices.contains(end) else { return }
        marks.formUnion(rows[min(start, end)...max(start, end)])
        lastMarked = rows[end]
    }

    mutating func markAll(in rows: [ID]) { marks.formUnion(rows) }

    mutating func unmark() { (marks, lastMarked) = ([], nil) }

    mutating func unmark(_ rows: [ID]) { marks.subtract(rows) }

    /// The positions of the marked rows. A row that isn't in the list at the moment keeps its mark.
    func marked(in rows: [ID]) -> [Int] { marks.isEmpty ? [] : rows.indices.filter { marks.contains(rows[$0]) } }

    /// The columns that marks take from each row, and from what is above it: none until a row is marked.
    var markWidth: Int { marks.isEmpty ? 0 : 2 }

    /// A row, or what is above the rows, with its mark.
    func marking(_ view: View, _ row: ID? = nil) -> View {
        if marks.isEmpty { return view }
        let isMarked = row.map(marks.contains) == true
        return .row([.fixed(1, .text(isMarked ? "+" : "", .good)), .share(1, view)])
    }

    private mutating func select(_ row: Int, in rows: [ID], height: Int) {
        position.select(row, of: rows.count, height: height)
        // A list that is empty for a while, because nothing was found, is the same one afterwards.
        selected = self.row(in: rows) ?? selected
    }

    /// The selected one of these rows, or of their identifiers; nil if there is none.
    func row<Rows: RandomAccessCollection>(in rows: Rows) -> Rows.Element? where Rows.Index == Int {
        rows.indices.contains(position.selected) ? rows[position.selected] : nil
    }
}
