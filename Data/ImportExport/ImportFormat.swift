/// The format of a list of books to import; the raw values are the names on the command line. Tables are recognised in
/// this order, after this program's own.
public enum ImportFormat: String, CaseIterable, Sendable {
    /// The export of goodreads.com.
    case goodreads
    /// The export of thestorygraph.com.
    case storygraph
    /// The reading log of openlibrary.org.
    case openlibrary
    /// The export of a BookWyrm server.
    case bookwyrm
    /// The tab-separated export of librarything.com.
    case librarything
    /// The CSV catalogue of calibre.
    case calibre
    /// The export of libib.com.
    case libib
    /// The export of the app Openreads.
    case openreads
    /// The export of hardcover.app.
    case hardcover
    /// The CSV export of the app Book Catalogue.
    case bookcatalogue
    /// Any table with a column of titles and one of authors, such as this program's own export.
    case csv
    /// This program's own JSON: an array of books, one book, or JSON Lines.
    case json
    /// Nothing but ISBNs, one on a line.
    case isbn
}
