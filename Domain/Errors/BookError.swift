/// A rule about books that refused something.
public enum BookError: Error, Hashable {
    case noTitle
    case noAuthor
    case noSuchBook(String)
    /// The words fit several books, in the order of their identifiers.
    case ambiguous(String, [Book])
    /// Another book has this ISBN already.
    case sameISBN(ISBN, Book)
    /// There is a book of this identifier already.
    case sameIdentifier(Book.ID)
    /// The book cannot be removed: it is lent.
    case isLent(Book, to: String, due: Day)
}
