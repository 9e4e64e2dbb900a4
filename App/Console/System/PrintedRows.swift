import Storage

/// Rows as `Console` prints them for programs: JSON objects, or lines with tabs.
struct PrintedRows {
    private let location: String
    /// The first field of each row, with the line on which the row begins, counted from 1.
    private var first: [(value: String, line: Int)] = []

    /// Reads a whole file. `name` is that of the first field. A line may have just this value; blank lines don't count.
    /// Throws for text that has no such rows, and for an object without the field. An empty file has none: in a pipe, a
    /// list without rows prints nothing.
    init(_ input: NamedFile, firstField name: StaticString) throws(NamedFileError) {
        let bytes = try input.read()
        location = input.location
        if bytes.isEmpty { return }
        do throws(TextError) {
            let file = try TextFile(bytes)
            let text = file.bytes[file.start...]
            let start = text.first { !$0.isBlank }
            let isJSON = start == UInt8(ascii: "[") || start == UInt8(ascii: "{")
            let rows =
                isJSON
                ? try file.jsonElements().map { text[$0] }
                : text.split { $0 == .lineFeed || $0 == .carriageReturn }.filter { !$0.allSatisfy(\.isBlank) }
            var lines = LineCounter(file)
            for row in rows {
                let line = lines.line(at: row.startIndex)
                let value = isJSON ? Self.member(name, of: Array(row)) : Self.firstValue(of: row)
                guard let value else { throw TextError(line: line, reason: "it is no object with a text \"\(name)\"") }
                first.append((value, line))
            }
        } catch {
            throw .malformed(location, line: error.line, reason: error.reason)
        }
    }

    /// The rows of `all` whose identifiers are the first fields: in the order of the file, each once. Throws for a line
    /// that names none; `noun` says what it should name.
    func named<Row: Identifiable>(of all: [Row], _ noun: String) throws(NamedFileError) -> [Row] {
        let rows = Dictionary(all.map { ("\($0.id)", $0) }) { first, _ in first }
        var seen: Set<String> = []
        var named: [Row] = []
        for (value, line) in first where seen.insert(value).inserted {
            guard let row = rows[value] else {
                let reason = "there is no \(noun) with the identifier \"\(value)\""
                throw .malformed(location, line: line, reason: reason)
            }
            named.append(row)
        }
        return named
    }

    private static func firstValue(of line: ArraySlice<UInt8>) -> String {
        String(decoding: line.prefix { $0 != .tab }, as: UTF8.self).filter { !$0.isWhitespace }
    }

    private static func member(_ name: StaticString, of object: [UInt8]) -> String? {
        var text: String?
        try? JSONScanner.scan(object) { scanner throws(JSONError) in
            try scanner.object { member, value throws(JSONError) in
                if member.is(name) { text = try value.string() } else { _ = try value.skip() }
            }
        }
        return text
    }
}
