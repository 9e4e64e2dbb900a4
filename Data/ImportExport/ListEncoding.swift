import Storage

/// The encoding of a list; the raw values are the names on the command line.
public enum ListEncoding: String, CaseIterable, Sendable {
    case utf8 = "utf-8"
    /// With or without a byte-order mark.
    case utf16 = "utf-16"
    case windows1250 = "windows-1250"
    case windows1251 = "windows-1251"
    case windows1252 = "windows-1252"
    case macRoman = "mac-roman"

    /// The characters from 0x80 to 0xFF.
    fileprivate var characters: [Unicode.Scalar] {
        switch self {
        case .utf8, .utf16: []
        case .windows1250:
            Array(
                """
                €\u{81}‚\u{83}„…†‡\u{88}‰Š‹ŚŤŽŹ\u{90}‘’“”•–—\u{98}™š›śťžź\u{A0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{AD}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľż\
                ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙
                """.unicodeScalars)
        case .windows1251:
            Array(
                """
                ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{98}™љ›њќћџ\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕї\
                АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя
                """.unicodeScalars)
        case .windows1252: (0x80...0xFF).map { Unicode.Scalar(windows1252: $0) }
        case .macRoman:
            Array(
                """
                ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡\
                ·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ
                """.unicodeScalars)
        }
    }
}

extension [UInt8] {
    /// These bytes, a whole file, in UTF-8, and the encoding that was recognised where none is given and it isn't UTF-8 or
    /// UTF-16 with a mark. Every byte that isn't part of a UTF-8 character is read as Windows-1252 unless most of them are
    /// letters in another encoding, between other letters: exports of LibraryThing have both, because catalogue records
    /// have accents in other encodings.
    func decoded(_ encoding: ListEncoding?) -> (text: [UInt8], recognised: ListEncoding?) {
        switch encoding {
        case .utf8: return (self, nil)
        case .utf16: return (starts(with: [0xFE, 0xFF]) ? self : [0xFF, 0xFE] + drop(prefix: [0xFF, 0xFE]), nil)
        case let encoding?: return (read(as: encoding, keepingUTF8: false), nil)
        case nil: break
        }
        // Half of the bytes of UTF-16 without a mark are zeros, in a table with names of columns.
        if count > 3, self[0] != 0, self[0] < 0x80, self[1] == 0, self[2] != 0, self[3] == 0 {
            return ([0xFF, 0xFE] + self, .utf16)
        }
        let hasMark = starts(with: [0xFE, 0xFF]) || starts(with: [0xFF, 0xFE])
        if hasMark || String(validating: self, as: UTF8.self) != nil {
            return (self, nil)
        }
        if contains(0) { return (self, nil) }
        let found = mostLikelyEncoding
        return (read(as: found, keepingUTF8: found == .windows1252), found)
    }

    private func drop(prefix: [UInt8]) -> ArraySlice<UInt8> {
        starts(with: prefix) ? dropFirst(prefix.count) : self[...]
    }

    /// Words of Cyrillic have no letters of ASCII beside those that are not; in the others, most have.
    private var mostLikelyEncoding: ListEncoding {
        let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte | 0x20) }
        let candidates: [(encoding: ListEncoding, characters: [Unicode.Scalar])] = [
            (.windows1252, ListEncoding.windows1252.characters), (.macRoman, ListEncoding.macRoman.characters),
        ]
        var scores = [0, 0]
        var (inWords, alone) = (0, 0)
        var end = 0
        for index in indices where self[index] >= 0x80 && index >= end {
            end = index + self[index].lengthInUTF8
            if end > index + 1, String(validating: self[index...].prefix(end - index), as: UTF8.self) != nil {
                continue
            }
            end = index + 1
            let (before, after) = (index > 0 ? self[index - 1] : 0, index + 1 < count ? self[index + 1] : 0)
            if before >= 0xC0 || after >= 0xC0 { inWords += 1 } else { alone += 1 }
            for (number, candidate) in candidates.enumerated() {
                let character = candidate.characters[Int(self[index]) - 0x80]
                let isInWord = isLetter(before) || isLetter(after)
                if character.properties.isAlphabetic, isInWord {
                    // A capital after a small letter is most likely none.
                    scores[number] +=
                        character.properties.isUppercase && isLetter(before) && !(0x41...0x5A).contains(after) ? -1 : 1
                } else if isLetter(before), isLetter(after), character != "’" {
                    scores[number] -= 1
                }
            }
        }
        if inWords > 2 * alone { return .windows1251 }
        return scores[1] > scores[0] ? .macRoman : .windows1252
    }

    private func read(as encoding: ListEncoding, keepingUTF8: Bool) -> [UInt8] {
        let characters = encoding.characters
        var text: [UInt8] = []
        text.reserveCapacity(count + count / 8)
        var index = 0
        while index < count {
            let character = self[index...].prefix(self[index].lengthInUTF8)
            if self[index] < 0x80 || keepingUTF8 && String(validating: character, as: UTF8.self) != nil {
                text += character
                index += character.count
            } else {
                text += String(Character(characters[Int(self[index]) - 0x80])).utf8
                index += 1
            }
        }
        return text
    }
}

extension UInt8 {
    /// The length of a UTF-8 character that begins with this byte.
    fileprivate var lengthInUTF8: Int {
        self < 0xC0 ? 1 : self < 0xE0 ? 2 : self < 0xF0 ? 3 : 4
    }
}

extension Unicode.Scalar {
    /// Five bytes have no character in Windows-1252; they are control characters, as in Latin-1.
    init(windows1252 byte: UInt8) {
        self = (0x80..<0xA0).contains(byte) ? Self.windows1252[Int(byte) - 0x80] : Unicode.Scalar(byte)
    }

    /// The characters from 0x80 to 0x9F.
    private static let windows1252 = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
}
