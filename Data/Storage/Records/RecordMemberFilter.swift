/// Finds records in which a member may have a given text by their bytes alone, so that a lookup parses only these.
public struct RecordMemberFilter: Sendable {
    /// The member's name, and the quotation mark before its value.
    private let start: [UInt8]
    /// The text, and the quotation mark after it.
    private let text: [UInt8]

    /// `text` is already folded. On ASCII text, folding only changes upper case to lower case.
    public init(member: String, text: String) {
        start = Array("\"\(member)\":\"".utf8)
        self.text = Array("\(text)\"".utf8)
    }

    /// All records whose member is the text when folded, and perhaps others. No object inside a record may have a
    /// member of that name.
    public func candidates(in batch: RecordBatch) -> RecordBatch {
        let rows = batch.bytes.withUnsafeBufferPointer { bytes in
            // Usually the member is at the same offset in all records.
            var offset = 0
            return batch.rows.filter { mayMatch(UnsafeBufferPointer(rebasing: bytes[$0.range]), &offset) }
        }
        return batch.with(rows)
    }

    /// Tries `offset` first, and sets it to the offset of the member.
    private func mayMatch(_ record: UnsafeBufferPointer<UInt8>, _ offset: inout Int) -> Bool {
        if !isStart(record, at: offset) {
            offset = 0
            while !isStart(record, at: offset) {
                offset += 1
                // A record that was written by hand may have white space after the colon.
                if offset >= record.count { return true }
            }
        }
        var position = offset + start.count
        for wanted in text where position < record.count {
            let found = record[position]
            // From here on, folding may change the length.
            if found >= 0x80 || found == UInt8(ascii: "\\") { return true }
            if found | (found &- 0x41 < 26 ? 0x20 : 0) != wanted { return false }
            // The end of the value, even if `text` contains a quotation mark.
            if found == UInt8(ascii: "\"") { return true }
            position += 1
        }
        return true
    }

    private func isStart(_ record: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        guard offset + start.count <= record.count else { return false }
        for index in 0..<start.count where record[offset + index] != start[index] { return false }
        return true
    }
}
