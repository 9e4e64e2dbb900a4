import Domain

extension Journal {
    /// Sets a damaged file aside and puts one in its place that holds all that is intact; nil where nothing is
    /// damaged. When it throws, the damaged file is where it was, unless the error says that this is not known.
    mutating func repair() throws(StoreError) -> RepairReport? {
        guard try isDamaged() else {
            // Whoever repaired it may have been killed before that.
            try makeNameDurable()
            return nil
        }
        let file = try readAll()
        var salvage = try interpreting { () throws(JournalReadError) in try JournalSalvage(file) }
        let setAside = try freeName()
        salvage.removeWhatHasNoPlace()
        let kept = try interpreting { () throws(JournalReadError) in
            try salvage.contents.read { contents, bytes throws(JournalDamage) in try contents.snapshot(in: bytes) }
        }
        do throws(ReplacementError) {
            try files.replace(setAside, with: file)
        } catch {
            throw StoreError(error.cause, doing: "set the damaged file aside", place: setAside)
        }
        try replace(with: JournalContents.compacted(salvage.contents, with: LibraryChanges()))
        return RepairReport(setAside: setAside, kept: kept, lost: salvage.losses)
    }

    private mutating func isDamaged() throws(StoreError) -> Bool {
        do throws(StoreError) {
            try refresh()
            // Only now are the records looked into.
            _ = try snapshot()
            return false
        } catch {
            guard case .damaged = error else { throw error }
            return true
        }
    }

    private func freeName() throws(StoreError) -> String {
        let names = try reading { () throws(FileError) in
            try retrying { () throws(FileError) in try files.list(directory(of: path)) }
        }
        let taken = Set(names)
        var number = 1
        while taken.contains("\(name(of: path)).damaged-\(number)") { number += 1 }
        return "\(path).damaged-\(number)"
    }
}

/// What is intact in a damaged file, and what is not.
///
/// A line whose checksum is wrong is not taken apart: no unit of work comes back half, and nothing comes back that
/// nothing vouches for. The intact ones count in the order of their sequences, wherever they stand.
private struct JournalSalvage {
    var contents: JournalContents
    private(set) var losses: [RepairReport.Loss] = []

    /// Throws only for a newer version.
    init(_ file: [UInt8]) throws(JournalReadError) {
        let lines = file.withUnsafeBufferPointer { $0.lines }
        let (header, isIntact) = file.withUnsafeBufferPointer { buffer in
            let line = UnsafeBufferPointer(rebasing: buffer[lines.first ?? 0..<0])
            return (JournalHeader(line), JournalFormat.isIntact(UnsafeRawBufferPointer(line)))
        }
        if let header, header.version > JournalFormat.version { throw .newerVersion(header.version) }
        // What a damaged first line says may be wrong.
        let trusted = isIntact ? header : nil
        contents = JournalContents(header: trusted ?? JournalHeader(first: 1, settled: 0), bytes: file)
        losses = contents.lookingAtBytes { contents, buffer in
            var salvage = LineSalvage(buffer: buffer, lines: lines)
            salvage.read(below: trusted)
            salvage.apply(to: &contents, below: trusted)
            return salvage.losses.sorted { $0.line < $1.line }
        }
    }

    /// Takes out what breaks a rule, and writes it down as lost: records that are no entities, and loans whose book or
    /// borrower is lost.
    mutating func removeWhatHasNoPlace() {
        remove(\.books) { contents, bytes, id throws(JournalDamage) in _ = try contents.books.find(id, in: bytes) }
        remove(\.borrowers) { contents, bytes, id throws(JournalDamage) in
            _ = try contents.borrowers.find(id, in: bytes)
        }
        remove(\.loans) { contents, bytes, id throws(JournalDamage) in
            guard let loan = try contents.loans.find(id, in: bytes), let place = contents.loans.place(of: id) else {
                return
            }
            if contents.books.place(of: loan.book) == nil {
                throw JournalDamage(offset: place.lowerBound, reason: "the book of a loan is lost")
            }
            if contents.borrowers.place(of: loan.borrower) == nil {
                throw JournalDamage(offset: place.lowerBound, reason: "the borrower of a loan is lost")
            }
        }
    }

    /// Removes the entities of one table for which `check` throws.
    private mutating func remove<Entity>(
        _ table: WritableKeyPath<JournalContents, JournalTable<Entity>>,
        failing check: (JournalContents, [UInt8], Entity.ID) throws(JournalDamage) -> Void
    ) {
        let before = contents
        for id in before[keyPath: table].rowsInOrder.map(\.id) {
            do throws(JournalDamage) {
                try check(before, before.bytes, id)
            } catch {
                contents[keyPath: table].apply(JournalRow(id: id, place: nil))
                let line = before.bytes.withUnsafeBufferPointer { $0.lineNumber(at: error.offset) }
                losses.append(RepairReport.Loss(line: line, reason: error.reason, readable: []))
            }
        }
        losses.sort { $0.line < $1.line }
    }
}

/// The lines of a damaged file.
private struct LineSalvage {
    let buffer: UnsafeBufferPointer<UInt8>
    let lines: [Range<Int>]
    private(set) var losses: [RepairReport.Loss] = []
    private var units: [Unit] = []

    /// A unit of work whose line is intact.
    private struct Unit {
        let number: Int
        let sequence: Int
        let index: JournalIndex
    }

    init(buffer: UnsafeBufferPointer<UInt8>, lines: [Range<Int>]) {
        self.buffer = buffer
        self.lines = lines
    }

    /// Tells intact lines from others. Without a first line to be trusted, the first is like any other.
    mutating func read(below header: JournalHeader?) {
        if lines.isEmpty { losses.append(RepairReport.Loss(line: 1, reason: "the file is empty", readable: [])) }
        for (number, line) in zip(1..., lines) where number > 1 || header == nil {
            let index = JournalIndex(of: buffer, line)
            if let sequence = index.sequences.first?.sequence {
                units.append(Unit(number: number, sequence: sequence, index: index))
            } else {
                lose(number, index.damage?.reason ?? reason(for: line))
            }
        }
        // Of equal ones the first counts: the order of sorting is stable.
        units.sort { $0.sequence < $1.sequence }
    }

    /// Takes the intact units of work into the contents.
    mutating func apply(to contents: inout JournalContents, below header: JournalHeader?) {
        let damaged = losses.map(\.line)
        var (last, lastNumber) = ((header?.first ?? units.first?.sequence ?? 1) - 1, 1)
        var applied: Unit?
        for unit in units {
            if let applied, unit.sequence == applied.sequence {
                // The same line once more is no loss.
                if !buffer[lines[unit.number - 1]].elementsEqual(buffer[lines[applied.number - 1]]) {
                    lose(unit.number, "the unit of work \(unit.sequence) is in line \(applied.number), too")
                }
                continue
            }
            guard unit.sequence > last else {
                lose(unit.number, "it is older than the rest of the file")
                continue
            }
            reportMissing(unit.sequence - last - 1, before: unit.number, after: lastNumber, damaged)
            contents.sequence = unit.sequence - 1
            // The sequence fits, and what is damaged has been sorted out.
            try? contents.apply([unit.index])
            (last, lastNumber, applied) = (unit.sequence, unit.number, unit)
        }
        reportMissing((header?.settled ?? last) - last, before: lines.count + 1, after: lastNumber, damaged)
    }

    /// Writes down units of work that were in the file once, unless damaged lines account for them.
    private mutating func reportMissing(_ count: Int, before number: Int, after previous: Int, _ damaged: [Int]) {
        let missing = count - damaged.count { previous < $0 && $0 < number }
        guard missing > 0 else { return }
        let units = missing == 1 ? "a unit of work is" : "\(missing) units of work are"
        losses.append(RepairReport.Loss(line: number, reason: "\(units) missing before it", readable: []))
    }

    private mutating func lose(_ number: Int, _ reason: String) {
        let text = UnsafeBufferPointer(rebasing: buffer[lines[number - 1]])
        losses.append(RepairReport.Loss(line: number, reason: reason, readable: text.readableBooks))
    }

    private func reason(for line: Range<Int>) -> String {
        if buffer[line].contains(0) { return "it has zero bytes" }
        return line.upperBound == buffer.count ? "it was never finished" : "the checksum is wrong"
    }
}

extension UnsafeBufferPointer<UInt8> {
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

    /// Every book whose record can be read from beginning to end.
    fileprivate var readableBooks: [Book] {
        let opening = Array(#"{"id":""#.utf8)
        return indices.compactMap { start in
            guard self[start...].starts(with: opening) else { return nil }
            var scanner = JSONScanner(self, range: start..<count)
            return try? BookRecord(from: &scanner).entity()
        }
    }
}
