import Domain

/// A journal as far as it has been read: every whole line, and where in them the entities stand.
struct JournalContents: Sendable {
    /// All lines, each with its line feed.
    private(set) var bytes: [UInt8]
    private(set) var header: JournalHeader
    /// The sequence of the last line.
    var sequence: Int
    /// Where the last line begins.
    private var lastLine = 0
    var books = JournalTable<Book>()
    var borrowers = JournalTable<Borrower>()
    var loans = JournalTable<Loan>()

    /// Reads the whole of a file. What follows the last whole line is left out; see `append`.
    init(_ file: [UInt8]) throws(JournalReadError) {
        guard !file.isEmpty else { throw .damaged(line: nil, reason: "the file is empty") }
        let (header, end, isIntact) = file.withUnsafeBufferPointer { buffer in
            let end = buffer.endOfLine(from: 0) ?? buffer.count
            let line = UnsafeBufferPointer(rebasing: buffer[..<end])
            return (JournalHeader(line), end, JournalFormat.isIntact(UnsafeRawBufferPointer(line)))
        }
        if let header, header.version > JournalFormat.version { throw .newerVersion(header.version) }
        guard let header, isIntact, end < file.count else {
            throw .damaged(line: 1, reason: "this is not the first line of a library")
        }
        self.init(header: header, bytes: file)
        try readLines(from: end + 1)
    }

    /// A journal of which nothing has been read yet.
    init(header: JournalHeader, bytes: [UInt8]) {
        self.header = header
        self.sequence = header.first - 1
        self.bytes = bytes
    }

    /// Reads what was found after the last whole line. A last line that was never finished is left out, and not part
    /// of `bytes`.
    mutating func append(_ tail: [UInt8]) throws(JournalReadError) {
        let start = bytes.count
        bytes += tail
        try readLines(from: start)
    }

    /// Reads entities with `read`.
    mutating func read<Value>(
        _ read: (inout JournalContents, [UInt8]) throws(JournalDamage) -> Value
    ) throws(JournalReadError) -> Value {
        let bytes = bytes
        do throws(JournalDamage) {
            return try read(&self, bytes)
        } catch {
            let line = bytes.withUnsafeBufferPointer { $0.lineNumber(at: error.offset) }
            throw .damaged(line: line, reason: error.reason)
        }
    }

    /// Everything; of the books at least those that `filter` lets through.
    mutating func snapshot(
        in bytes: [UInt8], through filter: RecordTextFilter? = nil
    ) throws(JournalDamage) -> LibrarySnapshot {
        LibrarySnapshot(
            books: try books.all(in: bytes, through: filter), borrowers: try borrowers.all(in: bytes),
            loans: try loans.all(in: bytes))
    }

    /// As much of the last line as tells it from any other: its checksum and its sequence.
    var startOfLastLine: ArraySlice<UInt8> {
        bytes[lastLine...].prefix(64)
    }

    /// The size of the records that count.
    var liveSize: Int { books.size + borrowers.size + loans.size }

    private mutating func readLines(from start: Int) throws(JournalReadError) {
        let result = lookingAtBytes { contents, buffer -> Result<Int, JournalReadError> in
            let parts = buffer.parts(from: start)
            let indexes = concurrentMap(parts.count) { JournalIndex(of: buffer, parts[$0]) }
            // What follows a line that is not intact is not read.
            let broken = zip(parts, indexes).prefix { $0.upperBound == $1.end }.count
            let read = indexes.prefix(broken + 1)
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
        books.apply(indexes.lazy.map(\.books))
        borrowers.apply(indexes.lazy.map(\.borrowers))
        loans.apply(indexes.lazy.map(\.loans))
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

    /// Throws unless what begins at `start` can be a line that was never finished: the last one, written after the
    /// file got its name.
    private func requireUnfinished(_ buffer: UnsafeBufferPointer<UInt8>, from start: Int) throws(JournalDamage) {
        let rest = buffer[start...]
        if rest.contains(0) {
            throw JournalDamage(offset: start, reason: "there are zero bytes where text should be")
        }
        if let end = buffer.endOfLine(from: start), end + 1 < buffer.count {
            throw JournalDamage(offset: start, reason: "the checksum is wrong")
        }
        if sequence < header.settled {
            throw JournalDamage(offset: start, reason: "the unit of work \(sequence + 1) should be here")
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Where the next line feed is, or nil.
    func endOfLine(from start: Int) -> Int? { firstIndex(of: JournalFormat.lineFeed, from: start) }

    /// Counted from 1.
    func lineNumber(at offset: Int) -> Int {
        self[..<Swift.min(offset, count)].count { $0 == JournalFormat.lineFeed } + 1
    }

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
    case damaged(line: Int?, reason: String)
    case newerVersion(Int)
}
