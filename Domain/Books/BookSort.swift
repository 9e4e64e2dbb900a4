/// The order of a list of books. Books that tie are ordered by title, authors and identifier, so that pages are stable.
/// The reverse order leaves those that tie as they are: "the worst first" is still alphabetical among equals.
public enum BookSort: String, CaseIterable, Hashable, Sendable {
    /// Alphabetically, ignoring case and accents.
    case title
    /// Alphabetically by the authors as they are written.
    case author
    /// Alphabetically by the authors, each with the surname first.
    case surname
    /// The newest first.
    case added
    /// The latest finish day first; books without a finish day last.
    case finished
    /// The best first; books without a rating last.
    case rating

    /// The positions of the books, which are ordered by identifier, in this order. `byTitle` is that of their titles, if it
    /// is known.
    func order(
        of books: [BookListing], isReversed: Bool, byTitle: [Int]? = nil, folding: TextFolding
    ) -> [Int] {
        let authors = { (book: Int) in folding(books[book].fields.draft.authors.joined(separator: "\u{1}")) }
        let title = { (book: Int) in folding(books[book].fields.draft.title) }
        if self == .title, isReversed || byTitle == nil {
            return Self.sorted(Array(books.indices), isReversed, ties: authors, by: title)
        }
        let byTitle = byTitle ?? Self.sorted(Array(books.indices), false, ties: authors, by: title)
        func sorted(by day: (BookFields) -> Day?) -> [Int] {
            Self.sorted(byTitle, !isReversed) { day(books[$0].fields).map { Int($0.daysSince1970) } ?? .min }
        }
        return switch self {
        case .title: byTitle
        // The separator sorts before every character of a name, so "Ann" with any co-author comes before "Anna".
        case .author: Self.sorted(byTitle, isReversed, by: authors)
        case .surname:
            Self.sorted(byTitle, isReversed) { book in
                let names = books[book].fields.draft.authors.map(AuthorName.init)
                return folding(names.map { "\($0.surname)\u{2}\($0.rest)" }.joined(separator: "\u{1}"))
            }
        case .added: sorted { $0.added }
        case .finished: sorted { $0.draft.finished }
        case .rating: Self.sorted(byTitle, !isReversed) { books[$0].fields.draft.rating?.stars ?? 0 }
        }
    }

    /// Those that tie keep their order: the standard library's sort is stable.
    private static func sorted(_ books: [Int], _ isReversed: Bool, by number: (Int) -> Int) -> [Int] {
        var keyed = books.map { (number: number($0), book: $0) }
        keyed.sort { isReversed ? $0.number > $1.number : $0.number < $1.number }
        return keyed.map(\.book)
    }

    /// Text compares slowly, so characters of ASCII at the beginning of each decide where they differ. Books whose texts
    /// and `ties` are equal keep their order.
    private static func sorted(
        _ books: [Int], _ isReversed: Bool, ties: ((Int) -> String)? = nil, by text: (Int) -> String
    ) -> [Int] {
        let texts = books.map(text)
        var keyed = texts.indices.map { (start: texts[$0].beginning, position: $0) }
        keyed.sort { left, right in
            if left.start != right.start { return (left.start < right.start) != isReversed }
            let (left, right) = (texts[left.position], texts[right.position])
            return isReversed ? left > right : left < right
        }
        guard let ties, !books.isEmpty else { return keyed.map { books[$0.position] } }
        // Equal texts are rare: looking for neighbours costs less than asking in every comparison.
        var first = 0
        for end in 1...keyed.count
        where end == keyed.count || keyed[end].start != keyed[first].start
            || texts[keyed[end].position] != texts[keyed[first].position]
        {
            if end - first > 1 { keyed[first..<end].sort { ties(books[$0.position]) < ties(books[$1.position]) } }
            first = end
        }
        return keyed.map { books[$0.position] }
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
