import Domain
import Storage

extension BookList {
    /// Reads an array of books, or books one after the other, as JSON Lines has them (https://jsonlines.org). Both
    /// may hold what is no book; what is no JSON refuses the file.
    init(json file: TextFile, mostRows: Int) throws(TextError) {
        let elements: [Range<Int>]
        do {
            elements = try file.bytes.withUnsafeBufferPointer { bytes throws(JSONError) in
                try Self.elements(bytes, from: file.start)
            }
        } catch {
            throw TextError(line: file.line(at: error.offset), reason: "it is not JSON: \(error.reason.words)")
        }
        guard elements.count <= mostRows else {
            throw .tooManyRows(line: file.line(at: elements[mostRows].lowerBound), most: mostRows)
        }
        var lines = LineCounter(file)
        let rows = file.bytes.withUnsafeBufferPointer { bytes in
            elements.map { element in
                let line = lines.line(at: element.lowerBound)
                return ImportRow(json: JSONScanner(bytes, range: element), line: line)
            }
        }
        self.init(
            rows: rows,
            source: Source(
                bytes: file.bytes, ranges: elements, before: Array("[\n".utf8), between: Array(",\n".utf8),
                after: Array("\n]\n".utf8)))
    }

    /// Where each element stands. All of the text has been checked then.
    private static func elements(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
    ) throws(JSONError) -> [Range<Int>] {
        var scanner = JSONScanner(bytes, range: start..<bytes.count)
        var elements: [Range<Int>] = []
        if bytes[start...].first(where: { !$0.isBlank }) == UInt8(ascii: "[") {
            try scanner.array { scanner throws(JSONError) in elements.append(try scanner.check(in: bytes)) }
            try scanner.finish()
        } else {
            repeat {
                elements.append(try scanner.check(in: bytes))
            } while !scanner.isFinished
        }
        return elements
    }
}

extension JSONScanner {
    /// Passes over any value and returns where it stood. Unlike `skip` it looks into the strings, which may have
    /// escapes that stand for nothing.
    fileprivate mutating func check(in bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> Range<Int> {
        let start = try startOfValue()
        switch bytes[start] {
        case UInt8(ascii: "{"):
            try object { name, scanner throws(JSONError) in
                _ = try name.text()
                _ = try scanner.check(in: bytes)
            }
        case UInt8(ascii: "["):
            try array { scanner throws(JSONError) in _ = try scanner.check(in: bytes) }
        case UInt8(ascii: "\""):
            _ = try string()
        default:
            try skip()
        }
        return start..<position
    }

    /// Whether nothing but white space is left.
    fileprivate var isFinished: Bool {
        var copy = self
        do {
            try copy.finish()
            return true
        } catch {
            return false
        }
    }
}

extension JSONError.Reason {
    fileprivate var words: String {
        switch self {
        case .unexpectedByte(let byte) where (0x21..<0x7F).contains(byte):
            "unexpected \(Character(Unicode.Scalar(byte)))"
        case .unexpectedByte: "an unexpected character"
        case .unexpectedEnd: "it ends too early"
        case .controlCharacter: "a line break or control character in a string"
        case .wrongEscape: "a wrong escape in a string"
        case .invalidUTF8: "it is not UTF-8 text"
        case .notAWholeNumber: "not a whole number"
        case .noIdentifier: "not an identifier"
        case .noSequence: "a number is missing"
        case .tooDeep: "it is nested too deeply"
        }
    }
}
