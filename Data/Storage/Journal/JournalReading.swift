// Reading a journal, as of its last `refresh`.

extension Journal {
    mutating func news(of kinds: [RecordKind], since version: RecordVersion?) -> RecordNews {
        let now = RecordVersion(origin: state.origin, number: Int64(state.contents?.sequence ?? 0))
        if let version, version.origin == now.origin {
            return RecordNews(version: now, isComplete: false, changes: changes(of: kinds, after: Int(version.number)))
        }
        var changes: [RecordKind: RecordNews.Changes] = [:]
        for kind in kinds {
            let rows = state.contents?.withTable(of: kind) { table, _ in table.allRows() } ?? []
            if !rows.isEmpty { changes[kind] = RecordNews.Changes(saved: batch(rows)) }
        }
        return RecordNews(version: now, isComplete: true, changes: changes)
    }

    func records(_ ids: [RecordID], of kind: RecordKind) -> RecordBatch {
        batch(state.contents?[kind]?.rows(of: ids) ?? [])
    }

    mutating func candidates(for key: LookupKey, of kind: RecordKind) -> RecordBatch {
        let text = Array(key.value.utf8)
        let rows = state.contents?.withTable(of: kind) { table, bytes in table.rows(containing: text, in: bytes) }
        return batch(rows ?? [])
    }

    func kinds(besides kinds: [RecordKind]) -> [RecordKind] {
        state.contents?.kinds.besides(kinds) ?? []
    }

    /// The records in these ranges of the file, whose bytes are not copied.
    private func batch(_ rows: [RecordBatch.Row]) -> RecordBatch {
        let bytes = state.contents?.bytes ?? []
        return RecordBatch(bytes: bytes, rows: rows, isVerified: true) { [path] row in
            RecordLocation(path, line: bytes.withUnsafeBufferPointer { $0.lineNumber(at: row.range.lowerBound) })
        }
    }

    /// The changes in lines after the one with this sequence. Copies these lines: if the result shared the whole file,
    /// adding the next line would copy all of it.
    private func changes(of kinds: [RecordKind], after sequence: Int) -> [RecordKind: RecordNews.Changes] {
        guard let contents = state.contents, contents.sequence > sequence else { return [:] }
        let changed = kinds.compactMap { kind -> (RecordKind, ids: [RecordID], saved: [RecordBatch.Row])? in
            guard let table = contents[kind] else { return nil }
            let ids = table.idsChanged(after: sequence)
            return ids.isEmpty ? nil : (kind, ids, table.rows(of: ids))
        }
        let start = changed.flatMap(\.saved).map(\.range.lowerBound).min() ?? contents.bytes.count
        let bytes = Array(contents.bytes[start...])
        let (lastLine, lastLineNumber) = (contents.lastLine - start, contents.lastLineNumber)
        var changes: [RecordKind: RecordNews.Changes] = [:]
        for (kind, ids, saved) in changed {
            let rows = saved.map {
                RecordBatch.Row(id: $0.id, range: $0.range.lowerBound - start..<$0.range.upperBound - start)
            }
            let batch = RecordBatch(bytes: bytes, rows: rows, isVerified: true) { [path] row in
                let later = bytes[row.range.lowerBound..<max(row.range.lowerBound, lastLine)]
                return RecordLocation(path, line: lastLineNumber - later.count { $0 == ChecksummedLine.lineFeed })
            }
            let kept = Set(saved.map(\.id))
            changes[kind] = RecordNews.Changes(saved: batch, deleted: ids.filter { !kept.contains($0) })
        }
        return changes
    }
}
