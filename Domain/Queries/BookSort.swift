/// The order of a list of books. Books that tie are ordered by identifier, so that pages are stable.
public enum BookSort: String, CaseIterable, Hashable, Sendable {
    /// Alphabetically; case and accents do not matter.
    case title
    /// Alphabetically by the authors as they are written, then by title.
    case author
    /// The newest first.
    case added
    /// The best first; books without a rating last.
    case rating

    /// `books`, which are ordered by identifier, in this order.
    func sorted(_ books: [Book], isReversed: Bool, folding: TextFolding) -> [Book] {
        switch self {
        case .title:
            sorted(books, isReversed) { folding($0.title) }
        case .author:
            sorted(books, isReversed) { book in
                // A separator below every character of a name keeps "Ann" with any title before "Anna".
                folding((book.authors + [book.title]).joined(separator: "\u{1}"))
            }
        case .added:
            sorted(books, isReversed) { -$0.added.daysSince1970 }
        case .rating:
            sorted(books, isReversed) { -($0.rating?.stars ?? 0) }
        }
    }

    /// Each key is made once. The standard library's sort is stable, which leaves ties in the order they had.
    private func sorted<Key: Comparable>(_ books: [Book], _ isReversed: Bool, by key: (Book) -> Key) -> [Book] {
        let places = books.indices.map { (key: key(books[$0]), place: $0) }
        let inOrder = places.sorted { isReversed ? $0.key > $1.key : $0.key < $1.key }
        return inOrder.map { books[$0.place] }
    }
}
