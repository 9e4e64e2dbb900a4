import Storage

extension [UInt8] {
    /// These bytes, a whole file. If they are an export of LibraryThing that isn't UTF-8, every byte that isn't part of
    /// a UTF-8 character is read as Windows-1252. Exports may have both, because catalogue records have accents in
    /// other encodings.
    var repairedIfFromLibraryThing: (text: [UInt8], isRepaired: Bool) {
        let line = prefix(4096).prefix { $0 != .lineFeed && $0 != .carriageReturn }
        guard line.contains(.tab), let header = String(validating: line, as: UTF8.self) else { return (self, false) }
        let names = Set(header.split(separator: "\t").map { CSVHeader.key(String($0)) })
        guard names.isSuperset(of: BookTable.Kind.libraryThing.requiredColumns.map(CSVHeader.key)),
            String(validating: self, as: UTF8.self) == nil
        else { return (self, false) }
        var text: [UInt8] = []
        text.reserveCapacity(count + count / 8)
        var index = 0
        while index < count {
            let character = self[index...].prefix(self[index].lengthInUTF8)
            if String(validating: character, as: UTF8.self) != nil {
                text += character
                index += character.count
            } else {
                text += String(Character(Unicode.Scalar(windows1252: self[index]))).utf8
                index += 1
            }
        }
        return (text, true)
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
