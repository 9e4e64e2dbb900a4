/// The rows of a list, which may be made when they are asked for.
protocol ListRows<Element>: RandomAccessCollection where Index == Int, Element: Identifiable {}

extension Array: ListRows where Element: Identifiable {}

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
    mutating func follow<Row: Identifiable<ID>>(_ rows: some ListRows<Row>, height: Int, keepsTop: Bool = false) {
        var row = position.selected
        if let wanted, let found = rows.firstIndex(where: { $0.id == wanted }) {
            row = found
            isChosen = true
            self.wanted = nil
        } else if isAtTop {
            row = 0
            isAtTop = keepsTop
        } else if let selected, !rows.indices.contains(row) || rows[row].id != selected {
            row = rows.firstIndex { $0.id == selected } ?? row
        }
        select(row, in: rows, height: height)
    }

    /// Moves the selection by a key. Returns false if the input means something else.
    mutating func move<Row: Identifiable<ID>>(_ input: TerminalInput, in rows: some ListRows<Row>, height: Int) -> Bool
    {
        guard position.move(input, of: rows.count, height: height) else { return false }
        wanted = nil
        isAtTop = false
        isChosen = true
        select(position.selected, in: rows, height: height)
        return true
    }

    /// Marks the selected row, or removes its mark, and selects the next one.
    mutating func mark<Row: Identifiable<ID>>(in rows: some ListRows<Row>, height: Int) {
        guard let row = row(in: rows) else { return }
        if marks.remove(row.id) == nil { marks.insert(row.id) }
        lastMarked = row.id
        _ = move(.key(.down), in: rows, height: height)
    }

    /// Marks the rows from the one that was marked last to the selected one.
    mutating func markRange<Row: Identifiable<ID>>(in rows: some ListRows<Row>) {
        let last = lastMarked.flatMap { marks.contains($0) ? $0 : nil }
        let start = last.flatMap { last in rows.firstIndex { $0.id == last } } ?? position.selected
        let end = position.selected
        guard rows.indices.contains(end) else { return }
        marks.formUnion(rows[min(start, end)...max(start, end)].map(\.id))
        lastMarked = rows[end].id
    }

    mutating func markAll<Row: Identifiable<ID>>(in rows: some ListRows<Row>) { marks.formUnion(rows.map(\.id)) }

    mutating func unmark() { (marks, lastMarked) = ([], nil) }

    mutating func unmark(_ rows: [ID]) { marks.subtract(rows) }

    /// The marked rows of the list. A row that isn't in the list at the moment keeps its mark.
    func marked<Row: Identifiable<ID>>(in rows: some ListRows<Row>) -> [Row] {
        marks.isEmpty ? [] : rows.filter { marks.contains($0.id) }
    }

    /// The rows that a change is for: those that are marked, or else the selected one.
    func chosen<Row: Identifiable<ID>>(in rows: some ListRows<Row>) -> [Row] {
        let marked = marked(in: rows)
        return marked.isEmpty ? row(in: rows).map { [$0] } ?? [] : marked
    }

    /// The columns that marks take from each row, and from what is above it: none until a row is marked.
    var markWidth: Int { marks.isEmpty ? 0 : 2 }

    /// A row, or what is above the rows, with its mark.
    func marking(_ view: View, _ row: ID? = nil) -> View {
        if marks.isEmpty { return view }
        let isMarked = row.map(marks.contains) == true
        return .row([.fixed(1, .text(isMarked ? "+" : "", .good)), .share(1, view)])
    }

    private mutating func select<Row: Identifiable<ID>>(_ row: Int, in rows: some ListRows<Row>, height: Int) {
        position.select(row, of: rows.count, height: height)
        // A list that is empty for a while, because nothing was found, is the same one afterwards.
        selected = self.row(in: rows)?.id ?? selected
    }

    /// The selected row; nil if the list is empty.
    func row<Row: Identifiable<ID>>(in rows: some ListRows<Row>) -> Row? {
        rows.indices.contains(position.selected) ? rows[position.selected] : nil
    }
}
