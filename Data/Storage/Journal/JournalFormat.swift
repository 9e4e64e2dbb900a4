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
/// - `sequence` grows by one from line to line. It goes on through compaction, which replaces the file by one that
///   saves the same records in as few lines as is good to read.
/// - `first` is the sequence of the second line, or of the one that will be.
/// - `settled` is the sequence of the last line that was durable before the file got its name. Up to there the last
///   line can't be one that was never finished.
/// - Every other member of a unit that is an array holds records of one kind, which it is named after. The first member
///   of a record is `id`; a later record of the same identifier takes the place of the earlier one. `deleted` holds
///   identifiers, under the same names.
/// - Unknown members of a record and of the first line are kept. What changes the meaning raises the version.
enum JournalFormat {
    static let version = 1
    /// Every reader of JSON takes these numbers as they are.
    static let sequences = 1..<(1 << 53)

    static let carriageReturn = UInt8(ascii: "\r")
}

/// The first line of a journal.
struct JournalHeader: Equatable {
    var format: String
    var version = JournalFormat.version
    var first: Int
    var settled: Int
    /// Members this version does not know, as JSON: name and value.
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

    /// Nil where the line is no first line of a journal.
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
        // A newer version may do without these.
        self.first = first ?? 1
        self.settled = settled ?? 0
        self.unknown = unknown
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
