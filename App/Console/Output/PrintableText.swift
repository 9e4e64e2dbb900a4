import Storage

extension String {
    /// The text for a terminal. Visible characters replace those that would control the terminal, or reorder or end a
    /// line, and those that can't be seen, such as a zero-width space or a tag.
    var printable: String {
        if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return self }
        var scalars = String.UnicodeScalarView()
        var last: Unicode.Scalar?
        for scalar in unicodeScalars {
            let shown = scalar.isInvisible(after: last) ? "\u{FFFD}" : scalar.withoutControl
            scalars.append(shown)
            if !scalar.properties.isVariationSelector { last = shown }
        }
        return String(scalars)
    }

    /// Appends the text for another program, in UTF-8. Visible characters replace those that would control a terminal,
    /// or reorder or end a line.
    func appendWithoutControls(to bytes: inout [UInt8]) {
        let isDone = utf8.withContiguousStorageIfAvailable { text in
            guard text.hasNoControls else { return false }
            bytes.append(contentsOf: text)
            return true
        }
        if isDone == true { return }
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars { scalars.append(scalar.withoutControl) }
        bytes.append(contentsOf: String(scalars).utf8)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Examines bytes, because few texts contain controls.
    fileprivate var hasNoControls: Bool {
        for index in indices where !(0x20...0x7E).contains(self[index]) {
            if self[index] < 0x80 || lengthOfControl(at: index) > 0 { return false }
        }
        return true
    }
}

extension Unicode.Scalar {
    /// This character, or the replacement of a control: a Unicode control picture if there is one. The controls are C0,
    /// C1, DEL, the line and paragraph separators, and those of text direction.
    fileprivate var withoutControl: Unicode.Scalar {
        switch value {
        case 0..<0x20: Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
        case 0x7F: "\u{2421}"
        case 0x80..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: "\u{FFFD}"
        default: self
        }
    }

    /// Whether the character is invisible and changes nothing visible. `last` is the character before it, variation
    /// selectors left out.
    fileprivate func isInvisible(after last: Unicode.Scalar?) -> Bool {
        guard properties.isDefaultIgnorableCodePoint else { return false }
        guard let last else { return true }
        // Joiners shape the scripts from Arabic to Mongolian, and join emoji. A variation selector changes the
        // character before it.
        switch value {
        case 0x200C...0x200D:
            let isShaped = (0x0600...0x109F).contains(last.value) || (0x1780...0x18AF).contains(last.value)
            return !isShaped && !(last.properties.isEmoji && last.value > 0x7F)
        // The flag of a part of a country is a black flag, followed by tags.
        case 0xE0020...0xE007F: return last.value != 0x1F3F4 && !(0xE0020..<0xE007F).contains(last.value)
        default: return !properties.isVariationSelector || last.properties.isDefaultIgnorableCodePoint
        }
    }
}
