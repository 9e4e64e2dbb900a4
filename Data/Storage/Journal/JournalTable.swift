/// The ranges of the current records of one kind in the journal.
struct JournalTable: Sendable {
    /// The name of the kind, in UTF-8.
    let name: [UInt8]
    /// Ordered by identifier: sorting once takes less time than building a dictionary, and the order is needed anyway.
    private var rows: [RecordBatch.Row] = []
    /// Changes since `rows` were sorted; an empty range is a deletion.
    private var changes: [RecordID: Range<Int>] = [:]
    /// Changes since the file was first read, in order, each with the sequence of the last line read with it. Takes
    /// less memory than the lines themselves.
    private var history: [(id: RecordID, sequence: Int)] = []
    /// The size of the current records in bytes.
    private(set) var size = 0

    init(name: [UInt8]) {
        self.name = name
    }

    /// Loads an empty table with the rows of a file, given in parts in file order.
    mutating func load(_ parts: [[RecordBatch.Row]]) {
        rows.reserveCapacity(parts.reduce(0) { $0 + $1.count })
        for part in parts { rows += part }
        rows.keepLatestInOrder()
        size = rows.reduce(0) { $0 + $1.range.count }
    }

    /// Applies a change newer than all others. `sequence` is that of the last line read.
    mutating func apply(_ row: RecordBatch.Row, at sequence: Int) {
        size += row.range.count - (range(of: row.id)?.count ?? 0)
        changes[row.id] = row.range
        history.append((row.id, sequence))
    }

    /// The range of a record; nil if there is none.
    func range(of id: RecordID) -> Range<Int>? {
        if let change = changes[id] { return change.isEmpty ? nil : change }
        var search = rows.startIndex..<rows.endIndex
        while !search.isEmpty {
            let middle = search.lowerBound + search.count / 2
            search = rows[middle].id < id ? middle + 1..<search.upperBound : search.lowerBound..<middle
        }
        let index = search.lowerBound
        return index < rows.endIndex && rows[index].id == id ? rows[index].range : nil
    }

    /// The rows of those records that exist, ordered by identifier, each once.
    func rows(of ids: [RecordID]) -> [RecordBatch.Row] {
        (ids.count > 1 ? Set(ids).sorted() : ids).compactMap { id in
            range(of: id).map { RecordBatch.Row(id: id, range: $0) }
        }
    }

    /// The rows of all records, ordered by identifier.
    mutating func allRows() -> [RecordBatch.Row] {
        if !changes.isEmpty {
            rows += changes.map { RecordBatch.Row(id: $0.key, range: $0.value) }
            rows.keepLatestInOrder()
            changes = [:]
        }
        return rows
    }

    /// The identifiers that lines after this sequence changed, in order.
    func idsChanged(after sequence: Int) -> [RecordID] {
        let start = history.lastIndex { $0.sequence <= sequence }.map { $0 + 1 } ?? 0
        return Set(history[start...].map(\.id)).sorted()
    }

    /// The rows of records that contain `text`, ordered by identifier.
    mutating func rows(containing text: [UInt8], in bytes: [UInt8]) -> [RecordBatch.Row] {
        bytes.withUnsafeBufferPointer { buffer in
            // Usually there are none. If these records are most of the file, one search of the whole file shows that.
            if size > bytes.count / 2, !contains(text, in: buffer, buffer.indices) { return [] }
            return allRows().filter { contains(text, in: buffer, $0.range) }
        }
    }
}

extension [RecordBatch.Row] {
    /// Keeps the last row of each identifier, ordered by identifier, without deletions.
    fileprivate mutating func keepLatestInOrder() {
        // The sort is stable, and fast on long sorted runs.
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
