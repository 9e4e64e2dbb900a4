/// What a list of books may be written in, by the names people use on the command line.
public enum ImportFormat: String, CaseIterable, Sendable {
    /// The export of goodreads.com.
    case goodreads
    /// The export of thestorygraph.com.
    case storygraph
    /// Any table whose header names a column of titles and one of authors; this program's own export, too.
    case csv
    /// This program's own JSON: an array of books, one book, or JSON Lines.
    case json
}
