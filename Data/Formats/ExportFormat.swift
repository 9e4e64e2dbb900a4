/// The format of an exported list of books; the raw values are the names on the command line.
public enum ExportFormat: String, CaseIterable, Sendable {
    /// Importing the list restores every book, but no people and loans. A list with a row longer
    /// than 1 MiB is refused as a whole. Names of details have the order and the case of
    /// the columns, which are those of the first book with such a detail.
    case csv
    /// Importing the list restores every book, but no people and loans.
    case json
    /// The format of goodreads.com, which many programs import. It can't hold everything: see
    /// `BookListWriter.omissions`.
    case goodreads
}
