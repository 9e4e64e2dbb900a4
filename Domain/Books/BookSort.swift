/// The order of a list of books. Books that tie are ordered by identifier, so that pages are stable.
public enum BookSort: String, CaseIterable, Hashable, Sendable {
    /// Alphabetically, ignoring case and accents.
    case title
    /// Alphabetically by the authors as they are written, then by title.
    case author
    /// The newest first.
    case added
    /// The latest finish day first; books without a finish day last.
    case finished
    /// The best first; books without a rating last.
    case rating

    /// The books, which are ordered by identifier, in this order.
    func sorted(_ books: [BookListing], isReversed: Bool, folding: TextFolding) -> [BookListing] {
        switch self {
        case .title:
            sorted(books, isReversed) { folding($0.draft.title) }
        case .author:
            sorted(books, isReversed) { book in
                // A separator below every character of a name keeps "Ann" with any title before "Anna".
                folding((book.draft.authors + [book.draft.title]).joined(separator: "\u{1}"))
            }
        case .added:
            sorted(books, isReversed) { -($0.draft.added?.daysSince1970 ?? 0) }
        case .finished:
            sorted(books, isReversed) { $0.draft.finished.map { -$0.daysSince1970 } ?? .max }
        case .rating:
            sorted(books, isReversed) { -($0.draft.rating?.stars ?? 0) }
        }
    }

    /// Text compares slowly, so characters of ASCII at the beginning of each decide where they differ.
    private func sorted(_ books: [BookListing], _ isReversed: Bool, by text: (BookListing) -> String) -> [BookListing] {
        let texts = books.map(text)
        var keyed = texts.indices.map { (start: texts[$0].beginning, position: $0) }
        keyed.sort { left, right in
            if left.start != right.start { return (left.start < right.start) != isReversed }
            let (left, right) = (texts[left.position], texts[right.position])
            return isReversed ? left > right : left < right
        }
        return keyed.map { books[$0.position] }
    }

    /// Each key is made once. The standard library's sort is stable, which keeps ties in order.
    private func sorted<Key: Comparable>(_ books: [BookListing], _ isReversed: Bool, by key: (BookListing) -> Key)
        -> [BookListing]
    {
        var keyed = books.map { (key: key($0), book: $0) }
        keyed.sort { isReversed ? $0.key > $1.key : $0.key < $1.key }
        return keyed.map(\.book)
    }
}

extension String {
    /// The first sixteen bytes as a number in the same order. From the first character outside ASCII on, all bits are
    /// set: such characters come after those of ASCII, but their order isn't that of their bytes.
    fileprivate var beginning: UInt128 {
        var text = self
        return text.withUTF8 { bytes in
            var number: UInt128 = 0
            for index in 0..<16 {
                let byte = index < bytes.count ? bytes[index] : 0
                if byte >= 0x80 {
                    let missing = UInt128(8 * (16 - index))
                    return number << missing | ~(UInt128.max << missing)
                }
                number = number << 8 | UInt128(byte)
            }
            return number
        }
    }
}
