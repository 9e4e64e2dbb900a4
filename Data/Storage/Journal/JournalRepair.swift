extension Journal {
    /// Copies a damaged file aside and replaces it by one with only what is intact; returns nil if nothing is damaged.
    /// `saving` is called between the two. If this throws, the damaged file is still there, unless the error says that
    /// the outcome is unknown.
    mutating func repair(
        acceptingEdits: Bool, tidying: (RecordKind, ArraySlice<UInt8>) -> [UInt8]?,
        saving: (RecordRepair) throws(StorageError) -> Void
    ) throws(StorageError) -> RecordRepair? {
        guard try isDamaged() else {
            // An earlier repair may have been killed before it did this.
            try makeNameDurable()
            return nil
        }
        let file = try readAll()
        var salvage = JournalSalvage(file, format: format, acceptingEdits: acceptingEdits)
        let copy = try setAside(file, as: "damaged")
        let report = RecordRepair(
            setAside: copy, losses: salvage.losses, acceptedEdits: salvage.acceptedEdits)
        do throws(StorageError) {
            try saving(report)
            try replace(with: salvage.contents.compacted(with: salvage.changes(by: tidying)))
        } catch {
            // The file is unchanged, so the copy is useless; if it can't be removed, it does no harm.
            if case .unknownOutcome = error { throw error }
            try? files.remove(copy)
            throw error
        }
        return report
    }

    /// Replaces the file by the damaged one with that name beside it. Returns the path of a copy of what is replaced.
    mutating func putBack(_ damagedFile: String) throws(StorageError) -> String {
        let bytes = try readAll(of: "\(directory(of: path))/\(name(of: damagedFile))")
        let copy = try setAside(try readAll(), as: "undone")
        try replace(with: bytes)
        return copy
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

/// The intact contents of a damaged file, and its losses.
///
/// A line with a wrong checksum is lost, unless edits are accepted and it is well formed. No unit of work is recovered
/// in part. The other lines count in the order of their sequences, wherever they are; of different lines with one
/// sequence, all but one are lost, and so are lines older than the first line says.
private struct JournalSalvage {
    var contents: JournalContents
    private(set) var losses: [RecordRepair.Loss] = []
    private(set) var acceptedEdits: [Int] = []
    /// The records in lines that were changed by hand and kept.
    private var edited: [JournalIndex.Kind] = []

    init(_ file: [UInt8], format: String, acceptingEdits: Bool) {
        var contents = JournalContents(header: JournalHeader(format: format), bytes: file)
        (losses, acceptedEdits, edited) = file.withUnsafeBufferPointer { buffer in
            var lines = LineSalvage(buffer: buffer, acceptingEdits: acceptingEdits)
            if let header = lines.readHeader(format: format) {
                contents = JournalContents(header: header, bytes: file)
            }
            lines.readUnits()
            lines.apply(to: &contents)
            return (lines.losses.sorted { $0.line < $1.line }, lines.acceptedEdits.sorted(), lines.edited)
        }
        self.contents = contents
    }

    /// The changes that `tidying` makes to edited records.
    func changes(by tidying: (RecordKind, ArraySlice<UInt8>) -> [UInt8]?) -> [RecordChange] {
        contents.kinds.flatMap { kind in
            let ids = edited.filter { $0.name.elementsEqual(kind.plural.utf8) }.flatMap { $0.rows.map(\.id) }
            return (contents[kind]?.rows(of: ids) ?? []).compactMap { row in
                tidying(kind, contents.bytes[row.range]).map { RecordChange(kind: kind, id: row.id, json: $0) }
            }
        }
    }
}

/// The lines of a damaged file.
private struct LineSalvage {
    let buffer: UnsafeBufferPointer<UInt8>
    let acceptingEdits: Bool
    /// Without their line feeds.
    private let lines: [Range<Int>]
    /// Whether the first line has the form of one, intact or not.
    private var hasHeader = false
    /// The sequence before the first unit of work, up to the last settled one; nil without an intact first line.
    private var expected: ClosedRange<Int>?
    private var units: [Unit] = []
    private(set) var losses: [RecordRepair.Loss] = []
    private(set) var acceptedEdits: [Int] = []
    private(set) var edited: [JournalIndex.Kind] = []

    /// A unit of work that can be recovered.
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

    /// The first line as far as it can be recovered; nil if nothing can. If it was changed by hand, only its unknown
    /// members are used, and these only if edits are accepted.
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
            reportLoss(1, JournalReadError.changedByHand)
            return nil
        }
        acceptedEdits.append(1)
        var header = JournalHeader(format: format)
        header.unknown = found.unknown
        return header
    }

    /// Sorts out the lines that can be recovered. Without a first line, line 1 is treated like any other.
    mutating func readUnits() {
        if lines.isEmpty { losses.append(RecordRepair.Loss(line: 1, reason: "the file is empty", readable: [])) }
        for (number, line) in zip(1..., lines) where number > 1 || !hasHeader {
            let line = intactPart(of: line)
            let isEdited = !buffer.isIntact(line)
            if isEdited, !(acceptingEdits && buffer.isUnitOfWork(line)) {
                reportLoss(number, reason(for: line, number))
            } else if let index = try? JournalIndex(line: line, of: buffer), let first = index.sequences.first {
                units.append(Unit(number: number, sequence: first.sequence, index: index, isEdited: isEdited))
            } else {
                reportLoss(number, "this is not a valid change")
            }
        }
        // Of lines with one sequence, an intact one wins, then the first: the sort is stable.
        units.sort { ($0.sequence, $0.isEdited ? 1 : 0) < ($1.sequence, $1.isEdited ? 1 : 0) }
    }

    /// Applies the units of work to the contents.
    mutating func apply(to contents: inout JournalContents) {
        var lostLines = [Int](repeating: 0, count: lines.count + 2)
        for loss in losses { lostLines[loss.line] = 1 }
        for number in lostLines.indices.dropFirst() { lostLines[number] += lostLines[number - 1] }
        var (last, lastNumber) = (expected?.lowerBound ?? (units.first?.sequence ?? 1) - 1, 1)
        var applied: Unit?
        for unit in units {
            if let applied, unit.sequence == applied.sequence {
                // An exact duplicate of a line is not a loss.
                if !buffer.part(lines[unit.number - 1]).elementsEqual(buffer.part(lines[applied.number - 1])) {
                    reportLoss(unit.number, "the change \(unit.sequence) is also in line \(applied.number)")
                }
                continue
            }
            guard unit.sequence > last else {
                reportLoss(unit.number, "it is older than the rest of the file")
                continue
            }
            reportMissing(unit.sequence - last - 1, between: lastNumber, and: unit.number, lostLines)
            contents.apply(unit.index, skippingTo: unit.sequence)
            if unit.isEdited {
                acceptedEdits.append(unit.number)
                edited += unit.index.kinds
            }
            (last, lastNumber, applied) = (unit.sequence, unit.number, unit)
        }
        reportMissing((expected?.upperBound ?? last) - last, between: lastNumber, and: lines.count + 1, lostLines)
    }

    /// Reports units of work that are missing from the file, unless damaged lines account for them. `lostLines` has the
    /// number of damaged lines up to each line.
    private mutating func reportMissing(_ count: Int, between previous: Int, and number: Int, _ lostLines: [Int]) {
        let missing = count - max(0, lostLines[number - 1] - lostLines[previous])
        guard missing > 0 else { return }
        let units = missing == 1 ? "a change is" : "\(missing) changes are"
        losses.append(RecordRepair.Loss(line: number, reason: "\(units) missing before it", readable: []))
    }

    /// The line without a carriage return that a conversion added, if that makes its checksum right.
    private func intactPart(of line: Range<Int>) -> Range<Int> {
        guard let end = line.last, buffer[end] == JournalFormat.carriageReturn, buffer.isIntact(line.dropLast()) else {
            return line
        }
        return line.dropLast()
    }

    private mutating func reportLoss(_ number: Int, _ reason: String) {
        let readable = buffer.readableRecords(in: lines[number - 1])
        losses.append(RecordRepair.Loss(line: number, reason: reason, readable: readable))
    }

    private func reason(for line: Range<Int>, _ number: Int) -> String {
        if line.isEmpty { return "it is empty" }
        if buffer.part(line).contains(0) { return "it contains NUL bytes" }
        if line.upperBound == buffer.count {
            // The first line is not counted.
            let isSettled = expected.map { number - 1 < $0.count } == true
            return isSettled ? "its end is missing" : "it was never finished"
        }
        if buffer.isUnitOfWork(line) { return JournalReadError.changedByHand }
        return acceptingEdits ? "this is not a valid change" : JournalReadError.wrongChecksum
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate func part(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: self[range])
    }

    /// The ranges of the lines, without their line feeds. Bytes after the last line feed are a line, too.
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

    /// All records in a line that are complete.
    fileprivate func readableRecords(in line: Range<Int>) -> [[UInt8]] {
        if isUnitOfWork(line), let index = try? JournalIndex(line: line, of: self) {
            return index.kinds.flatMap(\.rows).map(\.range).filter { !$0.isEmpty }.map { Array(self[$0]) }
        }
        var found: [[UInt8]] = []
        var offset = line.lowerBound
        let opening = Array(#"{"id":""#.utf8)
        while offset < line.upperBound {
            guard self[offset..<line.upperBound].starts(with: opening) else {
                offset += 1
                continue
            }
            if let range = record(at: offset, in: line) {
                found.append(Array(self[range]))
                offset = range.upperBound
            } else {
                offset += opening.count
            }
        }
        return found
    }

    private func record(at offset: Int, in line: Range<Int>) -> Range<Int>? {
        var first = JSONScanner(self, range: offset..<line.upperBound)
        var all = first
        guard let text = try? first.firstMember("id"), RecordID(utf8: text) != nil, let range = try? all.skip(),
            String(validating: self[range], as: UTF8.self) != nil
        else { return nil }
        return range
    }
}
