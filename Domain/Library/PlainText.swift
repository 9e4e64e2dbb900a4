extension String {
    /// "room key" for `roomKey`.
    public var inWords: String { reduce("") { $0 + ($1.isUppercase ? " \($1.lowercased())" : "\($1)") } }

    /// The text without white space at its ends, and with a single space for white space inside. Short texts are
    /// stored this way.
    public var tidied: String {
        if isSurelyTidy { return self }
        return split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The text without white space at its ends, and with line feeds between its lines. Notes are stored this way.
    public var tidiedLines: String {
        // Most texts need no change. Characters outside ASCII may be white space.
        guard let start = utf8.first, let last = utf8.last else { return self }
        if (0x21...0x7E).contains(start), (0x21...0x7E).contains(last), !utf8.contains(0x0D) { return self }
        // In Swift, a carriage return and a line feed are one character.
        let text = split(omittingEmptySubsequences: false) { $0 == "\r\n" || $0 == "\r" }.joined(separator: "\n")
        let end = text.lastIndex { !$0.isWhitespace }
        return end.map { String(text[...$0].drop(while: \.isWhitespace)) } ?? ""
    }

    /// Both texts with an empty line between them, or the one that contains the other.
    func adding(_ text: String) -> String { contains(text) ? self : text.contains(self) ? text : "\(self)\n\n\(text)" }

    /// The text, or nil if it is empty.
    var nonEmpty: String? { isEmpty ? nil : self }

    /// False for every text that isn't tidy, and for a few that are. Most texts are tidy, and looking at their bytes is
    /// much cheaper than splitting them. White space outside ASCII begins with one of four bytes in UTF-8. A space with
    /// a combining mark doesn't count as white space here.
    var isSurelyTidy: Bool {
        let isTidy = utf8.withContiguousStorageIfAvailable { bytes in
            var previous: UInt8 = 0x20
            for byte in bytes {
                switch byte {
                case 0x09...0x0D, 0xC2, 0xE1...0xE3: return false
                case 0x20 where previous == 0x20: return false
                default: previous = byte
                }
            }
            return previous != 0x20
        }
        return isTidy ?? false
    }

    /// Whether it has no character but white space.
    var isBlank: Bool {
        // Looking at the first byte is much cheaper than at a character.
        if let first = utf8.first, (0x21...0x7E).contains(first) { return false }
        return allSatisfy(\.isWhitespace)
    }

    var isASCII: Bool {
        utf8.withContiguousStorageIfAvailable { bytes in bytes.allSatisfy { $0 < 0x80 } }
            ?? utf8.allSatisfy { $0 < 0x80 }
    }
}

extension [String] {
    /// Tidied, without empty and repeated names, in order.
    var tidiedNames: [String] {
        // Most lists are short and tidy. Reading a large library is noticeably slower without this line.
        if count < 16, indices.allSatisfy({ self[$0].isSurelyTidy && !self[..<$0].contains(self[$0]) }) { return self }
        var seen: Set<String> = []
        return map(\.tidied).filter { !$0.isEmpty && seen.insert($0).inserted }
    }
}
