/// Records as the cluster sent them: one buffer with all bytes, and the range of each record.
struct EtcdRecords: Sendable {
    private let folders: [EtcdFolder]
    private var bytes: [UInt8] = []
    /// One array for each folder, ordered by identifier.
    private var rows: [[RecordBatch.Row]]
    /// The latest revision at which any of them was written.
    private(set) var modified: Int64 = 0
    /// The cluster's answers, unchanged, but without those of records that were merged in.
    private(set) var answers: [[UInt8]] = []

    init(_ folders: [EtcdFolder]) {
        self.folders = folders
        rows = folders.map { _ in [] }
    }

    /// The number of records of each kind.
    var counts: [RecordKind: Int] {
        Dictionary(zip(folders.map(\.kind), rows.map(\.count))) { first, _ in first }
    }

    /// Adds the records in an answer, whose keys must sort after those already here. Ignores keys of other kinds.
    /// Throws `StorageError.damaged` if a key has no valid identifier.
    mutating func append(_ answer: EtcdOutcome) throws(StorageError) {
        let offset = append(answer.bytes)
        // The next key is usually of the same kind.
        var index = 0
        for entry in answer.found.lazy.flatMap(\.entries) {
            let key = answer.bytes[entry.key]
            if !(folders.indices.contains(index) && folders[index].holds(key)) {
                guard let other = folders.firstIndex(where: { $0.holds(key) }) else { continue }
                index = other
            }
            rows[index].append(.init(id: try folders[index].id(in: key), range: entry.value.moved(by: offset)))
            modified = max(modified, entry.modified)
        }
        answers.append(answer.json)
    }

    /// Adds records whose keys must sort after those already here.
    mutating func append(_ next: EtcdRecords) {
        let offset = append(next.bytes)
        for index in rows.indices { rows[index] += next.rows[index].map { $0.moved(by: offset) } }
        modified = max(modified, next.modified)
        answers += next.answers
    }

    /// Adds newer records, replacing those with the same identifiers.
    mutating func merge(_ newer: EtcdRecords) {
        let offset = append(newer.bytes)
        for index in rows.indices where !newer.rows[index].isEmpty {
            let ids = Set(newer.rows[index].map(\.id))
            rows[index].removeAll { ids.contains($0.id) }
            rows[index] += newer.rows[index].map { $0.moved(by: offset) }
            rows[index].sort { $0.id < $1.id }
        }
        modified = max(modified, newer.modified)
    }

    private mutating func append(_ more: [UInt8]) -> Int {
        let offset = bytes.count
        if offset == 0 { bytes = more } else { bytes += more }
        return offset
    }

    /// The records of the folder at `index`.
    subscript(index: Int) -> RecordBatch {
        folders[index].batch(bytes, rows[index])
    }

    func news(_ version: RecordVersion, isComplete: Bool) -> RecordNews {
        var changes: [RecordKind: RecordNews.Changes] = [:]
        for index in folders.indices where !rows[index].isEmpty {
            changes[folders[index].kind] = RecordNews.Changes(saved: self[index])
        }
        return RecordNews(version: version, isComplete: isComplete, changes: changes)
    }
}

extension EtcdFolder {
    func batch(_ bytes: [UInt8], _ rows: [RecordBatch.Row]) -> RecordBatch {
        RecordBatch(bytes: bytes, rows: rows) { RecordLocation(location(of: key($0.id))) }
    }
}

extension RecordBatch.Row {
    fileprivate func moved(by offset: Int) -> Self { Self(id: id, range: range.moved(by: offset)) }
}

extension Range<Int> {
    fileprivate func moved(by offset: Int) -> Self { lowerBound + offset..<upperBound + offset }
}
