extension String {
    /// The text without white space at its ends, and with one space wherever white space stood inside it: how
    /// titles and names are kept, whatever spreadsheet or line break they came through.
    public var tidied: String {
        if isTidyASCII { return self }
        return split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Nearly every title is tidy already; looking at the bytes is much cheaper than taking it apart.
    var isTidyASCII: Bool {
        let isTidy = utf8.withContiguousStorageIfAvailable { bytes in
            var previous: UInt8 = 0x20
            for byte in bytes {
                if byte >= 0x80 || (0x09...0x0D).contains(byte) || (byte == 0x20 && previous == 0x20) { return false }
                previous = byte
            }
            return previous != 0x20
        }
        return isTidy ?? false
    }

    var isASCII: Bool {
        utf8.withContiguousStorageIfAvailable { bytes in bytes.allSatisfy { $0 < 0x80 } }
            ?? utf8.allSatisfy { $0 < 0x80 }
    }
}
