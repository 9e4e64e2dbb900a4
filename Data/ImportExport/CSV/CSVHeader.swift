import Domain
import Storage

/// The names of a table's columns.
///
/// Names are compared by key, their letters and digits in lower case: `Date Read`, `date_read` and `dateRead` are
/// equal, and so are `Author(s)` and `authors`.
struct CSVHeader {
    let line: Int
    /// As written in the file, tidied.
    let names: [String]
    private let columns: [String: Int]

    init(_ record: CSVRecord) {
        line = record.line
        names = record.fields.indices.map { record[$0].tidied }
        columns = Dictionary(names.enumerated().map { (Self.key($0.element), $0.offset) }) { first, _ in first }
    }

    /// What scanners write beside ISBNs.
    static let ofScanners: Set = [
        "format", "type", "symbology", "date", "time", "timestamp", "datetime", "scandate", "scannedat", "scanned",
        "quantity", "qty", "count", "number", "no", "id", "device", "note", "notes", "comment",
    ]

    static func key(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// The column with the first of these keys that the table has, or nil.
    func column(_ keys: [String]) -> Int? {
        keys.lazy.compactMap { columns[$0] }.first
    }

    /// The first names, shortened, for messages.
    var summary: String {
        let shown = names.prefix(12).map { $0.count > 40 ? $0.prefix(40) + "…" : $0 }.joined(separator: ", ")
        return names.count > 12 ? shown + ", …" : shown
    }
}
