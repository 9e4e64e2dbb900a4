import Domain

/// Tells of a record, from its bytes alone, whether its text may match a query: a search looks closely only at the few
/// records that may.
struct RecordTextFilter: Sendable {
    private let words: [[UInt8]]

    /// Nil where the query looks for no text.
    init?(_ query: BookQuery, folding: TextFolding) {
        words = folding(query.text).split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
        if words.isEmpty { return nil }
    }

    /// False only where the record can't match. ASCII text folds to its lower case, so it matches only if every word
    /// occurs in it; whatever has other characters, or escapes, may match.
    func mayMatch(_ record: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: record.count) { text in
            var isPlain = true
            for (place, byte) in zip(text.indices, record) {
                isPlain = isPlain && byte < 0x80 && byte != UInt8(ascii: "\\")
                text[place] = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
            }
            let plainText = UnsafeBufferPointer(text)
            return !isPlain || words.allSatisfy { contains($0, in: plainText, plainText.indices) }
        }
    }
}
