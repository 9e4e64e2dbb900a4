extension JournalContents {
    /// The number of records in one line of a compacted journal; few enough to read.
    private static let recordsPerLine = 50

    /// The line for a unit of work with these changes. Kinds are in the order in which the changes first name them,
    /// records in the order of their identifiers.
    static func line(_ sequence: Int, _ changes: [RecordChange]) -> [UInt8] {
        var kinds: [RecordKind] = []
        for change in changes where !kinds.contains(change.kind) { kinds.append(change.kind) }
        let changes = Dictionary(grouping: changes, by: \.kind).mapValues { $0.sorted { $0.id < $1.id } }
        let saved = kinds.map { ($0, changes[$0, default: []].compactMap(\.json)) }.filter { !$0.1.isEmpty }
        let deleted = kinds.map { ($0, changes[$0, default: []].filter { $0.json == nil }) }.filter { !$0.1.isEmpty }
        return ChecksummedLine.make { writer in
            writer.member("sequence", sequence)
            for (kind, records) in saved { writer.records(records, of: kind.plural) }
            if deleted.isEmpty { return }
            writer.name("deleted")
            writer.object { writer in
                for (kind, changes) in deleted {
                    writer.name(kind.plural)
                    writer.array { writer in
                        for change in changes { writer.string("\(change.id)") }
                    }
                }
            }
        }
    }

    /// The lines that save `count` records of one kind. Advances `sequence` to the last of them.
    static func lines<Record: Sequence<UInt8>>(
        of kind: String, count: Int, after sequence: inout Int, record: (Int) -> Record
    ) -> [UInt8] {
        var lines: [UInt8] = []
        for start in stride(from: 0, to: count, by: recordsPerLine) {
            sequence += 1
            lines += ChecksummedLine.make { writer in
                writer.member("sequence", sequence)
                writer.records((start..<min(start + recordsPerLine, count)).map(record), of: kind)
            }
        }
        return lines
    }

    /// Returns a whole new file with the current records and `changes` applied. All its lines count as settled.
    mutating func compacted(with changes: [RecordChange]) -> [UInt8] {
        var (header, sequence) = (header, sequence)
        header.first = sequence + 1
        var lines: [UInt8] = []
        for index in tables.indices {
            let rows = tables[index].allRows()
            let kind = String(decoding: tables[index].name, as: UTF8.self)
            lines += Self.lines(of: kind, count: rows.count, after: &sequence) { bytes[rows[$0].range] }
        }
        if !changes.isEmpty {
            sequence += 1
            lines += Self.line(sequence, changes)
        }
        header.settled = sequence
        return header.line + lines
    }
}

extension JSONWriter {
    fileprivate mutating func records(_ records: [some Sequence<UInt8>], of kind: String) {
        name(kind)
        array { writer in
            for record in records { writer.raw(record) }
        }
    }
}
