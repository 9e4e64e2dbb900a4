import Domain

extension Journal {
    /// Sets a damaged file aside and puts one in its place that holds all that is intact; nil where nothing is
    /// damaged. When it throws, the damaged file is where it was.
    mutating func repair() throws(StoreError) -> RepairReport? {
        guard try isDamaged() else { return nil }
        let file = try readAll()
        var salvage = try interpreting { () throws(JournalReadError) in try JournalSalvage(file) }
        let setAside = try freeName()
        salvage.removeWhatHasNoPlace()
        try replace(setAside, with: file)
        try replace(path, with: JournalContents.compacted(salvage.contents, with: LibraryChanges()))
        try refresh()
        return RepairReport(setAside: setAside, kept: try snapshot(), lost: salvage.losses)
    }

    /// Whether the file is damaged, down to each of its records.
    mutating func isDamaged() throws(StoreError) -> Bool {
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
        let taken = Set(try reading { () throws(FileError) in try files.list(directory(of: path)) })
        var number = 1
        while taken.contains("\(name(of: path)).damaged-\(number)") { number += 1 }
        return "\(path).damaged-\(number)"
    }
}

/// What is intact in a damaged file, and what is not.
///
/// A line whose checksum is wrong is not taken apart: no unit of work comes back half, and nothing comes back that
/// nothing vouches for.
private struct JournalSalvage {
    private(set) var contents: JournalContents
    private(set) var losses: [RepairReport.Loss] = []

    /// Throws only for a newer version.
    init(_ file: [UInt8]) throws(JournalReadError) {
        let header = file.withUnsafeBufferPointer { buffer in
            JournalHeader(UnsafeBufferPointer(rebasing: buffer[..<(buffer.endOfLine(from: 0) ?? buffer.count)]))
        }
        if let header, header.version > JournalFormat.version { throw .newerVersion(header.version) }
        contents = JournalContents(header: header ?? JournalHeader(first: 1, settled: 0), bytes: file)
        losses = contents.lookingAtBytes { contents, buffer in
            var losses: [RepairReport.Loss] = []
            // Lines that are lost account for as many missing units of work.
            var lostInARow = 0
            for (index, line) in buffer.lines.enumerated() where index > 0 || header == nil {
                let text = UnsafeBufferPointer(rebasing: buffer[line])
                do throws(JournalDamage) {
                    let missing = try contents.readIntactLine(buffer, line) - lostInARow
                    if missing > 0 {
                        losses.append(
                            RepairReport.Loss(
                                line: index + 1, reason: "\(missing) units of work are missing before it",
                                readable: []))
                    }
                    lostInARow = 0
                } catch {
                    lostInARow += 1
                    losses.append(
                        RepairReport.Loss(line: index + 1, reason: error.reason, readable: text.readableBooks))
                }
            }
            return losses
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
            guard let loan = try contents.loans.find(id, in: bytes), let place = contents.loans.places[id] else {
                return
            }
            if contents.books.places[loan.book] == nil {
                throw JournalDamage(offset: place.lowerBound, reason: "the book of a loan is lost")
            }
            if contents.borrowers.places[loan.borrower] == nil {
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
        for id in before[keyPath: table].places.keys.sorted() {
            do throws(JournalDamage) {
                try check(before, before.bytes, id)
            } catch {
                contents[keyPath: table].remove(id)
                let line = before.bytes.withUnsafeBufferPointer { $0.lineNumber(at: error.offset) }
                losses.append(RepairReport.Loss(line: line, reason: error.reason, readable: []))
            }
        }
        losses.sort { $0.line < $1.line }
    }
}

extension JournalContents {
    /// Reads a line whatever its sequence, and tells how many units of work are missing before it.
    fileprivate mutating func readIntactLine(
        _ buffer: UnsafeBufferPointer<UInt8>, _ line: Range<Int>
    ) throws(JournalDamage) -> Int {
        let text = UnsafeBufferPointer(rebasing: buffer[line])
        guard JournalFormat.isIntact(UnsafeRawBufferPointer(text)) else {
            let reason =
                if text.contains(0) {
                    "it has zero bytes"
                } else if line.upperBound == buffer.count {
                    "it was never finished"
                } else {
                    "the checksum is wrong"
                }
            throw JournalDamage(offset: line.lowerBound, reason: reason)
        }
        let index = JournalIndex(of: buffer, line)
        if let damage = index.damage { throw damage }
        let last = sequence
        let number = index.sequences.first?.sequence ?? last
        guard number > last else {
            throw JournalDamage(offset: line.lowerBound, reason: "the unit of work \(number) stood here again")
        }
        sequence = number - 1
        try apply(index)
        return number - 1 - last
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
