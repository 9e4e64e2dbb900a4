import Domain
import Storage

extension Console {
    /// A list in JSON, as a file has it: each row on a line of its own.
    nonisolated static func json(_ rows: [some TableRow]) -> [UInt8] {
        var bytes = Array("[".utf8)
        for (index, row) in rows.enumerated() {
            var writer = JSONWriter()
            writer.object(row)
            bytes += Array((index == 0 ? "\n" : ",\n").utf8) + writer.bytes
        }
        return bytes + Array("\n]\n".utf8)
    }
}

extension ImportReport: Described {
    func describe(to fields: inout some FieldWriter) {
        fields.field("added", added)
        fields.field("updated", updated)
        fields.field("skipped", skipped)
        fields.field("rejected", rejected.count)
    }
}
