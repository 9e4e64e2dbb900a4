/// What a list of books is exported in, by the names people use on the command line. Either is imported again
/// without loss, but for loans.
public enum ExportFormat: String, CaseIterable, Sendable {
    case csv
    case json
}
