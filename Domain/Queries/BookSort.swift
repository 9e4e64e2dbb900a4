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
            sortedByText(places, isReversed, folding) { books[$0].title }
        case .author:
            sortedByText(places, isReversed, folding) { place in
                // A separator below every character of a name keeps "Ann" with any title before "Anna".
                (books[place].authors + [books[place].title]).joined(separator: "\u{1}")
            }
        case .added:
            sorted(places, isReversed) { -books[$0].added.daysSince1970 }
        case .rating:
            sorted(places, isReversed) { -(books[$0].rating?.stars ?? 0) }
        }
    }

    /// What the texts begin with decides nearly all comparisons; only those that begin alike are folded.
    private func sortedByText(
        _ places: [Int], _ isReversed: Bool, _ folding: TextFolding, _ text: (Int) -> String
    ) -> [Int] {
        var keyed = places.map { (start: folding.start(of: text($0)), place: $0) }
        keyed.sort { isReversed ? $0.start > $1.start : $0.start < $1.start }
        var sorted: [Int] = []
        sorted.reserveCapacity(keyed.count)
        var rest = keyed[...]
        while let first = rest.first {
            let alike = rest.prefix { $0.start == first.start }
            rest.removeFirst(alike.count)
            if alike.count == 1 {
                sorted.append(first.place)
            } else {
                sorted += self.sorted(alike.map(\.place), isReversed) { folding(text($0)) }
            }
        }
        return sorted
    }

    /// Each key is made once. The standard library's sort is stable, which leaves ties in the order they had.
    private func sorted<Key: Comparable>(_ places: [Int], _ isReversed: Bool, by key: (Int) -> Key) -> [Int] {
        var keyed = places.map { (key: key($0), place: $0) }
        keyed.sort { isReversed ? $0.key > $1.key : $0.key < $1.key }
        return keyed.map(\.place)
    }
}

extension TextFolding {
    /// The first sixteen bytes of the folded text, as a number. UTF-8 orders as its characters do, and a text that ends
    /// has zero bytes here, which come first.
    fileprivate func start(of text: String) -> UInt128 {
        // Most titles are ASCII, and need no other text to be made of them.
        if let start = text.utf8.withContiguousStorageIfAvailable(\.foldedStart), let start { return start }
        var folded = self(text)
        return folded.withUTF8 { $0.start(\.self) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Nil for other texts than ASCII.
    fileprivate var foldedStart: UInt128? {
        guard allSatisfy({ $0 < 0x80 }) else { return nil }
        return start { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }

    fileprivate func start(_ fold: (UInt8) -> UInt8) -> UInt128 {
        (0..<16).reduce(0) { $0 << 8 | UInt128($1 < count ? fold(self[$1]) : 0) }
    }
}
