/// The format of a list of books to import; the raw values are the names on the command line.
public enum ImportFormat: String, CaseIterable, Sendable {
    /// The export of goodreads.com.
    case goodreads
    /// The export of thestorygraph.com.
    case storygraph
    /// Any table with a column of titles and one of authors, such as this program's own export.
    case csv
    /// This program's own JSON: an array of books, one book, or JSON Lines.
    case json
}
