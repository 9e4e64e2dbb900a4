/// Records of one kind, ordered by identifier, each identifier once. They share one buffer, which may contain other
/// bytes too: a separate array for each record would add about 4 % to the time of reading everything.
public struct RecordBatch: Sendable {
    /// A record's identifier and the range of its bytes.
    public struct Row: Sendable {
        public let id: RecordID
        public let range: Range<Int>
    }

    public let bytes: [UInt8]
    public let rows: [Row]
    /// Whether a checksum vouches for the records: then they are as the application wrote them.
    public let isVerified: Bool
    private let locate: @Sendable (Row) -> RecordLocation

    /// `rows` must be ordered by identifier. `locate` returns where a record is stored.
    public init(
        bytes: [UInt8], rows: [Row], isVerified: Bool = false, locate: @escaping @Sendable (Row) -> RecordLocation
    ) {
        self.bytes = bytes
        self.rows = rows
        self.isVerified = isVerified
        self.locate = locate
    }

    /// Where the record is stored, for error messages.
    public func location(of row: Row) -> RecordLocation { locate(row) }

    /// The same batch with only these of its rows, which must be ordered by identifier.
    public func with(_ rows: [Row]) -> RecordBatch {
        RecordBatch(bytes: bytes, rows: rows, isVerified: isVerified, locate: locate)
    }
}

extension RecordBatch {
    /// A batch of these records, in any order. `locate` returns where the record with an identifier is stored.
    init(
        _ records: some Sequence<(key: RecordID, value: [UInt8])>,
        locate: @escaping @Sendable (RecordID) -> RecordLocation
    ) {
        var bytes: [UInt8] = []
        var rows: [Row] = []
        for (id, json) in records.sorted(by: { $0.key < $1.key }) {
            rows.append(Row(id: id, range: bytes.count..<bytes.count + json.count))
            bytes += json
        }
        self.init(bytes: bytes, rows: rows) { locate($0.id) }
    }
}

/// Where a record is stored: the path of a file, the name of a key or an address, and the line, counted from 1, if
/// there are lines.
public struct RecordLocation: Hashable, Sendable {
    public let name: String
    public let line: Int?

    public init(_ name: String, line: Int? = nil) {
        self.name = name
        self.line = line
    }
}
