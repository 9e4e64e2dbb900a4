import Domain

/// What lines of a journal say, without the records themselves: which are saved and deleted, and where they stand.
///
/// Long stretches of lines are indexed side by side, so this holds nothing of the lines before.
struct JournalIndex: Sendable {
    struct Entry: Sendable {
        let kind: Kind
        let id: UInt64
        /// Where the record stands; nil for one that is deleted.
        let place: Range<Int>?
    }

    enum Kind: Sendable {
        case book, borrower, loan
    }

    private(set) var entries: [Entry] = []
    /// Of each line, its sequence and where it begins.
    private(set) var sequences: [(sequence: Int, start: Int)] = []
    /// Where the first line begins that was not read.
    private(set) var end: Int
    /// What is wrong with the line at `end`, if that is no matter of its checksum.
    private(set) var damage: JournalDamage?

    /// Reads whole lines from the beginning of `range` to its end, or to the first that is not intact.
    init(of buffer: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        end = range.lowerBound
        while end < range.upperBound, let lineEnd = buffer.endOfLine(from: end) {
            let line = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[end..<lineEnd]))
            guard JournalFormat.isIntact(line) else { return }
            do throws(JSONError) {
                try read(buffer, end..<lineEnd)
            } catch {
                // The checksum is right, so this has not come from a write that was interrupted.
                damage = JournalDamage(offset: error.offset, reason: "this is not JSON of a unit of work")
                return
            }
            end = lineEnd + 1
        }
    }

    private mutating func read(_ buffer: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) throws(JSONError) {
        var sequence: Int?
        var scanner = JSONScanner(buffer, range: line)
        try scanner.object { name, value throws(JSONError) in
            switch name {
            case "sequence": sequence = try value.integer()
            case "deleted": try readDeleted(&value)
            default:
                if let kind = Kind(name) { try readSaved(kind, &value) } else { try value.skip() }
            }
        }
        try scanner.finish()
        guard let sequence, JournalFormat.sequences.contains(sequence) else {
            throw JSONError(offset: line.lowerBound, reason: .noSequence)
        }
        sequences.append((sequence, line.lowerBound))
    }

    private mutating func readSaved(_ kind: Kind, _ scanner: inout JSONScanner) throws(JSONError) {
        try scanner.array { value throws(JSONError) in
            let start = try value.startOfValue()
            // Records begin with their identifier.
            guard let text = try value.firstMember("id"), let id = Identifier<Never>(utf8: text)?.bits else {
                throw JSONError(offset: start, reason: .noIdentifier)
            }
            try value.skipRestOfObject()
            entries.append(Entry(kind: kind, id: id, place: start..<value.position))
        }
    }

    private mutating func readDeleted(_ scanner: inout JSONScanner) throws(JSONError) {
        try scanner.object { name, value throws(JSONError) in
            guard let kind = Kind(name) else {
                try value.skip()
                return
            }
            try value.array { value throws(JSONError) in
                entries.append(Entry(kind: kind, id: try value.identifier(), place: nil))
            }
        }
    }
}

extension JournalIndex.Kind {
    fileprivate init?(_ name: JSONName) {
        switch name {
        case "books": self = .book
        case "borrowers": self = .borrower
        case "loans": self = .loan
        default: return nil
        }
    }
}

extension JSONScanner {
    fileprivate mutating func identifier() throws(JSONError) -> UInt64 {
        let start = position
        guard let id = Identifier<Never>(utf8: try rawString()) else {
            throw JSONError(offset: start, reason: .noIdentifier)
        }
        return id.bits
    }
}
