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
    func mayMatch(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Range<Int>) -> Bool {
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
            if allBits >= 0x80 || escapes != 0 { return true }
            let plainText = UnsafeBufferPointer(lowercase)
            return words.allSatisfy { contains($0, in: plainText, 0..<count) }
        }
    }
}
