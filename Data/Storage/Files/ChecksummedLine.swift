/// A JSON object on one line that begins with a checksum: `{"crc32c":"07d1e55b",…}`. The checksum is the CRC-32C, in
/// eight hexadecimal digits, of the bytes after its comma, up to the line feed.
enum ChecksummedLine {
    static let lineFeed = UInt8(ascii: "\n")
    private static let opening = Array(#"{"crc32c":""#.utf8)
    /// Up to and including the comma.
    private static let prefixLength = opening.count + 8 + #"","#.utf8.count

    /// Returns the line with its line feed. `members` writes what follows the checksum, at least one member.
    static func make(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("crc32c", "00000000")
            members(&writer)
        }
        var line = writer.bytes
        let checksum = line.withUnsafeBytes { crc32c(UnsafeRawBufferPointer(rebasing: $0[prefixLength...])) }
        line.replaceSubrange(opening.count..<opening.count + 8, with: hexadecimal(checksum))
        line.append(lineFeed)
        return line
    }

    /// Whether a line, given without its line feed, has the right checksum.
    static func isIntact(_ line: UnsafeRawBufferPointer) -> Bool {
        guard line.count > prefixLength, line.starts(with: opening) else { return false }
        let covered = UnsafeRawBufferPointer(rebasing: line[prefixLength...])
        return line[opening.count..<opening.count + 8].elementsEqual(hexadecimal(crc32c(covered)))
    }
}
