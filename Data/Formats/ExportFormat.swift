/// The format of an exported list of books; the raw values are the names on the command line.
public enum ExportFormat: String, CaseIterable, Sendable {
    /// Importing the list again restores everything but loans, and the order and case of the names of details: its
    /// columns have them as the first book does.
    case csv
    /// Importing the list again restores everything but loans.
    case json
    /// The format of goodreads.com, which many programs import. It can't hold everything: see `BookListWriter.omissions`.
    case goodreads
}
