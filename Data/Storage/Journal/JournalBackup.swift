/// Records in the form of a whole journal: copied to a journal's path, it is a store.
///
/// The same records always give the same bytes: kinds are ordered by their plural, records by their identifier, and a
/// line has a fixed number of them. Nothing else is in it, neither a time nor where the records came from.
public struct JournalBackup: Sendable {
    /// The records of each kind that has any, by its plural.
    public let records: [String: RecordBatch]

    /// Reads any intact journal of this format without an unfinished line. `location` names it in the locations of
    /// records.
    ///
    /// Throws an error with the line that is damaged.
    public init(_ bytes: [UInt8], format: String, location: String) throws(TextError) {
        var contents: JournalContents
        do throws(JournalReadError) {
            contents = try JournalContents(bytes, format: format)
        } catch {
            switch error {
            case .damaged(let line, let reason): throw TextError(line: line, reason: reason)
            case .newerVersion(let found, let needs):
                let remedy = needs.map { "; it needs version \($0) of the program" } ?? ""
                let known = "this program knows versions up to \(JournalFormat.version)"
                throw TextError(line: 1, reason: "its format version is \(found); \(known)\(remedy)")
            case .otherFormat(let found): throw TextError(line: 1, reason: "it is a “\(found)”, not a “\(format)”")
            }
        }
        guard contents.bytes.count == bytes.count else {
            throw TextError(line: contents.lastLineNumber + 1, reason: "it was never finished")
        }
        var records: [String: RecordBatch] = [:]
        for kind in contents.kinds {
            let rows = contents.withTable(of: kind) { table, _ in table.allRows() } ?? []
            records[kind.plural] = RecordBatch(bytes: bytes, rows: rows) { row in
                RecordLocation(
                    location, line: bytes.withUnsafeBufferPointer { $0.lineNumber(at: row.range.lowerBound) })
            }
        }
        self.records = records
    }

    /// The journal of these records: those of each kind by its plural, ordered by identifier. Each is a JSON object in
    /// one line whose first member is `id`.
    public static func journal(of records: [String: [[UInt8]]], format: String) -> [UInt8] {
        var lines: [UInt8] = []
        var sequence = 0
        for (kind, records) in records.sorted(by: { $0.key < $1.key }) {
            lines += JournalContents.lines(of: kind, count: records.count, after: &sequence) { records[$0] }
        }
        return JournalHeader(format: format, first: 1, settled: sequence).line + lines
    }
}
