import Domain
import Storage

/// The names of a table's columns.
///
/// They are compared by their letters and digits alone, whatever the case, so that `Date Read`, `date_read` and
/// `dateRead` are one name, and `Author(s)` and `authors` another.
struct CSVHeader {
    /// As the file has them.
    let names: [String]
    private let columns: [String: Int]

    init(_ record: CSVRecord) {
        names = record.fields.indices.map { record[$0].tidied }
        columns = Dictionary(names.enumerated().map { (Self.key($0.element), $0.offset) }) { first, _ in first }
    }

    /// The first of these columns that the table has, or nil. The names given are letters and digits in lower case.
    func column(_ keys: String...) -> Int? {
        for key in keys {
            if let column = columns[key] { return column }
        }
        return nil
    }

    /// Whether the table has all of these columns, others only from `known`, and none twice.
    func has(_ keys: [String], andOnly known: [String]) -> Bool {
        let isKnown = columns.keys.allSatisfy { known.contains($0) }
        return isKnown && columns.count == names.count && keys.allSatisfy { columns[$0] != nil }
    }

    /// The names for a message: enough of them to know the table by.
    var summary: String {
        let shown = names.prefix(12).map { $0.count > 40 ? $0.prefix(40) + "…" : $0 }.joined(separator: ", ")
        return names.count > 12 ? shown + ", …" : shown
    }

    private static func key(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }
}
