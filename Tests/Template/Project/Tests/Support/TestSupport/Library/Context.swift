public import Domain

/// 22 November 2026.
public let today = Day(daysSince1970: 20_779)

/// Removes case, and the accents that the tests use.
public let folding = TextFolding { text in
    let accents: [Character: Character] = ["á": "a", "é": "e", "í": "i", "ö": "o"]
    return String(text.lowercased().map { accents[$0] ?? $0 })
}

/// The day `today`, `folding`, and identifiers that count up from 1001.
public func context(_ library: any Library) -> UseCaseContext {
    let counter = Counter(from: 1000)
    return UseCaseContext(
        library: library, today: { today }, randomBits: { UInt64(counter.next()) }, folding: folding)
}
