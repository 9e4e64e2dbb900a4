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
        let books = Self.byTitle(books, folding: folding)
        return positions(in: books, isReversed: isReversed, folding: folding).map { books[$0] }
    }

    /// The books, which are ordered by identifier, by title; those that tie by authors.
    static func byTitle(_ books: [BookListing], folding: TextFolding) -> [BookListing] {
        let titles = books.map { SortedText(folding($0.draft.title)) }
        var positions = positions(of: titles, isReversed: false)
        // Equal titles are rare: looking for neighbours costs less than asking for authors in every comparison.
        var first = 0
        for end in positions.indices.dropFirst() + [positions.count]
        where end == positions.count || titles[positions[end]] != titles[positions[first]] {
            if end - first > 1 {
                let authors = { folding(books[$0].draft.authors.joined(separator: "\u{1}")) }
                positions[first..<end].sort { authors($0) < authors($1) }
            }
            first = end
        }
        return positions.map { books[$0] }
    }

    /// The positions, in this order, of books that are ordered by title.
    func positions(in books: [BookListing], isReversed: Bool, folding: TextFolding) -> [Int] {
        func by(_ text: (BookDraft) -> String) -> [Int] {
            Self.positions(of: books.map { SortedText(folding(text($0.draft))) }, isReversed: isReversed)
        }
        switch self {
        case .title: return isReversed ? by(\.title) : Array(books.indices)
        // The separator sorts before every character of a name, so "Ann" with any co-author comes before "Anna".
        case .author: return by { $0.authors.joined(separator: "\u{1}") }
        case .surname:
            // Many books have the same authors, and turning names round takes longer than finding them again.
            var known: [[String]: String] = [:]
            return by { draft in
                if let text = known[draft.authors] { return text }
                let names = draft.authors.map(AuthorName.init)
                let text = names.map { "\($0.surname)\u{2}\($0.rest)" }.joined(separator: "\u{1}")
                known[draft.authors] = text
                return text
            }
        case .added: return Self.positions(of: books.map { $0.fields.added.daysSince1970 }, isReversed: !isReversed)
        case .finished:
            return Self.positions(of: books.map { $0.draft.finished?.daysSince1970 ?? .min }, isReversed: !isReversed)
        case .rating: return Self.positions(of: books.map { $0.draft.rating?.stars ?? 0 }, isReversed: !isReversed)
        }
    }

    /// The standard library's sort is stable: positions of equal keys keep their order.
    private static func positions<Key: Comparable>(of keys: [Key], isReversed: Bool) -> [Int] {
        var keyed = keys.indices.map { (key: keys[$0], position: $0) }
        keyed.sort { isReversed ? $0.key > $1.key : $0.key < $1.key }
        return keyed.map(\.position)
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
