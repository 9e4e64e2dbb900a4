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

    /// The books, which are ordered by identifier, by title; those that tie by authors.
    static func byTitle(_ books: [BookListing], folding: TextFolding) -> [BookListing] {
        let titles = books.map { SortedText(folding($0.draft.title)) }
        let authors = { folding(books[$0].draft.authors.joined(separator: "\u{1}")) }
        var positions = positions(of: titles, isReversed: false)
        // Equal titles are rare: looking for neighbours costs less than asking for authors in every comparison.
        var first = 0
        for end in positions.indices.dropFirst() + [positions.count]
        where end == positions.count || titles[positions[end]] != titles[positions[first]] {
            if end - first > 1 { positions[first..<end].sort { authors($0) < authors($1) } }
            first = end
        }
        return positions.map { books[$0] }
    }

    /// The positions, in this order, of books that are ordered by title.
    func positions(in books: [BookListing], isReversed: Bool, folding: TextFolding) -> [Int] {
        let drafts = books.lazy.map(\.draft)
        func by(_ text: (BookDraft) -> String) -> [Int] {
            Self.positions(of: drafts.map { SortedText(folding(text($0))) }, isReversed: isReversed)
        }
        return switch self {
        case .title: isReversed ? by(\.title) : Array(books.indices)
        // The separator sorts before every character of a name, so "Ann" with any co-author comes before "Anna".
        case .author: by { $0.authors.joined(separator: "\u{1}") }
        case .surname:
            by { draft in
                let names = draft.authors.map(AuthorName.init)
                return names.map { "\($0.surname)\u{2}\($0.rest)" }.joined(separator: "\u{1}")
            }
        // Those without a value are last.
        case .added: Self.positions(of: drafts.map { $0.added?.daysSince1970 ?? .min }, isReversed: !isReversed)
        case .finished: Self.positions(of: drafts.map { $0.finished?.daysSince1970 ?? .min }, isReversed: !isReversed)
        case .rating: Self.positions(of: drafts.map { $0.rating?.stars ?? 0 }, isReversed: !isReversed)
        }
    }

    /// The standard library's sort is stable: positions of equal keys keep their order.
    private static func positions<Key: Comparable>(of keys: [Key], isReversed: Bool) -> [Int] {
        let keyed = zip(keys, keys.indices).sorted { isReversed ? $0.0 > $1.0 : $0.0 < $1.0 }
        return keyed.map(\.1)
    }
}

/// A folded text. Text compares slowly, so characters of ASCII at the beginning of each decide where they differ.
private struct SortedText: Comparable {
    private let start: UInt128
    private let text: String

    init(_ text: String) { (start, self.text) = (text.beginning, text) }

    static func < (left: Self, right: Self) -> Bool {
        left.start == right.start ? left.text < right.text : left.start < right.start
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
