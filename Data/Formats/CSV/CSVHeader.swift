import Domain
import Storage

/// The names of a table's columns.
///
/// They are compared by their keys, the letters and digits in lower case: `Date Read`, `date_read` and `dateRead` are
/// one name, and `Author(s)` and `authors` another.
struct CSVHeader {
    let line: Int
    /// As the file has them.
    private let names: [String]
    private let columns: [String: Int]

    init(_ record: CSVRecord) {
        line = record.line
        names = record.fields.indices.map { record[$0].tidied }
        columns = Dictionary(names.enumerated().map { (Self.key($0.element), $0.offset) }) { first, _ in first }
    }

    static func key(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// The first column that has one of these keys, or nil.
    func column(_ keys: [String]) -> Int? {
        for key in keys {
            if let column = columns[key] { return column }
        }
        return nil
    }

    /// Whether the table has columns of these keys only, and none twice.
    func has(only keys: Set<String>) -> Bool {
        columns.count == names.count && columns.keys.allSatisfy(keys.contains)
    }

    /// The names for a message: enough to recognise the table.
    var summary: String {
        let shown = names.prefix(12).map { $0.count > 40 ? $0.prefix(40) + "…" : $0 }.joined(separator: ", ")
        return names.count > 12 ? shown + ", …" : shown
    }
}
