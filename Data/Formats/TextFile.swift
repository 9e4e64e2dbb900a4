import Domain

/// A file that has been found to hold UTF-8 text.
struct TextFile {
    let place: String
    let bytes: [UInt8]
    /// Where the text begins: after the byte-order mark, if there is one.
    let start: Int

    /// Throws `ImportError.malformed`, which names the line and says what to do, unless `bytes` are UTF-8 text with
    /// something in it.
    init(_ bytes: [UInt8], from place: String) throws(ImportError) {
        self.place = place
        self.bytes = bytes
        self.start = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw malformed(line: nil, "it is UTF-16 text; save it as UTF-8")
        }
        if let nul = bytes.firstIndex(of: 0) {
            throw malformed(line: line(at: nul), "a NUL byte: this is binary data, not text")
        }
        if String(validating: bytes, as: UTF8.self) == nil {
            throw malformed(line: firstUndecodableLine(), "it is not UTF-8 text; convert it to UTF-8")
        }
        if bytes[start...].allSatisfy(\.isBlank) {
            throw malformed(line: nil, "it is empty")
        }
    }

    func malformed(line: Int?, _ reason: String) -> ImportError {
        .malformed(place: place, line: line, reason: reason)
    }

    func tooManyRows(line: Int, most: Int) -> ImportError {
        malformed(line: line, "a list may have \(most) rows, and this is one more")
    }

    /// The line that the byte at `offset` is on, counted from 1. LF, CRLF and a CR alone end a line.
    func line(at offset: Int) -> Int {
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

    /// No multi-byte character holds the byte of a line end, so each line can be looked at by itself.
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

/// Tells the lines of places in a file, one after the other, in the time of a single pass.
struct LineCounter {
    private let file: TextFile
    private var position = 0
    private var line = 1

    init(_ file: TextFile) {
        self.file = file
    }

    /// The line that the byte at `offset` is on. No offset is less than the one before.
    mutating func line(at offset: Int) -> Int {
        while position < min(offset, file.bytes.count) {
            if file.endsLine(at: position) { line += 1 }
            position += 1
        }
        return line
    }
}

private let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

extension UInt8 {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let quote: UInt8 = 0x22
    static let comma: UInt8 = 0x2C
    static let semicolon: UInt8 = 0x3B

    /// White space, as far as it is one byte long.
    var isBlank: Bool { self == .space || (.tab ... .carriageReturn).contains(self) }
}
