/// Why a use case refused a request about books, or why a text can't be read as one of their values.
public enum BookError: Error, Hashable {
    case noTitle
    case noAuthor
    /// Without the day on which it was added.
    case noAddedDay
    case notAnISBN(ISBNError)
    /// Not a name and a text with `=` between them.
    case notADetail
    /// A detail can't have the name of a field.
    case nameOfAField(String)
    case noSuchBook(String)
    case noSuchShelf(String)
    /// An identifier begins with this text, which has fewer than four characters.
    case prefixTooShort(String)
    /// Others have changed these fields of the book meanwhile, which is now like this. The change here would replace theirs.
    case changedMeanwhile(BookDraft, [BookField])
    /// Several books match this text; they are ordered by identifier.
    case ambiguous(String, [Book])
    /// Another book has this ISBN already.
    case sameISBN(ISBN, Book)
    /// A book can't be finished on a day that is yet to come.
    case finishedInFuture(Day)
    /// A book can't be started after it was finished, unless it is being read again.
    case startedAfterFinish(Day, finished: Day)
}
