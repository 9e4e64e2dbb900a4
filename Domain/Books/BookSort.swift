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

    /// The books, which are ordered by identifier, in this order.
    func sorted(_ books: [BookListing], isReversed: Bool, folding: TextFolding) -> [BookListing] {
        let authors = { (book: BookListing) in folding(book.draft.authors.joined(separator: "\u{1}")) }
        let byTitle = Self.sorted(books, isReversed && self == .title, ties: authors) { folding($0.draft.title) }
        return switch self {
        case .title: byTitle
        // The separator sorts before every character of a name, so "Ann" with any co-author comes before "Anna".
        case .author: Self.sorted(byTitle, isReversed, by: authors)
        case .surname:
            Self.sorted(byTitle, isReversed) { book in
                let names = book.draft.authors.map(AuthorName.init)
                return folding(names.map { "\($0.surname)\u{2}\($0.rest)" }.joined(separator: "\u{1}"))
            }
        // Without a value, the text is empty.
        case .added: Self.sorted(byTitle, !isReversed) { $0.draft[.added].text }
        case .finished: Self.sorted(byTitle, !isReversed) { $0.draft[.finished].text }
        case .rating: Self.sorted(byTitle, !isReversed) { $0.draft[.rating].text }
        }
    }

    /// Text compares slowly, so characters of ASCII at the beginning of each decide where they differ. The standard
    /// library's sort is stable: books whose texts and `ties` are equal keep their order.
    private static func sorted(
        _ books: [BookListing], _ isReversed: Bool, ties: ((BookListing) -> String)? = nil,
        by text: (BookListing) -> String
    ) -> [BookListing] {
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
