/// The format of an exported list of books; the raw values are the names on the command line. Importing the list again
/// restores everything but loans.
public enum ExportFormat: String, CaseIterable, Sendable {
    case csv
    case json
}
