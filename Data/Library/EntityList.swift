public import Domain
import Storage

/// Lists in CSV and JSON, by the names of the fields and `id`. Named texts are only written.
public enum EntityList<Entity: FieldedEntity> {
    /// The rows of a list in CSV, or in JSON if it begins with a bracket or brace. `today` is what the word means.
    ///
    /// Throws `ListError` for a file that isn't in the format, and for a column or member that no field has, so that no
    /// cell is lost in silence.
    public static func read(
        _ bytes: [UInt8], from location: String, today: Day, folding: TextFolding
    ) throws(ListError) -> [Result<ImportedEntity<Entity>, ImportReport.Rejection>] {
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
    ) throws(ImportReport.Rejection) -> ImportedEntity<Entity> {
        var draft = Entity.Draft()
        var references: [Entity.Draft.Field: String] = [:]
        for (field, text) in row.cells where !text.tidied.isEmpty {
            // Only the library knows whom a name means.
            if field.kind.target != nil {
                references[field] = text.tidied
                continue
            }
            do {
                let names = [String](inOwnCell: text).filter { !$0.tidied.isEmpty }
                let texts = field.kind.isList ? names : [field.kind.form == .lines ? text : text.tidied]
                draft[field] = try field.kind.reading(texts, in: draft[field], today: today, folding: folding)
            } catch {
                throw ImportReport.Rejection(line: row.line, field: field.rawValue, error: error)
            }
        }
        let id = row.id.isEmpty ? nil : Entity.ID(row.id)
        if id == nil, !row.id.isEmpty {
            throw ImportReport.Rejection(line: row.line, field: "id", error: .value(.notAnIdentifier))
        }
        return ImportedEntity(
            line: row.line, id: id, draft: draft, references: references, fields: row.cells.map(\.field))
    }

    /// The field of that name, whatever its case; nil for the identifier and for derived values, which aren't read.
    private static func field(_ name: String, line: Int) throws(TextError) -> Entity.Draft.Field? {
        let key = name.tidied.lowercased()
        let derived = Entity.Derived.Field.allCases.map { $0.rawValue.lowercased() }
        if isID(key) || derived.contains(key) { return nil }
        if let field = Entity.Draft.Field.allCases.first(where: { $0.rawValue.lowercased() == key }) { return field }
        let names = (["id"] + Entity.Draft.Field.allCases.map(\.rawValue)).joined(separator: ", ")
        throw TextError(line: line, reason: "there is no field \"\(name)\"; the fields are \(names)")
    }

    private static func isID(_ name: String) -> Bool { name.tidied.lowercased() == "id" }

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
                if isID(header[column]) { row.id = record[column] }
                if let field { row.cells.append((field, record[column])) }
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
                if let field = try field(name, line: line) { row.cells.append((field, text)) }
                if isID(name) { row.id = text }
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

    /// The list in CSV, in UTF-8: what has one cell, then a column for each named text, spelled as where it is first.
    public static func csv(_ rows: some Collection<Row<Entity>>) -> [UInt8] {
        let named = Entity.Draft.Field.allCases.filter { $0.kind.form == .namedTexts }
        let own = Entity.Draft.Field.allCases.filter { !named.contains($0) }
        var (names, known): ([TextName], Set<String>) = ([], [])
        for row in named.isEmpty ? [] : Array(rows) {
            for text in row.namedTexts(named) where known.insert("\(text.name)".lowercased()).inserted {
                names.append(text.name)
            }
        }
        var writer = CSVWriter()
        writer.write(columns + names.map(\.description))
        for row in rows {
            let (draft, derived) = (row.draft, row.derived)
            let texts = Dictionary(row.namedTexts(named).map { ("\($0.name)".lowercased(), $0.text) }) { $1 }
            writer.write(
                ["\(row.id)"] + own.map { draft[$0].cell }
                    + Entity.Derived.Field.allCases.map { derived?[$0].cell ?? "" }
                    + names.map { texts["\($0)".lowercased()] ?? "" })
        }
        return writer.bytes
    }

    /// The columns that every list has: the identifier, the fields but named texts, and what others say of the entity.
    static var columns: [String] {
        ["id"] + Entity.Draft.Field.allCases.filter { $0.kind.form != .namedTexts }.map(\.rawValue)
            + Entity.Derived.Field.allCases.map(\.rawValue)
    }
}

extension Row {
    fileprivate func namedTexts(_ fields: [Entity.Draft.Field]) -> [NamedText] {
        fields.flatMap { field -> [NamedText] in
            if case .namedTexts(let texts) = draft[field] { texts.all } else { [] }
        }
    }
}

extension FieldValue {
    fileprivate var cell: String { if case .names(let names) = self { names.ownCell } else { text } }
}

extension [String] {
    /// The names in a cell of this program's own table, as `ownCell` writes them.
    init(inOwnCell cell: String) {
        self = cell.isEmpty ? [] : [""]
        var isEscaped = false
        for scalar in cell.unicodeScalars {
            switch scalar {
            case "\\" where !isEscaped:
                isEscaped = true
                continue
            case ";" where !isEscaped: append("")
            default: self[count - 1].unicodeScalars.append(scalar)
            }
            isEscaped = false
        }
    }

    /// The names separated by `; `, with a backslash before a semicolon or backslash inside a name.
    var ownCell: String {
        map { name in
            var escaped = String.UnicodeScalarView()
            for scalar in name.unicodeScalars {
                if scalar == ";" || scalar == "\\" { escaped.append("\\") }
                escaped.append(scalar)
            }
            return String(escaped)
        }.joined(separator: "; ")
    }
}

extension JSONScanner {
    /// The next value as the text of a cell.
    fileprivate mutating func cell(in bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> String {
        switch bytes[try startOfValue()] {
        case UInt8(ascii: "\""): return try string()
        case UInt8(ascii: "["): return try strings().ownCell
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
