/// Reads a CSV file record by record, in the format of RFC 4180 and its common variants: any of the three line ends,
/// none after the last record, blank lines (skipped), and semicolons or tabs instead of commas.
///
/// A quotation mark at the start of a field, or after spaces, quotes it; elsewhere it is text. If the marks of a quoted
/// field don't match, `next` throws, and must not be called again, because no later field can be trusted. Where tabs or
/// spaces come before the mark, programs often quote nothing: there such a field is read as text.
public struct CSVReader {
    private let file: TextFile
    private let separator: UInt8
    private var position: Int
    private var line = 1

    /// The longest record accepted. Without a limit, a file that is not a table could be read as a single record.
    static let longestRecord = 1 << 20

    /// Starts at the beginning of the file, and detects the separator from its first line.
    public init(_ file: TextFile) {
        self.file = file
        self.position = file.start
        self.separator = Self.separator(in: file)
    }

    /// The next record with any text, or nil at the end. Throws `TextError` with the line.
    public mutating func next() throws(TextError) -> CSVRecord? {
        while position < file.bytes.count {
            let record = try readRecord()
            if record.filledCount > 0 { return record }
        }
        return nil
    }

    private mutating func readRecord() throws(TextError) -> CSVRecord {
        let bytes = file.bytes
        let span = bytes.span
        let start = position
        let firstLine = line
        var fields: [CSVRecord.Field] = []
        while true {
            fields.append(try readMarkedField(span))
            guard position - start <= Self.longestRecord else {
                throw TextError(line: firstLine, reason: "the record that begins here is longer than 1 MiB")
            }
            guard position < span.count, span[position] == separator else { break }
            position += 1
        }
        let range = start..<position
        if position < span.count { passLineEnd(span) }
        return CSVRecord(bytes: bytes, line: firstLine, range: range, fields: fields)
    }

    private mutating func readMarkedField(_ span: Span<UInt8>) throws(TextError) -> CSVRecord.Field {
        let (start, firstLine) = (position, line)
        while position < span.count, span[position] == .space { position += 1 }
        let mark = position
        do {
            if mark < span.count, span[mark] == .quote { return try readQuotedField(span) }
        } catch {
            if separator != .tab, mark == start { throw error }
        }
        (position, line) = (start, firstLine)
        return readPlainField(span)
    }

    private mutating func readPlainField(_ span: Span<UInt8>) -> CSVRecord.Field {
        let start = position
        while position < span.count {
            let byte = span[position]
            if byte == separator || byte == .lineFeed || byte == .carriageReturn { break }
            position += 1
        }
        return CSVRecord.Field(range: start..<position, hasDoubledQuotes: false)
    }

    private mutating func readQuotedField(_ span: Span<UInt8>) throws(TextError) -> CSVRecord.Field {
        let firstLine = line
        let start = position + 1
        var hasDoubledQuotes = false
        position = start
        while position < span.count {
            switch span[position] {
            case .quote:
                if position + 1 < span.count, span[position + 1] == .quote {
                    hasDoubledQuotes = true
                    position += 2
                    continue
                }
                let field = CSVRecord.Field(range: start..<position, hasDoubledQuotes: hasDoubledQuotes)
                position += 1
                while position < span.count, span[position] == .space { position += 1 }
                guard position == span.count || isFieldEnd(span[position]) else {
                    throw TextError(
                        line: firstLine,
                        reason:
                            "text after the quoted field that begins here; a quotation mark is missing, or not doubled")
                }
                return field
            case .lineFeed, .carriageReturn:
                passLineEnd(span)
            default:
                position += 1
            }
        }
        throw TextError(line: firstLine, reason: "the quotation mark that opens a field here is never closed")
    }

    private func isFieldEnd(_ byte: UInt8) -> Bool {
        byte == separator || byte == .lineFeed || byte == .carriageReturn
    }

    /// Skips the line end at the position: LF, CRLF or CR.
    private mutating func passLineEnd(_ span: Span<UInt8>) {
        let isPair = span[position] == .carriageReturn && position + 1 < span.count && span[position + 1] == .lineFeed
        position += isPair ? 2 : 1
        line += 1
    }

    /// The most frequent of comma, semicolon and tab in the first line with text, outside quotation marks.
    private static func separator(in file: TextFile) -> UInt8 {
        let text = file.bytes[file.start...].drop(while: \.isBlank)
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        for byte in text.prefix(longestRecord) {
            switch byte {
            case .quote: isQuoted.toggle()
            case _ where isQuoted: continue
            case .comma, .semicolon, .tab, 0x7C: counts[byte, default: 0] += 1
            case .lineFeed, .carriageReturn: return mostFrequent(counts)
            default: continue
            }
        }
        return mostFrequent(counts)
    }

    private static func mostFrequent(_ counts: [UInt8: Int]) -> UInt8 {
        var best = UInt8.comma
        for candidate in [UInt8.semicolon, .tab, 0x7C] where counts[candidate, default: 0] > counts[best, default: 0] {
            best = candidate
        }
        return best
    }
}
