public import Domain
import Synchronization

/// Removes the accents that the tests use.
public let folding = TextFolding { text in
    let accents: [Character: Character] = ["á": "a", "é": "e", "í": "i", "ö": "o", "ü": "u", "ñ": "n"]
    return String(text.lowercased().map { accents[$0] ?? $0 })
}

public let today = day("2024-05-10")

public func day(_ text: String) -> Day {
    // A test with an invalid day is wrong, and stops.
    guard let day = Day(text) else { preconditionFailure("no such day: \(text)") }
    return day
}

/// A draft whose fields all have another value than in an empty one, so that a field that gets lost is missed. Throws if
/// a field, like a new one, has no value here.
public func fullDraft() throws -> BookDraft {
    let draft = BookDraft(title: "Emma", authors: ["Jane Austen", "Ben"], isbn: try ISBN("9780141439587")) {
        $0.status = .abandoned
        $0.rating = Rating(4)
        $0.isFavorite = true
        $0.shelves = ["Sea", "Attic"]
        $0.added = day("2024-01-01")
        $0.started = day("2024-01-02")
        $0.finished = day("2024-01-03")
        $0.notes = "Salt\nand wind"
        if let name = DetailName("Publisher") { $0.details[name] = "Penguin" }
        $0.sources = BookSources(["goodreads:6969", "goodreads:5107", "calibre:9fc1"].compactMap(BookSource.init))
    }
    for (field, empty) in zip(Mirror(reflecting: draft).children, Mirror(reflecting: BookDraft()).children)
    where "\(field.value)" == "\(empty.value)" {
        throw IncompleteSample(field: field.label ?? "a field")
    }
    return draft
}

/// A field of `fullDraft` has no value.
public struct IncompleteSample: Error {
    let field: String
}

/// `library`, the day `today`, identifiers that count up from 1001, and `folding`.
public func context(_ library: any Library, folding: TextFolding = folding) -> UseCaseContext {
    UseCaseContext(library: library, today: { today }, randomBits: counter(), folding: folding)
}

/// Preferences that never change.
public struct DefaultPreferences: PreferencesRepository {
    public init() {}

    public func preferences() -> Preferences { Preferences() }

    public func observe() -> Updates<Preferences> {
        Updates(
            AsyncStream { continuation in
                continuation.yield(.success(Preferences()))
            })
    }
}

/// Counts up from 1001, or from the number after `last`, in place of random numbers.
public func counter(after last: UInt64 = 1000) -> @Sendable () -> UInt64 {
    let last = Last(last)
    return {
        last.value.withLock { value in
            value += 1
            return value
        }
    }
}

private final class Last: Sendable {
    let value: Mutex<UInt64>

    init(_ value: UInt64) { self.value = Mutex(value) }
}
