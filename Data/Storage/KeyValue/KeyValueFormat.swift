/// The format of a key-value file: a JSON object with a line for each name, sorted except for the first two. A
/// value that was edited keeps its own line breaks.
///
///     {
///       "version": 2,
///       "checksum": "07d1e55b",
///       "color": "never",
///       "days": 14
///     }
///
/// - `version` is 1 or 2. A file keeps its version, so that older programs can still read it.
/// - `checksum`, which version 1 lacks, is the CRC-32C, in eight hexadecimal digits, of the whole file with zeros
///   instead of these digits. To edit the file by hand, remove that line: a file without it is trusted.
/// - A newer version also has `needs`: the lowest version of the program that can read it.
/// - All other names are values. If a name occurs twice, the first value counts, as with Foundation's decoder.
enum KeyValueFormat {
    static let version = 2
    private static let versionName: StaticString = "version"
    private static let checksumName: StaticString = "checksum"
    private static let noChecksum = "00000000"

    /// The values and the version of a whole file. `location` names it in errors.
    static func read(_ bytes: [UInt8], location: String) throws(StorageError) -> (values: KeyValues, version: Int) {
        var values: KeyValues = [:]
        var version: Int?
        var checksum: Range<Int>?
        do throws(JSONError) {
            try JSONScanner.scan(bytes) { scanner throws(JSONError) in
                try scanner.object { name, value throws(JSONError) in
                    if name.is(versionName) {
                        let number = try value.integer()
                        version = version ?? number
                    } else if name.is(checksumName) {
                        let range = try value.skip()
                        checksum = checksum ?? range
                    } else {
                        let name = try name.text()
                        let range = try value.skip()
                        if values[name] == nil { values[name] = JSONText(bytes[range]) }
                    }
                }
            }
        } catch {
            let line = bytes[..<min(error.offset, bytes.count)].count { $0 == UInt8(ascii: "\n") } + 1
            throw .damaged(
                location: location, line: line, reason: "this is not valid JSON, or not in the expected form")
        }
        if let checksum, !isRight(checksum, in: bytes) {
            throw .damaged(
                location: location, line: nil,
                reason: "it was changed outside of the program; to accept the change, remove the line “checksum”")
        }
        if let version, version > Self.version {
            let needs = KeyValueKey("needs", default: "").chosenValue(in: values)
            throw .newerVersion(location: location, found: version, known: Self.version, needs: needs)
        }
        return (values, version ?? Self.version)
    }

    private static func isRight(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
        guard range.count == noChecksum.utf8.count + 2 else { return false }
        let digits = range.lowerBound + 1..<range.upperBound - 1
        var unsigned = bytes
        unsigned.replaceSubrange(digits, with: noChecksum.utf8)
        return bytes[digits].elementsEqual(hexadecimal(unsigned.withUnsafeBytes(crc32c)))
    }

    /// The text of a file with these values.
    static func text(of values: KeyValues, version: Int) -> [UInt8] {
        var text = Array("{\n  \"\(versionName)\": \(version)".utf8)
        if version > 1 { text += Array(",\n  \"\(checksumName)\": \"\(noChecksum)\"".utf8) }
        let digits = text.count - 1 - noChecksum.utf8.count..<text.count - 1
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            var writer = JSONWriter()
            writer.string(name)
            text += Array(",\n  ".utf8) + writer.bytes + Array(": ".utf8) + value.bytes
        }
        text += Array("\n}\n".utf8)
        if version > 1 { text.replaceSubrange(digits, with: hexadecimal(text.withUnsafeBytes(crc32c))) }
        return text
    }
}
