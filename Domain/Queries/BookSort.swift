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

    /// The places of some of the `books`, which are ordered by identifier, in this order.
    func sorted(_ places: [Int], of books: [Book], isReversed: Bool, folding: TextFolding) -> [Int] {
        switch self {
        case .title:
            sorted(places, isReversed) { SortingText(folding(books[$0].title)) }
        case .author:
            sorted(places, isReversed) { place in
                // A separator below every character of a name keeps "Ann" with any title before "Anna".
                SortingText(folding((books[place].authors + [books[place].title]).joined(separator: "\u{1}")))
            }
        case .added:
            sorted(places, isReversed) { -books[$0].added.daysSince1970 }
        case .rating:
            sorted(places, isReversed) { -(books[$0].rating?.stars ?? 0) }
        }
    }

    /// Each key is made once. The standard library's sort is stable, which leaves ties in the order they had.
    private func sorted<Key: Comparable>(_ places: [Int], _ isReversed: Bool, by key: (Int) -> Key) -> [Int] {
        var keyed = places.map { (key: key($0), place: $0) }
        keyed.sort { isReversed ? $0.key > $1.key : $0.key < $1.key }
        return keyed.map(\.place)
    }
}

/// A folded text, ordered by its characters. The first sixteen bytes decide nearly all comparisons, without the text.
private struct SortingText: Comparable {
    private let start: UInt128
    private let text: String

    init(_ text: String) {
        self.text = text
        // UTF-8 orders as its characters do, and a text that ends has zero bytes here, which come first.
        var copy = text
        start = copy.withUTF8 { utf8 in
            (0..<16).reduce(0) { $0 << 8 | UInt128($1 < utf8.count ? utf8[$1] : 0) }
        }
    }

    static func < (left: SortingText, right: SortingText) -> Bool {
        left.start != right.start ? left.start < right.start : left.text < right.text
    }
}
