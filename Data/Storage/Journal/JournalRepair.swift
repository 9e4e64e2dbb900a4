extension Journal {
    /// Sets a damaged file aside and puts one in its place that holds all that is intact; nil where nothing is damaged.
    /// `saving` is called between the two. When this throws, the damaged file is where it was, unless the error says
    /// that this is not known.
    mutating func repair(
        acceptingEdits: Bool, saving: (RecordRepair) throws(StorageError) -> Void
    ) throws(StorageError) -> RecordRepair? {
        guard try isDamaged() else {
            // Whoever repaired it may have been killed before that.
            try makeNameDurable()
            return nil
        }
        let file = try readAll()
        var salvage = JournalSalvage(file, format: format, acceptingEdits: acceptingEdits)
        let copy = try setAside(file, as: "damaged")
        let report = RecordRepair(
            location: path, setAside: copy, losses: salvage.losses, acceptedEdits: salvage.acceptedEdits)
        do throws(StorageError) {
            try saving(report)
            try replace(with: salvage.contents.compacted(with: []))
        } catch {
            // The file itself is as it was, so the copy is of no use; if it can't be removed, it does no harm.
            if case .unknownOutcome = error { throw error }
            try? files.remove(copy)
            throw error
        }
        return report
    }

    private mutating func isDamaged() throws(StorageError) -> Bool {
        do throws(StorageError) {
            try refresh()
            return false
        } catch {
            guard case .damaged = error else { throw error }
            return true
        }
    }
}

/// What is intact in a damaged file, and what is not.
///
/// Of a line whose checksum is wrong nothing is kept, unless edits are accepted and it is well formed: no unit of work
/// comes back half, and nothing comes back that nothing vouches for. The others count in the order of their sequences,
/// wherever they stand.
private struct JournalSalvage {
    var contents: JournalContents
    private(set) var losses: [RecordRepair.Loss] = []
    private(set) var acceptedEdits: [Int] = []

    init(_ file: [UInt8], format: String, acceptingEdits: Bool) {
        var contents = JournalContents(header: JournalHeader(format: format), bytes: file)
        (losses, acceptedEdits) = file.withUnsafeBufferPointer { buffer in
            var lines = LineSalvage(buffer: buffer, acceptingEdits: acceptingEdits)
            if let header = lines.readHeader(format: format) {
                contents = JournalContents(header: header, bytes: file)
            }
            lines.readUnits()
            lines.apply(to: &contents)
            return (lines.losses.sorted { $0.line < $1.line }, lines.acceptedEdits.sorted())
        }
        self.contents = contents
    }
}

/// The lines of a damaged file.
private struct LineSalvage {
    let buffer: UnsafeBufferPointer<UInt8>
    let acceptingEdits: Bool
    /// Without their line feeds.
    private let lines: [Range<Int>]
    /// Whether the first line is one, intact or not.
    private var hasHeader = false
    /// The first and the last unit of work that there must be, where an intact first line says so.
    private var expected: ClosedRange<Int>?
    private var units: [Unit] = []
    private(set) var losses: [RecordRepair.Loss] = []
    private(set) var acceptedEdits: [Int] = []

    /// A unit of work that can be kept.
    private struct Unit {
        let number: Int
        let sequence: Int
        let index: JournalIndex
        let isEdited: Bool
    }

    init(buffer: UnsafeBufferPointer<UInt8>, acceptingEdits: Bool) {
        self.buffer = buffer
        self.acceptingEdits = acceptingEdits
        self.lines = buffer.lines
    }

    /// The first line, as far as it can be kept. Of one that was changed these are at most the members that this version
    /// does not know: the others are told by the other lines.
    mutating func readHeader(format: String) -> JournalHeader? {
        guard let line = lines.first.map(intactPart(of:)), let found = JournalHeader(buffer.part(line)),
            found.format == format
        else { return nil }
        hasHeader = true
        if buffer.isIntact(line) {
            expected = found.first - 1...max(found.first - 1, found.settled)
            return found
        }
        guard acceptingEdits else {
            lose(1, JournalReadError.changedByHand)
            return nil
        }
        acceptedEdits.append(1)
        var header = JournalHeader(format: format)
        header.unknown = found.unknown
        return header
    }

    /// Tells lines that can be kept from others. Without a first line, the first is like any other.
    mutating func readUnits() {
        if lines.isEmpty { losses.append(RecordRepair.Loss(line: 1, reason: "the file is empty", readable: [])) }
        for (number, line) in zip(1..., lines) where number > 1 || !hasHeader {
            let line = intactPart(of: line)
            let isEdited = !buffer.isIntact(line)
            if isEdited, !(acceptingEdits && buffer.isUnitOfWork(line)) {
                lose(number, reason(for: line))
            } else if let index = try? JournalIndex(line: line, of: buffer), let first = index.sequences.first {
                units.append(Unit(number: number, sequence: first.sequence, index: index, isEdited: isEdited))
            } else {
                lose(number, "this is not JSON of a unit of work")
            }
        }
        // Of equal ones an intact one counts, and then the first: the order of sorting is stable.
        units.sort { ($0.sequence, $0.isEdited ? 1 : 0) < ($1.sequence, $1.isEdited ? 1 : 0) }
    }

    /// Takes the units of work into the contents.
    mutating func apply(to contents: inout JournalContents) {
        var lostLines = [Int](repeating: 0, count: lines.count + 2)
        for loss in losses { lostLines[loss.line] = 1 }
        for number in lostLines.indices.dropFirst() { lostLines[number] += lostLines[number - 1] }
        var (last, lastNumber) = (expected?.lowerBound ?? (units.first?.sequence ?? 1) - 1, 1)
        var applied: Unit?
        for unit in units {
            if let applied, unit.sequence == applied.sequence {
                // The same line once more is no loss.
                if !buffer.part(lines[unit.number - 1]).elementsEqual(buffer.part(lines[applied.number - 1])) {
                    lose(unit.number, "the unit of work \(unit.sequence) is in line \(applied.number), too")
                }
                continue
            }
            guard unit.sequence > last else {
                lose(unit.number, "it is older than the rest of the file")
                continue
            }
            reportMissing(unit.sequence - last - 1, between: lastNumber, and: unit.number, lostLines)
            contents.apply(unit.index, skippingTo: unit.sequence)
            if unit.isEdited { acceptedEdits.append(unit.number) }
            (last, lastNumber, applied) = (unit.sequence, unit.number, unit)
        }
        reportMissing((expected?.upperBound ?? last) - last, between: lastNumber, and: lines.count + 1, lostLines)
    }

    /// Writes down units of work that were in the file once, unless damaged lines account for them. `lostLines` says how
    /// many of these there are up to each line.
    private mutating func reportMissing(_ count: Int, between previous: Int, and number: Int, _ lostLines: [Int]) {
        let missing = count - max(0, lostLines[number - 1] - lostLines[previous])
        guard missing > 0 else { return }
        let units = missing == 1 ? "a unit of work is" : "\(missing) units of work are"
        losses.append(RecordRepair.Loss(line: number, reason: "\(units) missing before it", readable: []))
    }

    /// The line without the carriage return that a conversion has added, if it is right without it.
    private func intactPart(of line: Range<Int>) -> Range<Int> {
        guard let end = line.last, buffer[end] == JournalFormat.carriageReturn, buffer.isIntact(line.dropLast()) else {
            return line
        }
        return line.dropLast()
    }

    private mutating func lose(_ number: Int, _ reason: String) {
        let readable = buffer.readableRecords(in: lines[number - 1])
        losses.append(RecordRepair.Loss(line: number, reason: reason, readable: readable))
    }

    private func reason(for line: Range<Int>) -> String {
        if buffer.part(line).contains(0) { return "it has zero bytes" }
        if line.upperBound == buffer.count { return "it was never finished" }
        return buffer.isUnitOfWork(line) ? JournalReadError.changedByHand : JournalReadError.wrongChecksum
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate func part(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: self[range])
    }

    /// Where the lines are, without their line feeds; what follows the last line feed is a line, too.
    fileprivate var lines: [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        while start < count {
            let end = endOfLine(from: start) ?? count
            lines.append(start..<end)
            start = end + 1
        }
        return lines
    }

    /// Every record in a line that can be read from beginning to end.
    fileprivate func readableRecords(in line: Range<Int>) -> [RecordRepair.ReadableRecord] {
        if isUnitOfWork(line), let index = try? JournalIndex(line: line, of: self) {
            return index.kinds.flatMap { kind in
                kind.rows.filter { !$0.range.isEmpty }.map { row in
                    RecordRepair.ReadableRecord(
                        kind: String(decoding: kind.name, as: UTF8.self), id: row.id, json: Array(self[row.range]))
                }
            }
        }
        var found: [RecordRepair.ReadableRecord] = []
        var kind: String?
        var place = line.lowerBound
        let opening = Array(#"{"id":""#.utf8)
        while place < line.upperBound {
            guard self[place..<line.upperBound].starts(with: opening) else {
                place += 1
                continue
            }
            // The first of an array is told by the array's name, and the others stand in the same one.
            if place == line.lowerBound || self[place - 1] != UInt8(ascii: ",") {
                kind = nameOfArray(endingAt: place, in: line)
            }
            if let (id, range) = record(at: place, in: line) {
                found.append(RecordRepair.ReadableRecord(kind: kind, id: id, json: Array(self[range])))
                place = range.upperBound
            } else {
                place += opening.count
            }
        }
        return found
    }

    private func record(at place: Int, in line: Range<Int>) -> (RecordID, Range<Int>)? {
        var first = JSONScanner(self, range: place..<line.upperBound)
        var all = first
        guard let text = try? first.firstMember("id"), let id = RecordID(utf8: text), let range = try? all.skip(),
            String(validating: self[range], as: UTF8.self) != nil
        else { return nil }
        return (id, range)
    }

    /// The name in `"name":[`, if that stands right before `place`.
    private func nameOfArray(endingAt place: Int, in line: Range<Int>) -> String? {
        let closing = Array(#"":["#.utf8)
        let before = self[line.lowerBound..<place]
        guard before.suffix(closing.count).elementsEqual(closing) else { return nil }
        let text = before.dropLast(closing.count)
        guard let quote = text.lastIndex(of: UInt8(ascii: "\"")) else { return nil }
        return String(validating: text[(quote + 1)...], as: UTF8.self)
    }
}
