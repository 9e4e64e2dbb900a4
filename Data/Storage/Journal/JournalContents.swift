/// The valid lines of a journal, as far as it has been read, and where the records are in them.
struct JournalContents: Sendable {
    /// All lines with their line feeds, which only the last may lack.
    private(set) var bytes: [UInt8]
    private(set) var header: JournalHeader
    /// The sequence of the last line.
    private(set) var sequence: Int
    /// One table for each kind, in the order in which the lines first name them.
    var tables: [JournalTable] = []
    /// The start of the last line.
    private(set) var lastLine = 0
    /// Whether the file has been read once. Later changes are recorded in the tables' histories.
    private var isLoaded = false

    /// Reads a whole file, without an unfinished last line.
    init(_ file: [UInt8], format: String) throws(JournalReadError) {
        guard !file.isEmpty else { throw .damaged(line: 1, reason: "the file is empty") }
        let (header, end) = try Self.header(of: file, format: format)
        self.init(header: header, bytes: file)
        try readLines(from: end)
    }

    /// A journal with no lines read yet.
    init(header: JournalHeader, bytes: [UInt8]) {
        self.header = header
        self.sequence = header.first - 1
        self.bytes = bytes
    }

    /// The first line, and the start of the next. Its contents count only if its checksum is right.
    private static func header(
        of file: [UInt8], format: String
    ) throws(JournalReadError) -> (JournalHeader, end: Int) {
        let (header, end, isIntact) = file.withUnsafeBufferPointer { buffer in
            let end = buffer.endOfLine(from: 0) ?? buffer.count
            return (JournalHeader(UnsafeBufferPointer(rebasing: buffer[..<end])), end, buffer.isIntact(0..<end))
        }
        guard let header else { throw .damaged(line: 1, reason: "this is not the first line of a “\(format)”") }
        guard isIntact else { throw .damaged(line: 1, reason: JournalReadError.changedByHand) }
        guard header.format == format else { throw .otherFormat(header.format) }
        guard header.version <= JournalFormat.version else { throw .newerVersion(header.version, needs: header.needs) }
        return (header, min(end + 1, file.count))
    }

    /// Reads what follows the last line. An unfinished line is left out, also from `bytes`.
    mutating func append(_ tail: [UInt8]) throws(JournalReadError) {
        let start = bytes.count
        bytes += tail
        try readLines(from: start)
    }

    /// The start of the last line, which identifies it: its checksum and its sequence.
    var startOfLastLine: ArraySlice<UInt8> {
        bytes[lastLine...].prefix(64)
    }

    /// Whether the last line lacks its line feed, which the next writer adds.
    var lacksLineFeed: Bool { bytes.last != ChecksummedLine.lineFeed }

    /// The number of the last line, counted from 1.
    var lastLineNumber: Int { sequence - header.first + 2 }

    /// The size of the current records.
    var liveSize: Int { tables.reduce(0) { $0 + $1.size } }

    /// The kinds that have records, each with its plural as both of its names.
    var kinds: [RecordKind] {
        tables.filter { $0.size > 0 }.compactMap { RecordKind(plural: String(decoding: $0.name, as: UTF8.self)) }
    }

    /// The table of a kind; nil if no line names it.
    subscript(kind: RecordKind) -> JournalTable? {
        tables.first { $0.name.elementsEqual(kind.plural.utf8) }
    }

    /// Calls `body` with the table of a kind; returns nil if no line names it.
    mutating func withTable<Value>(of kind: RecordKind, _ body: (inout JournalTable, [UInt8]) -> Value) -> Value? {
        tables.firstIndex { $0.name.elementsEqual(kind.plural.utf8) }.map { body(&tables[$0], bytes) }
    }

    private mutating func readLines(from start: Int) throws(JournalReadError) {
        let result = lookingAtBytes { contents, buffer -> Result<Int, JournalReadError> in
            let parts = buffer.parts(from: start)
            let indexes = concurrentMap(parts.count) { JournalIndex(of: buffer, parts[$0]) }
            // Nothing after a line that is not intact is read.
            let whole = zip(parts, indexes).prefix { $0.upperBound == $1.end }.count
            let read = indexes.prefix(whole + 1)
            let end = read.last?.end ?? start
            do throws(JournalDamage) {
                try contents.apply(read)
                try contents.requireUnfinished(buffer, from: end)
                return .success(end)
            } catch {
                return .failure(.damaged(line: buffer.lineNumber(at: error.offset), reason: error.reason))
            }
        }
        let end = try result.get()
        // Only if needed, since this may copy the rest.
        if end < bytes.count { bytes.removeSubrange(end...) }
    }

    /// Applies the next lines.
    mutating func apply(_ indexes: some Collection<JournalIndex>) throws(JournalDamage) {
        for index in indexes {
            for line in index.sequences {
                guard line.sequence == sequence + 1 else {
                    throw JournalDamage(offset: line.start, reason: "the change \(sequence + 1) should be here")
                }
                sequence += 1
                lastLine = line.start
            }
            if let damage = index.damage { throw damage }
        }
        merge(indexes)
    }

    /// Applies a unit of work of a damaged file, in which earlier ones may be missing.
    mutating func apply(_ index: JournalIndex, skippingTo sequence: Int) {
        self.sequence = sequence
        merge([index])
    }

    private mutating func merge(_ indexes: some Collection<JournalIndex>) {
        for kind in indexes.lazy.flatMap(\.kinds) where !tables.contains(where: { $0.name == kind.name }) {
            tables.append(JournalTable(name: kind.name))
        }
        for position in tables.indices {
            let parts = indexes.compactMap { index in index.kinds.first { $0.name == tables[position].name }?.rows }
            if isLoaded {
                for row in parts.joined() { tables[position].apply(row, at: sequence) }
            } else {
                tables[position].load(parts)
            }
        }
        isLoaded = true
    }

    /// Calls `body` with the bytes moved out, so that the tables can change meanwhile.
    mutating func lookingAtBytes<Value>(
        _ body: (inout JournalContents, UnsafeBufferPointer<UInt8>) -> Value
    ) -> Value {
        var file: [UInt8] = []
        swap(&file, &bytes)
        defer { swap(&file, &bytes) }
        return file.withUnsafeBufferPointer { body(&self, $0) }
    }

    /// Throws unless what begins at `start` can be an unfinished line: the last one, without a line feed, and after the
    /// lines that were settled.
    private func requireUnfinished(_ buffer: UnsafeBufferPointer<UInt8>, from start: Int) throws(JournalDamage) {
        let end = buffer.endOfLine(from: start)
        let line = start..<(end ?? buffer.count)
        if buffer[line].contains(0) {
            throw JournalDamage(offset: start, reason: "there are NUL bytes where text should be")
        }
        if end != nil {
            let isEdited = buffer.isUnitOfWork(line)
            throw JournalDamage(
                offset: start, reason: isEdited ? JournalReadError.changedByHand : JournalReadError.wrongChecksum)
        }
        if sequence < header.settled {
            throw JournalDamage(offset: start, reason: "the change \(sequence + 1) should be here")
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Everything from `start` on, in parts that end with a line and are large enough to be worth a thread.
    fileprivate func parts(from start: Int) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = start
        while start < count {
            let end = endOfLine(from: start + 1 << 17).map { $0 + 1 } ?? count
            parts.append(start..<end)
            start = end
        }
        return parts
    }
}

/// Why a file can't be read as a journal.
enum JournalReadError: Error {
    case damaged(line: Int, reason: String)
    case newerVersion(Int, needs: String?)
    case otherFormat(String)

    static let changedByHand = "it was changed outside of the program"
    static let wrongChecksum = "the checksum is wrong"
}
