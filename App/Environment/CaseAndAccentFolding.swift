import Domain
import Synchronization

extension TextFolding {
    /// Case and accents as Unicode has them, whatever the language of the reader: "Łódź" is found by "lodz".
    ///
    /// Foundation has this too, but to load all of Foundation takes as long as everything else at the start of the
    /// program. The standard library knows the name of every character, and the name of a letter says which letter has
    /// the accent. Unicode promises never to change a name (Unicode Character Encoding Stability Policies).
    ///
    /// What is written with combining marks is folded where these are accents (U+0300 to U+036F), as on Latin, Greek
    /// and Cyrillic letters. Other scripts stay as they are, in whichever of several equal ways they are written.
    static let caseAndAccents = TextFolding { text in
        var folded = String.UnicodeScalarView()
        for scalar in text.lowercased().unicodeScalars {
            switch scalar {
            case "\u{0}"..."\u{7F}": folded.append(scalar)
            case "\u{300}"..."\u{36F}": continue
            case "ß": folded.append(contentsOf: "ss".unicodeScalars)
            case "ς": folded.append("σ")
            default: folded.append(scalar.withoutAccent)
            }
        }
        return String(folded)
    }
}

extension Unicode.Scalar {
    /// The letter this one is with an accent, or this one itself.
    fileprivate var withoutAccent: Unicode.Scalar {
        // Latin, Greek and Cyrillic; no other letter has an accent.
        guard value < 0x530 || (0x1E00...0x1FFF).contains(value) else { return self }
        return Self.foldedLetters.withLock { letters in
            if let letter = letters[self] { return letter }
            let letter = letterNamed
            letters[self] = letter
            return letter
        }
    }

    private var letterNamed: Unicode.Scalar {
        guard let name = properties.name?.split(separator: " "), let end = name.firstIndex(of: "WITH") else {
            return self
        }
        return Self.lettersByName[name[..<end].joined(separator: " ")] ?? self
    }

    /// The letters that were folded before: a library has few different ones. At first, those that are another letter's
    /// variant though their names don't say so.
    private static let foldedLetters = Mutex<[Unicode.Scalar: Unicode.Scalar]>([
        "й": "и", "ё": "е", "ї": "і", "ў": "у", "ѓ": "г", "ќ": "к", "ſ": "s",
    ])

    /// The small letters of the scripts that have accents, by name.
    private static let lettersByName: [String: Unicode.Scalar] = {
        let blocks: [ClosedRange<UInt32>] = [0x61...0x7A, 0xDF...0x24F, 0x3B1...0x3C9, 0x430...0x52F]
        let letters = blocks.joined().compactMap { Unicode.Scalar($0) }
        return Dictionary(letters.compactMap { letter in letter.properties.name.map { ($0, letter) } }) { first, _ in
            first
        }
    }()
}
