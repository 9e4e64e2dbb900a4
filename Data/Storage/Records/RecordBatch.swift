/// Records of one kind, ordered by identifier, each identifier once. The bytes of all of them are one buffer, which may
/// hold other things too: to make an array of each record would take a twenty-fifth of the time of reading all.
public struct RecordBatch: Sendable {
    /// One record, and which of the bytes it is.
    public struct Row: Sendable {
        public let id: RecordID
        public let range: Range<Int>

        public init(id: RecordID, range: Range<Int>) {
            self.id = id
            self.range = range
        }
    }

    public let bytes: [UInt8]
    public let rows: [Row]
    private let locate: @Sendable (Row) -> RecordLocation

    /// `rows` are in order. `locate` says where a record is stored.
    public init(bytes: [UInt8], rows: [Row], locate: @escaping @Sendable (Row) -> RecordLocation) {
        self.bytes = bytes
        self.rows = rows
        self.locate = locate
    }

    /// Where the record is stored, for messages.
    public func location(of row: Row) -> RecordLocation {
        locate(row)
    }

    /// The same batch with these rows of it, which are in order.
    public func with(_ rows: [Row]) -> RecordBatch {
        RecordBatch(bytes: bytes, rows: rows, locate: locate)
    }
}

extension RecordBatch {
    /// The records of a dictionary. `locate` says where the record of an identifier is stored.
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

/// Where a record is stored: the path of a file, the name of a key, or an address; and the line, counted from 1, where
/// there are lines.
public struct RecordLocation: Hashable, Sendable {
    public let name: String
    public let line: Int?

    public init(_ name: String, line: Int? = nil) {
        self.name = name
        self.line = line
    }
}
