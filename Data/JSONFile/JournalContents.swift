import Domain

/// A journal as far as it has been read: every whole line, and where in them the entities stand.
struct JournalContents: Sendable {
    /// All lines, each with its line feed.
    private(set) var bytes: [UInt8]
    private(set) var header: JournalHeader
    /// The sequence of the last line.
    var sequence: Int
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
        // About as large as the record of a book is.
        books.reserveCapacity(file.count / 180)
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

    /// The size of the records that count.
    var liveSize: Int { books.size + borrowers.size + loans.size }

    private mutating func readLines(from start: Int) throws(JournalReadError) {
        let result = lookingAtBytes { contents, buffer -> Result<Int, JournalReadError> in
            var start = start
            do throws(JournalDamage) {
                while let end = buffer.endOfLine(from: start) {
                    let line = UnsafeBufferPointer(rebasing: buffer[start..<end])
                    guard JournalFormat.isIntact(UnsafeRawBufferPointer(line)) else { break }
                    try contents.readLine(buffer, start..<end)
                    start = end + 1
                }
                try contents.requireUnfinished(buffer, from: start)
                return .success(start)
            } catch {
                return .failure(.damaged(line: buffer.lineNumber(at: error.offset), reason: error.reason))
            }
        }
        let end = try result.get()
        bytes.removeSubrange(end...)
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

    /// Reads one line that is intact. Whatever is wrong in it has not come from an interrupted write.
    mutating func readLine(
        _ buffer: UnsafeBufferPointer<UInt8>, _ line: Range<Int>
    ) throws(JournalDamage) {
        var number: Int?
        do throws(JSONError) {
            var scanner = JSONScanner(buffer, range: line)
            try scanner.object { name, value throws(JSONError) in
                switch name {
                case "sequence": number = try value.integer()
                case "books": try books.read(&value)
                case "borrowers": try borrowers.read(&value)
                case "loans": try loans.read(&value)
                case "deleted": try readDeleted(&value)
                default: try value.skip()
                }
            }
            try scanner.finish()
        } catch {
            throw JournalDamage(offset: error.offset, reason: "this is not JSON of a unit of work")
        }
        guard number == sequence + 1 else {
            throw JournalDamage(offset: line.lowerBound, reason: "the unit of work \(sequence + 1) should be here")
        }
        sequence += 1
    }

    private mutating func readDeleted(_ scanner: inout JSONScanner) throws(JSONError) {
        try scanner.object { name, value throws(JSONError) in
            switch name {
            case "books": try books.readDeleted(&value)
            case "borrowers": try borrowers.readDeleted(&value)
            case "loans": try loans.readDeleted(&value)
            default: try value.skip()
            }
        }
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

extension JournalTable {
    /// Reads an array of records, of which only the identifiers are looked at.
    fileprivate mutating func read(_ scanner: inout JSONScanner) throws(JSONError) {
        try scanner.array { value throws(JSONError) in
            var id: Entity.ID?
            let start = try value.startOfValue()
            try value.object { name, value throws(JSONError) in
                if id == nil, name.is("id") {
                    id = try value.identifier()
                } else {
                    try value.skip()
                }
            }
            guard let id else { throw JSONError(offset: start, reason: .noIdentifier) }
            put(id, at: start..<value.position)
        }
    }

    fileprivate mutating func readDeleted(_ scanner: inout JSONScanner) throws(JSONError) {
        try scanner.array { value throws(JSONError) in remove(try value.identifier()) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Counted from 1.
    func lineNumber(at offset: Int) -> Int {
        self[..<Swift.min(offset, count)].count { $0 == JournalFormat.lineFeed } + 1
    }
}

extension JSONScanner {
    fileprivate mutating func identifier<Subject>() throws(JSONError) -> Identifier<Subject> {
        let start = position
        guard let id = Identifier<Subject>(utf8: try rawString()) else {
            throw JSONError(offset: start, reason: .noIdentifier)
        }
        return id
    }
}

/// Why a file can't be read as a journal.
enum JournalReadError: Error {
    case damaged(line: Int?, reason: String)
    case newerVersion(Int)
}
