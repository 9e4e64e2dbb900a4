/// How far the reader has got with a book.
public enum ReadingStatus: String, FieldChoice {
    case toRead = "to-read"
    case reading
    case read
    case abandoned

    public static let words = allCases.map(\.rawValue)
    public static let kind = FieldKind(.choice(words))
}
