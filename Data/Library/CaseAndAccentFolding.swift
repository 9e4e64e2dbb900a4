public import Domain
import Synchronization

extension TextFolding {
    /// Ignores case and accents as Unicode defines them, in any locale: "lodz" finds "Łódź". Typographic apostrophes,
    /// quotation marks and dashes become the plain ones of ASCII; "œ", "æ" and typographic ligatures become letters.
    ///
    /// Foundation folds fewer letters ("ł" and "ø" stay), and loading all of it would make the program start up to
    /// twice as slowly. The standard library has the name of every character, and the name of nearly every accented
    /// letter contains that of its base letter; `replacements` has the others. Unicode never changes a name (Unicode
    /// Character Encoding Stability Policies).
    ///
    /// Combining accents (U+0300 to U+036F), as on Latin, Greek and Cyrillic letters, are removed. The marks of other
    /// scripts are kept. Their canonically equivalent spellings stay different in bytes, which searches for words
    /// compare.
    public static let caseAndAccents = TextFolding { text in
        var text = text
        var folded: [UInt8] = []
        folded.reserveCapacity(text.utf8.count)
        text.withUTF8 { bytes in
            var start = 0
            while start < bytes.count {
                let isASCII = bytes[start] < 0x80
                var end = start + 1
                while end < bytes.count, (bytes[end] < 0x80) == isASCII { end += 1 }
                let run = UnsafeBufferPointer(rebasing: bytes[start..<end])
                start = end
                if isASCII {
                    folded += run
                } else {
                    append(String(decoding: run, as: UTF8.self), to: &folded)
                }
            }
        }
        // Free of branches, so that it vectorises.
        folded.withUnsafeMutableBufferPointer { folded in
            for index in folded.indices { folded[index] |= folded[index] &- 0x41 < 26 ? 0x20 : 0 }
        }
        return String(decoding: folded, as: UTF8.self)
    }

    private static func append(_ text: String, to folded: inout [UInt8]) {
        foldedCharacters.withLock { known in
            for scalar in text.unicodeScalars {
                if let bytes = known[scalar] {
                    folded += bytes
                } else {
                    let bytes = Array(scalar.folded.utf8)
                    known[scalar] = bytes
                    folded += bytes
                }
            }
        }
    }

    /// Characters that were folded before, with the results in UTF-8. A library has few different ones.
    private static let foldedCharacters = Mutex<[Unicode.Scalar: [UInt8]]>([:])
}

extension Unicode.Scalar {
    /// What the character is folded to: mostly one letter, several for a ligature, nothing for an accent alone.
    fileprivate var folded: String {
        var folded = ""
        for scalar in properties.lowercaseMapping.unicodeScalars {
            switch scalar {
            case "\u{300}"..."\u{36F}": continue
            // Fullwidth forms, in the order of ASCII.
            case "\u{FF01}"..."\u{FF5E}":
                folded.unicodeScalars.append(Self(UInt8(truncatingIfNeeded: scalar.value - 0xFEE0)))
            default: folded += Self.replacements[scalar.letterNamed] ?? String(scalar.letterNamed)
            }
        }
        return folded
    }

    /// The base letter that this letter's name contains, or the letter itself.
    private var letterNamed: Unicode.Scalar {
        // Only Latin, Greek and Cyrillic letters.
        guard value < 0x530 || (0x1E00...0x1FFF).contains(value),
            let name = properties.name?.split(separator: " "), let end = name.firstIndex(of: "WITH")
        else { return self }
        // LATIN SMALL LETTER E WITH ACUTE
        if end == 4, name[0] == "LATIN", let letter = name[3].unicodeScalars.first, name[3].utf8.count == 1 {
            return Unicode.Scalar(UInt8(truncatingIfNeeded: letter.value | 0x20))
        }
        return Self.lettersByName[name[..<end].joined(separator: " ")] ?? self
    }

    /// Characters whose names don't contain that of their base character, and what they are folded to. The soft hyphen
    /// and the zero-width space are removed.
    private static let replacements: [Unicode.Scalar: String] = [
        "й": "и", "ё": "е", "ї": "і", "ў": "у", "ѓ": "г", "ќ": "к", "ſ": "s", "ς": "σ", "ı": "i", "ð": "d",
        "ß": "ss", "æ": "ae", "œ": "oe", "ĳ": "ij", "þ": "th", "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl",
        "\u{AD}": "", "\u{200B}": "", "…": "...",
        "‘": "'", "’": "'", "‚": "'", "‛": "'", "‹": "'", "›": "'", "′": "'", "´": "'", "ʻ": "'", "ʼ": "'",
        "“": "\"", "”": "\"", "„": "\"", "‟": "\"", "«": "\"", "»": "\"", "″": "\"",
        "\u{2010}": "-", "\u{2011}": "-", "\u{2012}": "-", "–": "-", "—": "-", "―": "-", "−": "-",
    ]

    /// The small letters of the scripts that have accents, by name.
    private static let lettersByName: [String: Unicode.Scalar] = {
        let blocks: [ClosedRange<UInt32>] = [0x61...0x7A, 0xDF...0x24F, 0x3B1...0x3C9, 0x430...0x52F]
        let letters = blocks.joined().compactMap { Unicode.Scalar($0) }
        return Dictionary(letters.compactMap { letter in letter.properties.name.map { ($0, letter) } }) { first, _ in
            first
        }
    }()
}
