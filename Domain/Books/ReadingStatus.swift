/// How far the reader has got with a book.
public enum ReadingStatus: String, CaseIterable, Hashable, Sendable {
    case toRead = "to-read"
    case reading
    case read
    case abandoned

    /// The next one; the first after the last.
    public var next: ReadingStatus {
        let all = Self.allCases
        return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
    }

    public static let words = allCases.map(\.rawValue)
}
