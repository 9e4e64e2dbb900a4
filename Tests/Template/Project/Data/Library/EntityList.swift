public import Domain
import Storage

/// Lists of entities in CSV and JSON, with the names of the fields, and the identifier as `id`.
public enum EntityList<Entity: FieldedEntity> {
    /// The rows of a list in CSV, or in JSON if it begins with a bracket or brace. `today` is what the word means.
    ///
    /// Throws `ListError` for a file that isn't in the format, and for a column or member that no field has, so that no
    /// cell is lost in silence.
    public static func read(
        _ bytes: [UInt8], from location: String, today: Day, folding: TextFolding
    ) throws(ListError) -> [Result<ListedEntity<Entity>, ImportReport.Rejection>] {
        do {
            let file = try TextFile(bytes)
            let first = file.bytes[file.start...].first { !$0.isBlank }
            let isJSON = first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
            let rows = isJSON ? try objects(in: file) : try records(in: file)
            return rows.map { row in
                Result { () throws(ImportReport.Rejection) in try entity(row, today, folding) }
            }
        } catch {
            throw ListError(location: location, line: error.line, reason: error.reason)
        }
    }

    private typealias Line = (line: Int, id: String, cells: [(field: Entity.Draft.Field, text: String)])

    private static func entity(
        _ row: Line, _ today: Day, _ folding: TextFolding
    ) throws(ImportReport.Rejection) -> ListedEntity<Entity> {
        var draft = Entity.Draft()
        var references: [Entity.Draft.Field: String] = [:]
        for (field, text) in row.cells where !text.tidied.isEmpty {
            // Only the library knows whom a name means.
            if field.kind.target != nil {
                references[field] = text.tidied
                continue
            }
            do {
                let names = text.split(separator: ";").map(String.init).filter { !$0.tidied.isEmpty }
                draft[field] = try field.kind.reading(
                    field.kind.isList ? names : [text.tidied], in: draft[field], today: today, folding: folding)
            } catch {
                throw ImportReport.Rejection(line: row.line, field: field.rawValue, error: error)
            }
        }
        let id = row.id.isEmpty ? nil : Entity.ID(row.id)
        if id == nil, !row.id.isEmpty {
            throw ImportReport.Rejection(line: row.line, field: "id", error: .value(.notAnIdentifier))
        }
        return ListedEntity(
            line: row.line, id: id, draft: draft, references: references, fields: row.cells.map(\.field))
    }

    /// The field of that name, whatever its case; nil for the identifier.
    private static func field(_ name: String, line: Int) throws(TextError) -> Entity.Draft.Field? {
        let key = name.tidied.lowercased()
        if key == "id" { return nil }
        if let field = Entity.Draft.Field.allCases.first(where: { $0.rawValue.lowercased() == key }) { return field }
        let names = (["id"] + Entity.Draft.Field.allCases.map(\.rawValue)).joined(separator: ", ")
        throw TextError(line: line, reason: "there is no field \"\(name)\"; the fields are \(names)")
    }

    private static func records(in file: TextFile) throws(TextError) -> [Line] {
        var reader = CSVReader(file)
        guard let header = try reader.next() else { return [] }
        var fields: [Entity.Draft.Field?] = []
        for column in header.fields.indices { fields.append(try field(header[column], line: header.line)) }
        var rows: [Line] = []
        while let record = try reader.next() {
            if record.fields.count > fields.count {
                throw TextError(line: record.line, reason: "the row has more cells than the table has columns")
            }
            var row: Line = (record.line, "", [])
            for (column, field) in fields.enumerated() where column < record.fields.count {
                if let field { row.cells.append((field, record[column])) } else { row.id = record[column] }
            }
            rows.append(row)
        }
        return rows
    }

    private static func objects(in file: TextFile) throws(TextError) -> [Line] {
        var rows: [Line] = []
        for range in try file.jsonElements() {
            let line = file.line(at: range.lowerBound)
            var row: Line = (line, "", [])
            for (name, text) in try members(of: range, in: file, line: line) {
                if let field = try field(name, line: line) { row.cells.append((field, text)) } else { row.id = text }
            }
            rows.append(row)
        }
        return rows
    }

    private static func members(
        of range: Range<Int>, in file: TextFile, line: Int
    ) throws(TextError) -> [(name: String, text: String)] {
        do {
            return try file.bytes.withUnsafeBufferPointer { bytes throws(JSONError) in
                var members: [(String, String)] = []
                var scanner = JSONScanner(bytes, range: range)
                try scanner.object { name, value throws(JSONError) in
                    members.append((try name.text(), try value.cell(in: bytes)))
                }
                return members
            }
        } catch {
            throw TextError(line: line, reason: "it is not an object of texts, numbers, true, false and lists of texts")
        }
    }

    /// The list in CSV.
    public static func csv(_ rows: some Sequence<Row<Entity>>) -> [UInt8] {
        var writer = CSVWriter()
        writer.write(["id"] + Entity.Draft.Field.allCases.map(\.rawValue))
        for row in rows {
            let draft = row.draft
            writer.write(["\(row.id)"] + Entity.Draft.Field.allCases.map { draft[$0].text })
        }
        return writer.bytes
    }
}

extension JSONScanner {
    /// The next value as the text of a cell.
    fileprivate mutating func cell(in bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> String {
        switch bytes[try startOfValue()] {
        case UInt8(ascii: "\""): return try string()
        case UInt8(ascii: "["): return try strings().joined(separator: "; ")
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return try bool() ? "true" : "false"
        case UInt8(ascii: "n"):
            _ = try null()
            return ""
        default: return try number()
        }
    }
}

/// Why a list can't be imported. Nothing of it was added.
public struct ListError: Error, Hashable {
    public let location: String
    /// Counted from 1.
    public let line: Int?
    public let reason: String
}
