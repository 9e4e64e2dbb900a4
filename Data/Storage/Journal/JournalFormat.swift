/// The format of a journal: JSON Lines (https://jsonlines.org), UTF-8, each line ended by a line feed.
///
/// The first line names the format:
///
///     {"crc32c":"8f2a0c11","format":"garden-plan","version":1,"first":10,"settled":12}
///
/// Each further line is one unit of work, with all it saved and deleted:
///
///     {"crc32c":"07d1e55b","sequence":13,"beds":[{"id":"…","width":2,…}],"plants":[…],"deleted":{"beds":["…"]}}
///
/// - `crc32c` is the CRC-32C, in eight hexadecimal digits, of the bytes that follow its comma, up to the line feed.
/// - `sequence` increases by one from line to line. Compaction, which replaces the file by one that saves the current
///   records in as few lines as are readable, continues it.
/// - `first` is the sequence of the second line, even if that has yet to be written.
/// - `settled` is the sequence of the last line that was durable before the file was renamed to its path. Up to that
///   line, no line can be an unfinished one.
/// - Every other member of a unit that is an array holds the saved records of the kind it is named after. The first
///   member of a record is `id`; a later record replaces an earlier one with the same identifier. `deleted` holds
///   identifiers, under the same names.
/// - Unknown members of a record and of the first line are kept. A change of the format that would give a member
///   another meaning needs a higher `version`, and then a member `needs` of the first line: the lowest version of the
///   program that can read it, which older ones name when they refuse it.
enum JournalFormat {
    static let version = 1
    /// All JSON readers represent these numbers exactly.
    static let sequences = 1..<(1 << 53)

    static let carriageReturn = UInt8(ascii: "\r")
}

/// The first line of a journal.
struct JournalHeader: Equatable {
    var format: String
    var version = JournalFormat.version
    var first: Int
    var settled: Int
    /// Members that this version doesn't know, with their values as JSON.
    var unknown: [Unknown] = []

    struct Unknown: Equatable {
        let name: String
        let value: [UInt8]
    }

    init(format: String, first: Int = 1, settled: Int = 0) {
        self.format = format
        self.first = first
        self.settled = settled
    }

    /// Returns nil if the line is not the first line of a journal.
    init?(_ line: UnsafeBufferPointer<UInt8>) {
        var format: String?
        var version: Int?
        var first: Int?
        var settled: Int?
        var unknown: [Unknown] = []
        do throws(JSONError) {
            var scanner = JSONScanner(line)
            try scanner.object { name, value throws(JSONError) in
                switch name {
                case "crc32c": try value.skip()
                case "format": format = try value.string()
                case "version": version = try value.integer()
                case "first": first = try value.integer()
                case "settled": settled = try value.integer()
                default: unknown.append(Unknown(name: try name.text(), value: Array(line[try value.skip()])))
                }
            }
            try scanner.finish()
        } catch {
            return nil
        }
        guard let format, let version else { return nil }
        if let first, !JournalFormat.sequences.contains(first) { return nil }
        if let settled, settled != 0, !JournalFormat.sequences.contains(settled) { return nil }
        self.format = format
        self.version = version
        // A newer version may omit these.
        self.first = first ?? 1
        self.settled = settled ?? 0
        self.unknown = unknown
    }

    /// The version of the program that a newer format needs.
    var needs: String? {
        let value = unknown.first { $0.name == "needs" }.map { JSONText($0.value) }
        return KeyValueKey("needs", default: "").chosenValue(in: ["needs": value].compactMapValues(\.self))
    }

    var line: [UInt8] {
        ChecksummedLine.make { writer in
            writer.member("format", format)
            writer.member("version", version)
            writer.member("first", first)
            writer.member("settled", settled)
            for member in unknown {
                writer.name(member.name)
                writer.raw(member.value)
            }
        }
    }
}
