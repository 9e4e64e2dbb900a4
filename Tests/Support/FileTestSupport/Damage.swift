/// Damages a file at random: bytes are changed, removed, repeated or inserted, and lines moved. `more` may be
/// inserted, too.
public func damaged(
    _ bytes: [UInt8], adding more: [[UInt8]] = [], using random: inout some RandomNumberGenerator
) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...6, using: &random) {
        let start = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, start + Int.random(in: 0...8, using: &random))
        switch Int.random(in: 0..<7, using: &random) {
        case 0: bytes.removeSubrange(start..<end)
        case 1: bytes.insert(contentsOf: bytes[start..<end], at: start)
        case 2: bytes.removeSubrange(start...)
        case 3 where start < end: bytes[start] = UInt8.random(in: 0...255, using: &random)
        case 4: moveLine(of: &bytes, using: &random)
        default: bytes.insert(contentsOf: (pieces + more).randomElement(using: &random) ?? [], at: start)
        }
    }
    return bytes
}

/// Moves or copies one line.
private func moveLine(of bytes: inout [UInt8], using random: inout some RandomNumberGenerator) {
    var lines = bytes.lines
    guard let from = lines.indices.randomElement(using: &random) else { return }
    let line = Bool.random(using: &random) ? lines[from] : lines.remove(at: from)
    lines.insert(line, at: Int.random(in: 0...lines.count, using: &random))
    bytes = Array(lines.joined())
}

private let pieces =
    [
        "\"", "\"\"", "\\", "\\u", "\\ud800", ",", ";", "\t", "\n", "\r", "\r\n", "[", "]", "{", "}", ":", "null",
        "-", "=\"", "\u{FEFF}", "é", "9", "e+", "\u{0}", " ",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]]
