/// All books of a library, for searching it again and again: sorted once, and their texts folded once.
public struct SortedBooks: Sendable {
    private let library: LibrarySnapshot
    private let query: BookQuery
    private let folding: TextFolding
    /// Ordered by identifier.
    private let books: [BookListing]
    private let texts: FoldedTexts
    /// The positions of the books in the order of their titles, and in that of the query.
    private let titles, order: [Int]

    /// The books of `library` in the order of `query`, with the texts of the fields that it searches. Takes over what is
    /// the same in `earlier`, which must be of the same library.
    public init(
        _ library: LibrarySnapshot, inOrderOf query: BookQuery, folding: TextFolding, from earlier: SortedBooks? = nil
    ) {
        (self.library, self.query, self.folding) = (library, query, folding)
        let books = earlier?.books ?? library.listedBooks
        titles = earlier?.titles ?? BookSort.title.order(of: books, isReversed: false, folding: folding)
        order =
            if let earlier, (query.sort, query.isReversed) == (earlier.query.sort, earlier.query.isReversed) {
                earlier.order
            } else {
                query.sort.order(of: books, isReversed: query.isReversed, byTitle: titles, folding: folding)
            }
        texts =
            if let earlier, query.fields == earlier.query.fields {
                earlier.texts
            } else {
                FoldedTexts(of: books, in: query.fields, folding)
            }
        self.books = books
    }

    /// Whether `page` takes the query: one of this order and these fields.
    public func takes(_ other: BookQuery) -> Bool {
        (query.sort, query.isReversed, query.fields) == (other.sort, other.isReversed, other.fields)
    }

    /// The page that `query` describes.
    public func page(_ query: BookQuery) -> BookPage {
        let filter = BookFilter(query, library: library, folding: folding)
        // The words come first: most searches exclude most books, and looking at a book costs more than at its text.
        let found = filter.matching(texts, of: books, in: order).filter { filter.includes(books[$0]) }
        let ordered = filter.titlesFirst(found) { texts[$0] }
        return query.page(ofSorted: ordered.map { books[$0] }, in: library, filter)
    }
}

/// The folded texts of many books, which a search looks at, one after the other: a string for each would take longer to
/// make.
struct FoldedTexts: Sendable {
    private var bytes: [UInt8] = []
    /// Where the text of each book ends.
    private var ends: [Int] = []

    init(of books: [BookListing], in fields: [BookField], _ folding: TextFolding) {
        ends.reserveCapacity(books.count)
        bytes.reserveCapacity(64 * books.count)
        for book in books {
            let start = bytes.count
            book.eachSearchedText(in: fields) { text in
                if bytes.count > start { bytes.append(UInt8(ascii: "\n")) }
                bytes.append(contentsOf: text.utf8)
            }
            if bytes[start...].contains(where: { $0 >= 0x80 }) {
                let folded = folding(String(decoding: bytes[start...], as: UTF8.self))
                bytes.replaceSubrange(start..., with: folded.utf8)
            }
            ends.append(bytes.count)
        }
        // Free of branches, so that it vectorises. What was folded has no capitals.
        for index in bytes.indices { bytes[index] |= bytes[index] &- 0x41 < 26 ? 0x20 : 0 }
    }

    /// The text of the book at that position.
    subscript(position: Int) -> String { String(decoding: bytes[range(of: position)], as: UTF8.self) }

    /// Whether all words occur in that text.
    func have(_ words: [SearchWord], at position: Int) -> Bool {
        let range = range(of: position)
        return bytes.withUnsafeBufferPointer { bytes in
            words.allSatisfy { $0.occurs(in: UnsafeBufferPointer(rebasing: bytes[range])) }
        }
    }

    private func range(of position: Int) -> Range<Int> { (position > 0 ? ends[position - 1] : 0)..<ends[position] }
}
