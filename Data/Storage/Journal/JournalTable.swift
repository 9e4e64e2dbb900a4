/// Where in the journal the latest record of each identifier of one kind stands.
struct JournalTable: Sendable {
    /// The name of the kind, in UTF-8.
    let name: [UInt8]
    /// Ordered by identifier: to sort them once takes less than a dictionary of them, and they are needed in order.
    private var rows: [RecordBatch.Row] = []
    /// What has changed since `rows` were put in order; empty for a deletion.
    private var changes: [RecordID: Range<Int>] = [:]
    /// What has changed since the file was first read, in order, and the sequence of the last line that was read with
    /// it. Smaller than the lines that say so.
    private var history: [(id: RecordID, sequence: Int)] = []
    /// How many bytes of the journal the latest records are.
    private(set) var size = 0

    init(name: [UInt8]) {
        self.name = name
    }

    /// Takes in what lines say, part by part, in their order. There was nothing before.
    mutating func load(_ parts: [[RecordBatch.Row]]) {
        rows.reserveCapacity(parts.reduce(0) { $0 + $1.count })
        for part in parts { rows += part }
        rows.keepLatestInOrder()
        size = rows.reduce(0) { $0 + $1.range.count }
    }

    /// Takes in what is newer than all the rest. The last line read is of that sequence.
    mutating func apply(_ row: RecordBatch.Row, at sequence: Int) {
        size += row.range.count - (range(of: row.id)?.count ?? 0)
        changes[row.id] = row.range
        history.append((row.id, sequence))
    }

    /// Where the record stands; nil where there is none.
    func range(of id: RecordID) -> Range<Int>? {
        if let change = changes[id] { return change.isEmpty ? nil : change }
        var places = rows.startIndex..<rows.endIndex
        while !places.isEmpty {
            let middle = places.lowerBound + places.count / 2
            places = rows[middle].id < id ? middle + 1..<places.upperBound : places.lowerBound..<middle
        }
        let place = places.lowerBound
        return place < rows.endIndex && rows[place].id == id ? rows[place].range : nil
    }

    /// Those of the records that exist, ordered by identifier, each once.
    func rows(of ids: [RecordID]) -> [RecordBatch.Row] {
        (ids.count > 1 ? Set(ids).sorted() : ids).compactMap { id in
            range(of: id).map { RecordBatch.Row(id: id, range: $0) }
        }
    }

    /// All records, ordered by identifier.
    mutating func allRows() -> [RecordBatch.Row] {
        if !changes.isEmpty {
            rows += changes.map { RecordBatch.Row(id: $0.key, range: $0.value) }
            rows.keepLatestInOrder()
            changes = [:]
        }
        return rows
    }

    /// The identifiers that lines after the one of that sequence name, in order.
    func idsChanged(after sequence: Int) -> [RecordID] {
        let start = history.lastIndex { $0.sequence <= sequence }.map { $0 + 1 } ?? 0
        return Set(history[start...].map(\.id)).sorted()
    }

    /// The records that contain `text`, ordered by identifier.
    mutating func rows(containing text: [UInt8], in bytes: [UInt8]) -> [RecordBatch.Row] {
        bytes.withUnsafeBufferPointer { buffer in
            // Mostly there is none. Where these records are most of the file, that is told without looking at each.
            if size > bytes.count / 2, !contains(text, in: buffer, buffer.indices) { return [] }
            return allRows().filter { contains(text, in: buffer, $0.range) }
        }
    }
}

extension [RecordBatch.Row] {
    /// Keeps the last row of each identifier, in the order of these, without deletions.
    fileprivate mutating func keepLatestInOrder() {
        // Stable, and quick where long stretches are in order already.
        sort { $0.id < $1.id }
        var kept = 0
        for index in indices {
            if index + 1 < endIndex, self[index].id == self[index + 1].id { continue }
            if self[index].range.isEmpty { continue }
            if kept != index { self[kept] = self[index] }
            kept += 1
        }
        removeSubrange(kept...)
    }
}
