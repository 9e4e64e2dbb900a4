extension String {
    /// The text without white space at its ends, and with one space wherever white space stood inside it: how
    /// titles and names are kept, whatever spreadsheet or line break they came through.
    public var tidied: String {
        if isTidyASCII { return self }
        return split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Nearly every title is tidy already; looking at the bytes is much cheaper than taking it apart.
    private var isTidyASCII: Bool {
        var previous: UInt8 = 0x20
        for byte in utf8 {
            switch byte {
            case 0x80..., 0x09...0x0D: return false
            case 0x20 where previous == 0x20: return false
            default: previous = byte
            }
        }
        return previous != 0x20
    }
}
