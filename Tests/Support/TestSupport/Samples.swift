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

public func borrower(_ number: UInt64, _ name: String) throws -> Borrower {
    try Borrower(id: Borrower.ID(bits: number), name: name)
}

public func loan(
    _ number: UInt64, of book: Book, to borrower: Borrower, lent: String = "2024-05-01", due: String = "2024-05-29",
    returned: String? = nil
) -> Loan {
    let loan = try? Loan(
        id: Loan.ID(bits: number), book: book.id, borrower: borrower.id, lent: day(lent), due: day(due),
        returned: returned.map { day($0) })
    guard let loan else { preconditionFailure("due on \(due), before \(lent)") }
    return loan
}

/// `library`, the day `today`, identifiers that count up from 1001, and `folding`.
public func context(
    _ library: any Library, preferences: any PreferencesRepository = DefaultPreferences(),
    folding: TextFolding = folding
) -> UseCaseContext {
    UseCaseContext(
        library: library, preferences: preferences, today: { today }, randomBits: counter(), folding: folding)
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

/// Counts up from 1001, in place of random numbers.
public func counter() -> @Sendable () -> UInt64 {
    let last = Last()
    return {
        last.value.withLock { value in
            value += 1
            return value
        }
    }
}

private final class Last: Sendable {
    let value = Mutex<UInt64>(1000)
}
