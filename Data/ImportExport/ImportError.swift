import Storage

/// Why a list can't be imported. Nothing of it was added.
public enum ImportError: Error, Hashable {
    /// The list has no column and no status called `name`, to which an option gives a meaning.
    case notInList(name: String, location: String)
    /// The table lacks a column of its format. `reason` says what the format needs, and names the first
    /// columns that were found.
    case missingColumn(location: String, line: Int, reason: String)
    /// The content isn't in the format. Lines count from 1.
    case malformed(location: String, line: Int?, reason: String)
}

extension ImportError {
    init(_ error: TextError, in location: String) {
        self = .malformed(location: location, line: error.line, reason: error.reason)
    }
}
