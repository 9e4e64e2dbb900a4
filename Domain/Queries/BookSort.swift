/// The order of a list of books. Books that tie are ordered by identifier, so that pages are stable.
public enum BookSort: String, CaseIterable, Hashable, Sendable {
    /// Alphabetically, ignoring case and accents.
    case title
    /// Alphabetically by the authors as they are written, then by title.
    case author
    /// The newest first.
    case added
    /// The latest finished first; unfinished books last.
    case finished
    /// The best first; books without a rating last.
    case rating

    /// The indices of some of the `books`, which are ordered by identifier, in this order.
    func sorted(_ indices: [Int], of books: [Book], isReversed: Bool, folding: TextFolding) -> [Int] {
        switch self {
        case .title:
            sorted(indices, isReversed) { folding(books[$0].title) }
        case .author:
            sorted(indices, isReversed) { index in
                // A separator below every character of a name keeps "Ann" with any title before "Anna".
                folding((books[index].authors + [books[index].title]).joined(separator: "\u{1}"))
            }
        case .added:
            sorted(indices, isReversed) { -books[$0].added.daysSince1970 }
        case .finished:
            sorted(indices, isReversed) { books[$0].finished.map { -$0.daysSince1970 } ?? .max }
        case .rating:
            sorted(indices, isReversed) { -(books[$0].rating?.stars ?? 0) }
        }
    }

    /// Each key is made once. The standard library's sort is stable, which keeps ties in order.
    private func sorted<Key: Comparable>(_ indices: [Int], _ isReversed: Bool, by key: (Int) -> Key) -> [Int] {
        var keyed = indices.map { (key: key($0), index: $0) }
        keyed.sort { isReversed ? $0.key > $1.key : $0.key < $1.key }
        return keyed.map(\.index)
    }
}
