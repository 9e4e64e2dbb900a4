/// Finds records that may contain given words by their bytes alone, so that a search parses only these.
public struct RecordTextFilter: Sendable {
    private let words: [[UInt8]]
    private let fold: @Sendable (String) -> String

    /// The words are already folded by `fold`, which on ASCII text only changes upper case to lower case.
    public init(words: [String], fold: @escaping @Sendable (String) -> String) {
        self.words = words.map { Array($0.utf8) }
        self.fold = fold
    }

    /// All records that contain every word when folded, and perhaps others.
    public func candidates(in batch: RecordBatch) -> RecordBatch {
        let parts = batch.bytes.withUnsafeBufferPointer { buffer in
            batch.rows.concurrentMapOfParts { part in part.filter { mayMatch(buffer, $0.range) } }
        }
        return batch.with(Array(parts.joined()))
    }

    /// True for every record with escapes, which may spell any word.
    private func mayMatch(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        guard let base = bytes.baseAddress, bytes.indices.contains(range.lowerBound) else { return true }
        let record = base + range.lowerBound
        let count = range.count
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { lowercase in
            guard let text = lowercase.baseAddress else { return true }
            // Free of branches, so that it vectorises.
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
            var folded = fold(String(decoding: bytes[range], as: UTF8.self))
            return folded.withUTF8(hasAllWords)
        }
    }

    private func hasAllWords(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        words.allSatisfy { contains($0, in: text, text.indices) }
    }
}
