/// An index of journal lines: the saved and deleted identifiers, and the ranges of the saved records.
///
/// Parts of a long journal are indexed in parallel, so an index doesn't depend on earlier lines.
struct JournalIndex: Sendable {
    /// The kinds in the order in which the lines first name them.
    private(set) var kinds: [Kind] = []
    /// The sequence and the start of each line.
    private(set) var sequences: [(sequence: Int, start: Int)] = []
    /// The start of the first line that was not read.
    private(set) var end: Int
    /// What is wrong with the line at `end` if its checksum is right.
    private(set) var damage: JournalDamage?

    struct Kind: Sendable {
        /// The plural name, in UTF-8.
        let name: [UInt8]
        /// In the order of the lines. An empty range is a deletion.
        var rows: [RecordBatch.Row] = []
    }

    /// Reads lines from the start of `range` to its end, or to the first line that is not intact or no valid unit of
    /// work. The last line of the buffer may lack its line feed.
    init(of buffer: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        end = range.lowerBound
        while end < range.upperBound {
            let line = end..<(buffer.endOfLine(from: end) ?? buffer.count)
            guard buffer.isIntact(line) else { return }
            do throws(JSONError) {
                try read(buffer, line)
            } catch {
                // The checksum is right, so this is not the result of an interrupted write.
                damage = JournalDamage(offset: error.offset, reason: "this is not a valid change")
                return
            }
            end = min(line.upperBound + 1, buffer.count)
        }
    }

    /// Reads one line, given without its line feed, regardless of its checksum.
    init(line: Range<Int>, of buffer: UnsafeBufferPointer<UInt8>) throws(JSONError) {
        end = line.upperBound
        try read(buffer, line)
    }

    private mutating func read(_ buffer: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) throws(JSONError) {
        var sequence: Int?
        var scanner = JSONScanner(buffer, range: line)
        try scanner.object { name, value throws(JSONError) in
            switch name {
            case "crc32c": try value.skip()
            case "sequence": sequence = try value.integer()
            case "deleted":
                try value.object { kind, ids throws(JSONError) in
                    try readArray(of: kind, from: &ids) { id, rows throws(JSONError) in
                        guard try id.nextByte() == UInt8(ascii: "\"") else { return false }
                        rows.append(RecordBatch.Row(id: try Self.identifier(try id.rawString(), id), range: 0..<0))
                        return true
                    }
                }
            default:
                try readArray(of: name, from: &value) { record, rows throws(JSONError) in
                    let start = try record.startOfValue()
                    guard try record.nextByte() == UInt8(ascii: "{") else { return false }
                    // Records begin with their identifier.
                    guard let text = try record.firstMember("id") else {
                        throw JSONError(offset: start, reason: .noIdentifier)
                    }
                    let id = try Self.identifier(text, record)
                    try record.skipRestOfObject()
                    rows.append(RecordBatch.Row(id: id, range: start..<record.position))
                    return true
                }
            }
        }
        try scanner.finish()
        guard let sequence, JournalFormat.sequences.contains(sequence) else {
            throw JSONError(offset: line.lowerBound, reason: .noSequence)
        }
        sequences.append((sequence, line.lowerBound))
    }

    /// Reads rows if the value is an array. `element` appends a row, or returns false without reading anything.
    /// Elements for which it returns false are skipped.
    private mutating func readArray(
        of name: JSONName, from value: inout JSONScanner,
        element: (inout JSONScanner, inout [RecordBatch.Row]) throws(JSONError) -> Bool
    ) throws(JSONError) {
        guard try value.nextByte() == UInt8(ascii: "[") else {
            try value.skip()
            return
        }
        let index = try indexOfKind(name)
        // Moved out, so that the rows can grow without being copied.
        var rows: [RecordBatch.Row] = []
        swap(&rows, &kinds[index].rows)
        defer { swap(&rows, &kinds[index].rows) }
        try value.array { value throws(JSONError) in
            if try !element(&value, &rows) { try value.skip() }
        }
    }

    private static func identifier(
        _ text: UnsafeBufferPointer<UInt8>, _ scanner: JSONScanner
    ) throws(JSONError) -> RecordID {
        guard let id = RecordID(utf8: text) else { throw JSONError(offset: scanner.position, reason: .noIdentifier) }
        return id
    }

    private mutating func indexOfKind(_ name: JSONName) throws(JSONError) -> Int {
        let text = name.token.hasEscapes ? Array(try name.text().utf8) : nil
        let index = kinds.firstIndex { kind in
            if let text { return kind.name == text }
            return kind.name.elementsEqual(name.bytes[name.token.range])
        }
        if let index { return index }
        kinds.append(Kind(name: text ?? Array(name.bytes[name.token.range])))
        return kinds.count - 1
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The index of the next line feed.
    func endOfLine(from start: Int) -> Int? { firstIndex(of: ChecksummedLine.lineFeed, from: start) }

    /// Whether a line, given without its line feed, has the right checksum.
    func isIntact(_ line: Range<Int>) -> Bool {
        ChecksummedLine.isIntact(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: self[line])))
    }

    /// Whether a line, given without its line feed, is a complete unit of work, regardless of its checksum: then it may
    /// have been changed with an editor.
    func isUnitOfWork(_ line: Range<Int>) -> Bool {
        let isJSON: Void? = try? JSONScanner.scan(Array(self[line])) { value throws(JSONError) in try value.skip() }
        return isJSON != nil && (try? JournalIndex(line: line, of: self)) != nil
    }

    /// The number of the line that contains `offset`, counted from 1.
    func lineNumber(at offset: Int) -> Int {
        self[..<Swift.min(offset, count)].count { $0 == ChecksummedLine.lineFeed } + 1
    }
}

/// Why a journal can't be read, and at which byte offset.
struct JournalDamage: Error {
    let offset: Int
    let reason: String
}
