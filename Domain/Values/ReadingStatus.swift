/// How far the reader has come with a book.
public enum ReadingStatus: String, CaseIterable, Hashable, Sendable {
    case toRead = "to-read"
    case reading
    case read
    case abandoned
}
