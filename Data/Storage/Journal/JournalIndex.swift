import Domain

/// What lines of a journal say, without the records themselves: which are saved and deleted, and where they stand.
///
/// Long stretches of lines are indexed side by side, so this holds nothing of the lines before.
struct JournalIndex: Sendable {
    private(set) var books: [JournalRow<Book>] = []
    private(set) var borrowers: [JournalRow<Borrower>] = []
    private(set) var loans: [JournalRow<Loan>] = []
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
            case "books": try Self.readSaved(&value, into: &books)
            case "borrowers": try Self.readSaved(&value, into: &borrowers)
            case "loans": try Self.readSaved(&value, into: &loans)
            case "deleted": try readDeleted(&value)
            default: try value.skip()
            }
        }
        try scanner.finish()
        guard let sequence, JournalFormat.sequences.contains(sequence) else {
            throw JSONError(offset: line.lowerBound, reason: .noSequence)
        }
        sequences.append((sequence, line.lowerBound))
    }

    private static func readSaved<Entity>(
        _ scanner: inout JSONScanner, into rows: inout [JournalRow<Entity>]
    ) throws(JSONError) {
        try scanner.array { value throws(JSONError) in
            let start = try value.startOfValue()
            // Records begin with their identifier.
            guard let text = try value.firstMember("id"), let id = Entity.ID(utf8: text) else {
                throw JSONError(offset: start, reason: .noIdentifier)
            }
            try value.skipRestOfObject()
            rows.append(JournalRow(id: id, place: start..<value.position))
        }
    }

    private mutating func readDeleted(_ scanner: inout JSONScanner) throws(JSONError) {
        try scanner.object { name, value throws(JSONError) in
            switch name {
            case "books": try Self.readDeleted(&value, into: &books)
            case "borrowers": try Self.readDeleted(&value, into: &borrowers)
            case "loans": try Self.readDeleted(&value, into: &loans)
            default: try value.skip()
            }
        }
    }

    private static func readDeleted<Entity>(
        _ scanner: inout JSONScanner, into rows: inout [JournalRow<Entity>]
    ) throws(JSONError) {
        try scanner.array { value throws(JSONError) in
            let start = try value.startOfValue()
            guard let id = Entity.ID(utf8: try value.rawString()) else {
                throw JSONError(offset: start, reason: .noIdentifier)
            }
            rows.append(JournalRow(id: id, place: nil))
        }
    }
}
