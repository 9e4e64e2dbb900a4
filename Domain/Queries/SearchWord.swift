/// A word of a search, folded once for many texts.
struct SearchWord {
    private let bytes: [UInt8]
    private let folding: TextFolding

    static func words(of text: String, folding: TextFolding) -> [SearchWord] {
        folding(text).split(whereSeparator: \.isWhitespace).map { SearchWord(bytes: Array($0.utf8), folding: folding) }
    }

    /// Whether the word occurs anywhere in the text.
    func occurs(in text: String) -> Bool {
        // Folding text of ASCII only lowers its case; doing that here saves a copy. Bytes are compared many times
        // faster than characters.
        var text = text.isASCII ? text : folding(text)
        return text.withUTF8 { text in
            guard bytes.count <= text.count else { return false }
            return (0...text.count - bytes.count).contains { start in
                lowercase(text[start]) == bytes[0] && zip(bytes, text[start...]).allSatisfy { $0 == lowercase($1) }
            }
        }
    }

    private func lowercase(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
}
