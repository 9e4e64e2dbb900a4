import Domain
import StorageTestSupport
import TestSupport

/// Invents books, the same in every run: titles and names of usual length, accents in one book of eight (three times as
/// often as in goodbooks-10k), and unique ISBNs with the right check digits.
struct BookGenerator {
    private var random = SeededGenerator(seed: 20_240_229)
    private var count = 0

    mutating func books(_ count: Int) throws -> [Book] {
        try (0..<count).map { _ in try book() }
    }

    mutating func book() throws -> Book {
        count += 1
        let added = Day(daysSince1970: 16_000 + Int.random(in: 0..<4_000, using: &random))
        var draft = BookDraft(title: title(), authors: authors(), isbn: try isbn())
        draft.status = [.toRead, .read, .read, .read, .reading, .abandoned][Int.random(in: 0..<6, using: &random)]
        draft.rating = draft.status == .read ? Rating(Int.random(in: 1...5, using: &random)) : nil
        draft.isFavorite = Int.random(in: 0..<20, using: &random) == 0
        draft.shelves = (0..<Int.random(in: 0...2, using: &random)).map { _ in
            WordLists.shelves[Int.random(in: 0..<WordLists.shelves.count, using: &random)]
        }
        draft.finished = draft.status == .read ? added + Int.random(in: 0..<400, using: &random) : nil
        return try Book(id: Book.ID(bits: random.next()), draft: draft, added: added)
    }

    private mutating func title() -> String {
        let noun = any(of: WordLists.nouns)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return "The \(any(of: WordLists.adjectives)) \(noun)"
        case 1: return "The \(noun) of \(any(of: WordLists.places))"
        case 2: return "A \(any(of: WordLists.adjectives)) \(noun) in \(any(of: WordLists.places))"
        case 3: return "\(noun) and \(any(of: WordLists.nouns))"
        default:
            let volume = Int.random(in: 1...9, using: &random)
            let series = "\(any(of: WordLists.adjectives)) \(any(of: WordLists.nouns))"
            return "\(any(of: WordLists.places)), \(noun) (\(series), #\(volume))"
        }
    }

    private mutating func authors() -> [String] {
        (0..<[1, 1, 1, 1, 2, 3][Int.random(in: 0..<6, using: &random)]).map { _ in
            "\(any(of: WordLists.givenNames)) \(any(of: WordLists.familyNames))"
        }
    }

    /// One book in twelve has no ISBN, as in real lists.
    private mutating func isbn() throws -> ISBN? {
        guard Int.random(in: 0..<12, using: &random) > 0 else { return nil }
        // Multiplied by a number coprime to the modulus, so that neighbours are far apart and none repeats.
        // Up to the modulus, each number is one that a book can have.
        let nine = 1 + count &* 387_420_489 % 599_999_999
        let digits = "978" + String(String(1_000_000_000 + nine).dropFirst())
        let sum = zip(digits, 0...).reduce(0) { sum, next in
            sum + (next.0.wholeNumberValue ?? 0) * (next.1.isMultiple(of: 2) ? 1 : 3)
        }
        return try ISBN("\(digits)\((10 - sum % 10) % 10)")
    }

    private mutating func any(of words: WordLists.Words) -> String {
        let words = Int.random(in: 0..<40, using: &random) == 0 ? words.accented : words.plain
        return words[Int.random(in: 0..<words.count, using: &random)]
    }
}
