/// A word of a search, folded once for many texts.
struct SearchWord: Hashable {
    private let bytes: [UInt8]

    static func words(of text: String, folding: TextFolding) -> [SearchWord] {
        folding(text).split(whereSeparator: \.isWhitespace).map { SearchWord(bytes: Array($0.utf8)) }
    }

    /// Whether the word occurs anywhere in the text, which must be folded.
    func occurs(in text: String) -> Bool {
        // Bytes are compared many times faster than characters, and the last one first: in UTF-8, many letters of a
        // script begin with the same byte.
        var text = text
        return text.withUTF8 { text in
            guard let last = bytes.last, bytes.count <= text.count else { return false }
            return (bytes.count...text.count).contains { end in
                text[end - 1] == last && text[end - bytes.count..<end].elementsEqual(bytes)
            }
        }
    }

    /// Whether a word of the text, which must be folded, begins with this one.
    fileprivate func beginsWord(of text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        text.starts(with: bytes)
            || text.indices.contains { text[$0] == UInt8(ascii: " ") && text[($0 + 1)...].starts(with: bytes) }
    }
}

extension [SearchWord] {
    /// Whether each of them begins a word of the text, which must be folded.
    func beginWords(of text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool { allSatisfy { $0.beginsWord(of: text) } }
}
