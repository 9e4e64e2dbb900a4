extension String {
    /// The text with something visible in place of each character that would control a terminal, reorder a line or
    /// end it: the C0 and C1 controls, DEL, the line and paragraph separators, and the overrides, embeddings and
    /// isolates of text direction.
    var printable: String {
        if isPrintable { return self }
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars { scalars.append(scalar.printable) }
        return String(scalars)
    }

    /// Appends the printable text, in UTF-8.
    func appendPrintable(to bytes: inout [UInt8]) {
        let isDone = utf8.withContiguousStorageIfAvailable { text in
            guard text.isPrintable else { return false }
            bytes.append(contentsOf: text)
            return true
        }
        if isDone != true { bytes.append(contentsOf: printable.utf8) }
    }

    /// Also false for strings without contiguous bytes, which are then examined scalar by scalar.
    private var isPrintable: Bool {
        utf8.withContiguousStorageIfAvailable(\.isPrintable) ?? false
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Examines bytes, because nearly every text is printable. In UTF-8, the controls outside ASCII begin with C2, and
    /// the other characters to replace with E2. Returns false if one of these bytes occurs, even in a harmless
    /// character: the scalars are then examined.
    fileprivate var isPrintable: Bool {
        for byte in self where !(0x20...0x7E).contains(byte) {
            if byte < 0x80 || byte == 0xC2 || byte == 0xE2 { return false }
        }
        return true
    }
}

extension Unicode.Scalar {
    /// This character, or its replacement: a Unicode control picture if there is one.
    fileprivate var printable: Unicode.Scalar {
        switch value {
        case 0..<0x20: Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
        case 0x7F: "\u{2421}"
        case 0x80..<0xA0, 0x2028...0x202E, 0x2066...0x2069: "\u{FFFD}"
        default: self
        }
    }
}
