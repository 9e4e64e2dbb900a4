import Domain
import Storage

/// Tells of a record, from its bytes alone, whether its text may match a query: a search looks closely only at the few
/// records that may.
struct RecordTextFilter: Sendable {
    private let words: [[UInt8]]
    private let folding: TextFolding

    /// Nil where the query looks for no text.
    init?(_ query: BookQuery, folding: TextFolding) {
        words = folding(query.text).split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
        if words.isEmpty { return nil }
        self.folding = folding
    }

    /// The records that may match.
    func candidates(in batch: RecordBatch) -> RecordBatch {
        let parts = batch.bytes.withUnsafeBufferPointer { buffer in
            batch.rows.concurrentMapOfParts { part in part.filter { mayMatch(buffer, $0.range) } }
        }
        return batch.with(Array(parts.joined()))
    }

    /// False only where the record can't match: where not every word occurs in the folded record. What has escapes may
    /// match. ASCII is folded here, since it only takes lower case.
    private func mayMatch(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Range<Int>) -> Bool {
        guard let base = bytes.baseAddress, bytes.indices.contains(place.lowerBound) else { return true }
        let record = base + place.lowerBound
        let count = place.count
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { lowercase in
            guard let text = lowercase.baseAddress else { return true }
            // So plain that the compiler takes many bytes at a time.
            var allBits: UInt8 = 0
            var escapes: UInt8 = 0
            for index in 0..<count {
                let byte = record[index]
                allBits |= byte
                escapes |= byte == UInt8(ascii: "\\") ? 1 : 0
                text[index] = byte | (byte &- 0x41 < 26 ? 0x20 : 0)
            }
            if escapes != 0 { return true }
            if allBits < 0x80 { return hasAllWords(UnsafeBufferPointer(lowercase)) }
            var folded = folding(String(decoding: bytes[place], as: UTF8.self))
            return folded.withUTF8(hasAllWords)
        }
    }

    private func hasAllWords(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        words.allSatisfy { contains($0, in: text, text.indices) }
    }
}
