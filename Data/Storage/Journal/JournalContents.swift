/// A journal as far as it has been read: every line that counts, and where in them the records stand.
struct JournalContents: Sendable {
    /// All lines, each with its line feed, which only the last may lack.
    private(set) var bytes: [UInt8]
    private(set) var header: JournalHeader
    /// The sequence of the last line.
    private(set) var sequence: Int
    /// One for each kind, in the order in which the lines first name them.
    var tables: [JournalTable] = []
    /// Where the last line begins.
    private(set) var lastLine = 0
    /// Whether the file has been read once. What comes later is kept apart, for those who ask what has changed.
    private var isLoaded = false

    /// Reads the whole of a file. A last line that was never finished is left out.
    init(_ file: [UInt8], format: String) throws(JournalReadError) {
        guard !file.isEmpty else { throw .damaged(line: 1, reason: "the file is empty") }
        let (header, end) = try Self.header(of: file, format: format)
        self.init(header: header, bytes: file)
        try readLines(from: end)
    }

    /// A journal of which nothing has been read yet.
    init(header: JournalHeader, bytes: [UInt8]) {
        self.header = header
        self.sequence = header.first - 1
        self.bytes = bytes
    }

    /// The first line, and where the next one begins. Nothing in it counts unless its checksum is right.
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
        guard header.version <= JournalFormat.version else { throw .newerVersion(header.version) }
        return (header, min(end + 1, file.count))
    }

    /// Reads what was found after the last line. A line that was never finished is left out, and not part of `bytes`.
    mutating func append(_ tail: [UInt8]) throws(JournalReadError) {
        let start = bytes.count
        bytes += tail
        try readLines(from: start)
    }

    /// As much of the last line as tells it from any other: its checksum and its sequence.
    var startOfLastLine: ArraySlice<UInt8> {
        bytes[lastLine...].prefix(64)
    }

    /// The next writer gives the last line what it lacks.
    var lacksLineFeed: Bool { bytes.last != ChecksummedLine.lineFeed }

    /// The number of the last line, counted from 1.
    var lastLineNumber: Int { sequence - header.first + 2 }

    /// The size of the records that count.
    var liveSize: Int { tables.reduce(0) { $0 + $1.size } }

    /// The table of that kind; nil where no line names it.
    subscript(kind: RecordKind) -> JournalTable? {
        tables.first { $0.name.elementsEqual(kind.plural.utf8) }
    }

    /// Calls `body` with the table of that kind; nil where no line names it.
    mutating func withTable<Value>(of kind: RecordKind, _ body: (inout JournalTable, [UInt8]) -> Value) -> Value? {
        tables.firstIndex { $0.name.elementsEqual(kind.plural.utf8) }.map { body(&tables[$0], bytes) }
    }

    private mutating func readLines(from start: Int) throws(JournalReadError) {
        let result = lookingAtBytes { contents, buffer -> Result<Int, JournalReadError> in
            let parts = buffer.parts(from: start)
            let indexes = concurrentMap(parts.count) { JournalIndex(of: buffer, parts[$0]) }
            // What follows a line that is not intact is not read.
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
        // Only where there is a rest, since this may copy what stays.
        if end < bytes.count { bytes.removeSubrange(end...) }
    }

    /// Takes in what the next lines say.
    mutating func apply(_ indexes: some Collection<JournalIndex>) throws(JournalDamage) {
        for index in indexes {
            for line in index.sequences {
                guard line.sequence == sequence + 1 else {
                    throw JournalDamage(offset: line.start, reason: "the unit of work \(sequence + 1) should be here")
                }
                sequence += 1
                lastLine = line.start
            }
            if let damage = index.damage { throw damage }
        }
        takeIn(indexes)
    }

    /// Takes in a unit of work of a damaged file, in which earlier ones may be missing.
    mutating func apply(_ index: JournalIndex, skippingTo sequence: Int) {
        self.sequence = sequence
        takeIn([index])
    }

    private mutating func takeIn(_ indexes: some Collection<JournalIndex>) {
        for kind in indexes.lazy.flatMap(\.kinds) where !tables.contains(where: { $0.name == kind.name }) {
            tables.append(JournalTable(name: kind.name))
        }
        for place in tables.indices {
            let parts = indexes.compactMap { index in index.kinds.first { $0.name == tables[place].name }?.rows }
            if isLoaded {
                for row in parts.joined() { tables[place].apply(row, at: sequence) }
            } else {
                tables[place].load(parts)
            }
        }
        isLoaded = true
    }

    /// Calls `body` with the bytes, which are taken out meanwhile: so the tables can change while they are looked at.
    mutating func lookingAtBytes<Value>(
        _ body: (inout JournalContents, UnsafeBufferPointer<UInt8>) -> Value
    ) -> Value {
        var file: [UInt8] = []
        swap(&file, &bytes)
        defer { swap(&file, &bytes) }
        return file.withUnsafeBufferPointer { body(&self, $0) }
    }

    /// Throws unless what begins at `start` can be a line that was never finished: the last one, without a line feed,
    /// written after the file got its name.
    private func requireUnfinished(_ buffer: UnsafeBufferPointer<UInt8>, from start: Int) throws(JournalDamage) {
        let end = buffer.endOfLine(from: start)
        let line = start..<(end ?? buffer.count)
        if buffer[line].contains(0) {
            throw JournalDamage(offset: start, reason: "there are zero bytes where text should be")
        }
        if end != nil {
            let isEdited = buffer.isUnitOfWork(line)
            throw JournalDamage(
                offset: start, reason: isEdited ? JournalReadError.changedByHand : JournalReadError.wrongChecksum)
        }
        if sequence < header.settled {
            throw JournalDamage(offset: start, reason: "the unit of work \(sequence + 1) should be here")
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Everything from `start` on, in parts that end with a line, each large enough to be worth a thread of its own.
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
    case newerVersion(Int)
    case otherFormat(String)

    static let changedByHand = "it was changed outside of the program"
    static let wrongChecksum = "the checksum is wrong"
}
