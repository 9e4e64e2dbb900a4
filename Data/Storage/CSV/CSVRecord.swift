/// One record of a CSV file and the ranges of its fields. Strings are made only for the fields asked for.
public struct CSVRecord: Sendable {
    /// A field, without the quotation marks around it.
    public struct Field: Sendable {
        let range: Range<Int>
        /// Whether quotation marks inside are doubled.
        let hasDoubledQuotes: Bool
    }

    /// The whole file.
    let bytes: [UInt8]
    /// The line on which the record begins, counted from 1.
    public let line: Int
    /// The range of the record, without its line end.
    public let range: Range<Int>
    public let fields: [Field]

    /// The text of the field in a column, without white space at its ends; empty if there is none.
    public subscript(column: Int?) -> String {
        guard let column, fields.indices.contains(column) else { return "" }
        let text = trimmed(fields[column])
        guard fields[column].hasDoubledQuotes else { return String(decoding: text, as: UTF8.self) }
        var single: [UInt8] = []
        single.reserveCapacity(text.count)
        var isSecond = false
        for byte in text {
            isSecond = byte == .quote && !isSecond
            if !isSecond { single.append(byte) }
        }
        return String(decoding: single, as: UTF8.self)
    }

    /// The number of fields up to the last one that is not empty.
    public var filledCount: Int {
        fields.lastIndex { !trimmed($0).isEmpty }.map { $0 + 1 } ?? 0
    }

    private func trimmed(_ field: Field) -> ArraySlice<UInt8> {
        var range = field.range
        while let first = range.first, bytes[first].isBlank { range = first + 1..<range.upperBound }
        while let last = range.last, bytes[last].isBlank { range = range.lowerBound..<last }
        return bytes[range]
    }
}
