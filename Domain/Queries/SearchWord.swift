/// A word of a search, folded once for many texts.
struct SearchWord {
    private let bytes: [UInt8]

    static func words(of text: String, folding: TextFolding) -> [SearchWord] {
        folding(text).split(whereSeparator: \.isWhitespace).map { SearchWord(bytes: Array($0.utf8)) }
    }

    /// Whether the word occurs anywhere in the text, which must be folded.
    func occurs(in text: String) -> Bool {
        // Bytes are compared many times faster than characters. The last byte decides sooner than the first, which many
        // letters of a script share.
        var text = text
        return text.withUTF8 { text in
            guard let last = bytes.last, bytes.count <= text.count else { return false }
            return (bytes.count...text.count).contains { end in
                text[end - 1] == last && text[end - bytes.count..<end].elementsEqual(bytes)
            }
        }
    }
}

extension String {
    /// This text and the others, one on each line. No word of a search occurs across lines.
    func joined(with others: [String]) -> String {
        ([self] + others).joined(separator: "\n")
    }
}
