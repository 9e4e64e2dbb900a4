/// The text of a file, checked to be UTF-8, or converted from UTF-16 with a byte-order mark.
public struct TextFile: Sendable {
    /// The text in UTF-8.
    public let bytes: [UInt8]
    /// The start of the text, after the byte-order mark if there is one.
    public let start: Int

    /// Throws unless `bytes` are text that is not blank. The error names the line, if there is one, and the
    /// reason.
    public init(_ bytes: [UInt8]) throws(TextError) {
        let bytes = try Self.utf8(fromUTF16: bytes) ?? bytes
        self.bytes = bytes
        self.start = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
        if let nul = bytes.firstIndex(of: 0) {
            throw TextError(line: line(at: nul), reason: "a NUL byte: this is binary data, not text")
        }
        if String(validating: bytes, as: UTF8.self) == nil {
            throw TextError(line: firstUndecodableLine(), reason: "it is not UTF-8 text; convert it to UTF-8")
        }
        if bytes[start...].allSatisfy(\.isBlank) {
            throw TextError(line: nil, reason: "it is empty")
        }
    }

    /// The text of a file that begins with a byte-order mark of UTF-16; nil for any other file. Drops the mark, and a
    /// second one, which some programs write.
    private static func utf8(fromUTF16 bytes: [UInt8]) throws(TextError) -> [UInt8]? {
        let isBigEndian = bytes.starts(with: [0xFE, 0xFF])
        guard isBigEndian || bytes.starts(with: [0xFF, 0xFE]) else { return nil }
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        let text = String(validating: units.drop { $0 == 0xFEFF }, as: UTF16.self)
        guard let text, bytes.count.isMultiple(of: 2) else {
            throw TextError(line: nil, reason: "it is not valid UTF-16 text; save it as UTF-8")
        }
        return Array(text.utf8)
    }

    /// The line of the byte at `offset`, counted from 1. Lines end with LF, CRLF or CR.
    public func line(at offset: Int) -> Int {
        var lines = LineCounter(self)
        return lines.line(at: offset)
    }

    fileprivate func endsLine(at index: Int) -> Bool {
        switch bytes[index] {
        case .lineFeed: true
        case .carriageReturn: index + 1 == bytes.count || bytes[index + 1] != .lineFeed
        default: false
        }
    }

    /// No multi-byte character contains a line-end byte, so each line can be checked by itself.
    private func firstUndecodableLine() -> Int {
        var line = 1
        var lineStart = 0
        for index in bytes.indices where endsLine(at: index) {
            if String(validating: bytes[lineStart...index], as: UTF8.self) == nil { return line }
            line += 1
            lineStart = index + 1
        }
        return line
    }
}

/// Finds the lines of several ascending offsets in a file, in a single pass.
public struct LineCounter {
    private let file: TextFile
    private var position = 0
    private var line = 1

    public init(_ file: TextFile) {
        self.file = file
    }

    /// The line of the byte at `offset`, counted from 1. Offsets must not decrease from call to call.
    public mutating func line(at offset: Int) -> Int {
        while position < min(offset, file.bytes.count) {
            if file.endsLine(at: position) { line += 1 }
            position += 1
        }
        return line
    }
}

private let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

/// Why a file is not valid text of its format.
public struct TextError: Error, Hashable {
    /// Counted from 1; nil if the error has no particular line.
    public let line: Int?
    public let reason: String

    public init(line: Int?, reason: String) {
        self.line = line
        self.reason = reason
    }
}

extension UInt8 {
    public static let tab: UInt8 = 0x09
    public static let lineFeed: UInt8 = 0x0A
    public static let carriageReturn: UInt8 = 0x0D
    public static let space: UInt8 = 0x20
    public static let quote: UInt8 = 0x22
    public static let comma: UInt8 = 0x2C
    public static let semicolon: UInt8 = 0x3B

    /// Whether this is an ASCII digit.
    public var isDigit: Bool { (0x30...0x39).contains(self) }

    /// Whether this is ASCII white space.
    public var isBlank: Bool { self == .space || (.tab ... .carriageReturn).contains(self) }
}
