import Domain
import Storage

/// This program's own CSV: what the writer writes, the reader reads back without loss, identifiers included.
///
/// It is known by its columns: those of `keyColumns`, and no others than `columns`. An earlier version may have left
/// columns out. A list is one field, its names separated by `; `; a backslash stands before a semicolon or a backslash
/// inside a name.
struct BookshelfTable: BookTable {
    /// The members of a book, and who has it until when.
    static let columns = BookRecord.memberNames.map(\.description) + ["lentTo", "due"]

    /// What the table has had in every version, and no other program's has together.
    private static let keyColumns = ["id", "title", "authors", "lentto", "due"]

    private let header: CSVHeader

    /// Nil where the table is another one.
    init?(_ header: CSVHeader) {
        guard header.has(Self.keyColumns, andOnly: Self.columns.map { $0.lowercased() }) else { return nil }
        self.header = header
    }

    func book(in record: CSVRecord) throws(RejectionReason) -> BookNotes {
        try ListedMembers.notes { .cell(record[header.column($0.description.lowercased())]) }
    }

    /// The fields of a book, in the order of `columns`.
    static func fields(of listing: BookListing) -> [String] {
        var writer = CellWriter()
        var record = BookRecord(listing.book)
        record.members(&writer)
        return writer.cells + [listing.lentTo ?? "", listing.due?.description ?? ""]
    }

    static func list(_ names: [String]) -> String {
        names.map { name in
            guard name.utf8.contains(where: \.needsBackslash) else { return name }
            return String(decoding: name.utf8.flatMap { $0.needsBackslash ? [.backslash, $0] : [$0] }, as: UTF8.self)
        }.joined(separator: "; ")
    }

    static func names(_ list: String) -> [String] {
        guard list.utf8.contains(.backslash) else {
            return list.utf8.split(separator: .semicolon).map { String(Substring($0)) }
        }
        var names = [""]
        var isEscaped = false
        for scalar in list.unicodeScalars {
            switch scalar {
            case "\\" where !isEscaped:
                isEscaped = true
                continue
            case ";" where !isEscaped:
                names.append("")
            default:
                names[names.count - 1].unicodeScalars.append(scalar)
            }
            isEscaped = false
        }
        return names
    }
}

extension UInt8 {
    fileprivate static let backslash: UInt8 = 0x5C

    fileprivate var needsBackslash: Bool { self == .semicolon || self == .backslash }
}
