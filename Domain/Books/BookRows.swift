/// Books in an order. A row is made when it is asked for: a view shows few rows of a long list.
public struct BookRows: RandomAccessCollection, Equatable, Sendable {
    private let books: [BookListing]
    private let positions: ArraySlice<Int>
    private let search: FieldSearch?

    public init(_ books: [BookListing] = []) { self.init(books, at: Array(books.indices)[...], nil) }

    /// The books at these positions; `search` finds where they have its words.
    init(_ books: [BookListing], at positions: ArraySlice<Int>, _ search: FieldSearch?) {
        (self.books, self.positions, self.search) = (books, positions, search)
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { positions.count }

    public subscript(index: Int) -> BookListing {
        var row = books[positions[positions.startIndex + index]]
        row.search = search ?? row.search
        return row
    }

    public static func == (left: Self, right: Self) -> Bool { left.elementsEqual(right) }
}
