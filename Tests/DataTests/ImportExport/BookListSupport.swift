import Data
import Domain
import Storage

/// The list in `text`.
func read(
    _ text: String, as format: ImportFormat? = nil, mappings: [String] = [], dates: DayOrder? = nil
) throws(ImportError) -> BookList {
    let options = ImportOptions(
        format: format, mappings: mappings.compactMap { ImportMapping($0) }, dayOrder: dates)
    return try BookListReader(options).read(Array(text.utf8), from: "list")
}

/// The reason why the file is refused, or nil if it isn't.
func refusal(_ bytes: [UInt8], as format: ImportFormat? = nil) -> (line: Int?, reason: String)? {
    do throws(ImportError) {
        _ = try BookListReader(ImportOptions(format: format)).read(bytes, from: "list")
        return nil
    } catch {
        switch error {
        case .malformed("list", let line, let reason): return (line, reason)
        case .missingColumn("list", let line, let reason): return (line, reason)
        default: return nil
        }
    }
}

func refusal(_ text: String, as format: ImportFormat? = nil) -> (line: Int?, reason: String)? {
    refusal(Array(text.utf8), as: format)
}

extension BookList {
    /// The books in the rows that can be read.
    var drafts: [BookDraft] {
        books.map(\.draft)
    }

    /// With the status that an import gives them.
    var books: [ImportedBook] {
        rows.compactMap { row in
            guard case .book(var book) = row.content else { return nil }
            book.deriveStatus()
            return book
        }
    }

    var warnings: [ImportWarning] {
        rows.flatMap(\.warnings)
    }
}

extension BookDraft {
    /// The details.
    var texts: [String: String] {
        Dictionary(uniqueKeysWithValues: details.all.map { ("\($0.name)", $0.text) })
    }
}

/// The cells of a table without its header, as the project's own reader of tables finds them.
struct CSVTable {
    private(set) var rows: [[String]] = []

    init(_ text: String) throws {
        var reader = CSVReader(try TextFile(Array(text.utf8)))
        _ = try reader.next()
        while let record = try reader.next() { rows.append(record.fields.indices.map { record[$0] }) }
    }
}

extension BookDraft {
    /// The sources.
    var ids: [String] { sources.all.map(\.description) }
}

/// The books in `list` as an export has them, in JSON, one text for each.
func exported(_ list: String, mappings: [String] = []) throws -> [String] {
    let books = try read(list, mappings: mappings).drafts.map { draft in
        Row(try Book(id: Book.ID(bits: 1), draft: draft, added: Day(daysSince1970: 0)))
    }
    let text = String(decoding: OwnList.json.write(books), as: UTF8.self)
    return text.split(separator: "\n").dropFirst().dropLast().map { String($0) }
}

/// `text` in UTF-16, with a byte-order mark.
func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
    "\u{FEFF}\(text)".utf16.flatMap { unit -> [UInt8] in
        let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        return isBigEndian ? bytes : bytes.reversed()
    }
}
