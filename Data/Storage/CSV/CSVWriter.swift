/// Writes CSV in the format of RFC 4180: commas, CRLF or another line end, and quotation marks only around fields that
/// need them.
public struct CSVWriter: Sendable {
    public private(set) var bytes: [UInt8] = []

    private let lineEnd: [UInt8]

    public init(lineEnd: [UInt8] = [.carriageReturn, .lineFeed]) {
        self.lineEnd = lineEnd
    }

    public mutating func write(_ fields: [String]) {
        var isFirst = true
        for field in fields {
            if !isFirst { bytes.append(.comma) }
            isFirst = false
            append(field)
        }
        bytes += lineEnd
    }

    private mutating func append(_ field: String) {
        guard field.utf8.contains(where: { $0 == .comma || $0 == .quote || $0.isBlank && $0 != .space }) else {
            bytes.append(contentsOf: field.utf8)
            return
        }
        bytes.append(.quote)
        for byte in field.utf8 {
            if byte == .quote { bytes.append(.quote) }
            bytes.append(byte)
        }
        bytes.append(.quote)
    }
}
