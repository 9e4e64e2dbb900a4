/// The format of an exported list of books; the raw values are the names on the command line.
public enum ExportFormat: String, CaseIterable, Sendable {
    /// Importing the list restores every book, but no people and loans; a list with a row of more than 1 MiB is
    /// refused. Details come back in the order of the columns, and spelled as in the first book that has them.
    case csv
    /// Importing the list restores every book, but no people and loans.
    case json
    /// The format of goodreads.com, which many programs import. It can't hold everything: see
    /// `BookListWriter.omissions`.
    case goodreads
}
