extension String {
    /// The number of terminal columns of a printable text: two for each wide East Asian character and each emoji, none
    /// for a combining character.
    var columns: Int {
        if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
        return reduce(0) { $0 + $1.columns }
    }

    /// The text if it fits into `width` columns, or else its beginning and an ellipsis.
    func fitted(to width: Int) -> String {
        guard columns > width else { return self }
        var fitted = ""
        var left = width - 1
        for character in self {
            left -= character.columns
            if left < 0 { break }
            fitted.append(character)
        }
        while fitted.last == " " { fitted.removeLast() }
        return width > 0 ? fitted + "…" : ""
    }

    /// The text, followed by spaces up to `width` columns.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - columns))
    }

    /// The lines of a text, broken between words into lines of at most `width` columns. Longer words are split.
    func broken(into width: Int) -> [String] {
        guard width > 0 else { return [] }
        return split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap { paragraph in
            var lines = [""]
            var columns = 0
            for word in paragraph.split(separator: " ").map({ String($0).printable }) {
                let length = word.columns
                if columns > 0, columns + 1 + length <= width {
                    lines[lines.count - 1] += " " + word
                    columns += 1 + length
                    continue
                }
                if columns > 0 {
                    lines.append("")
                    columns = 0
                }
                for character in word {
                    if columns + character.columns > width {
                        lines.append("")
                        columns = 0
                    }
                    lines[lines.count - 1].append(character)
                    columns += character.columns
                }
            }
            return lines
        }
    }
}

extension Character {
    /// The number of terminal columns that it takes.
    var columns: Int {
        if let ascii = asciiValue { return (0x20..<0x7F).contains(ascii) ? 1 : 0 }
        guard let first = unicodeScalars.first else { return 0 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .control: return 0
        case .format where first.properties.isDefaultIgnorableCodePoint: return 0
        default: break
        }
        // U+FE0F selects the emoji form of a character that is usually text.
        if unicodeScalars.contains("\u{FE0F}") { return 2 }
        if first.properties.isEmojiPresentation || first.isWide { return 2 }
        // Unicode joins letters of Thai and of Indic scripts into one character; terminals give each letter a column,
        // and more than two are rare. Those of Hangul (U+1160 to U+11FF) share the columns of the first.
        let letters = unicodeScalars.count {
            $0.properties.generalCategory == .otherLetter && !(0x1160...0x11FF).contains($0.value)
        }
        return min(2, max(1, letters))
    }
}

extension Unicode.Scalar {
    /// Whether it is wide or fullwidth (Unicode Standard Annex #11), approximated by blocks: the few narrow
    /// characters in them are rare.
    fileprivate var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1B000...0x1B2FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
