/// Rows of a list by their index, put together by what they have in common.
struct RowSets {
    enum Key: Hashable {
        case source(BookSource)
        case isbn(ISBN)
        /// A book of the library.
        case book(Book.ID)
    }

    private var parents: [Int]
    private var rows: [Key: Int] = [:]

    init(count: Int) { parents = Array(0..<count) }

    /// The set of a row: the least index of the rows that are in it now.
    func set(of row: Int) -> Int {
        var row = row
        while parents[row] != row { row = parents[row] }
        return row
    }

    /// The set of the rows that were put there with that key, or nil.
    func set(of key: Key) -> Int? { rows[key].map(set) }

    /// Puts the row's set together with that of the rows that have the key.
    mutating func put(_ row: Int, with key: Key) {
        if let other = rows[key] { join(row, other) } else { rows[key] = row }
    }

    mutating func join(_ row: Int, _ other: Int) {
        let (first, second) = (set(of: row), set(of: other))
        let root = min(first, second)
        // Short ways, so that none grows long.
        for row in [row, other, first, second] { parents[row] = root }
    }
}

extension BookSource {
    /// Whether it is a key of Open Library that stands for a work in all its editions.
    var isWork: Bool { id.hasPrefix("OL") && id.hasSuffix("W") }
}

extension BookSources {
    /// Those that stand for one edition.
    var editions: [BookSource] { all.filter { !$0.isWork } }
    var works: [BookSource] { all.filter(\.isWork) }
}
