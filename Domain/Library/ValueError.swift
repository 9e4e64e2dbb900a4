/// Why a text is not a value of its kind.
public enum ValueError: Error, Hashable {
    case blank
    case notADay
    case notANumber(ClosedRange<Int>)
    case notOneOf([String])
    /// Not a name that could be listed, or paired with a text.
    case notAName
    /// Not a name and a text with `=` between them.
    case notANamedText
    /// A field has this name.
    case nameOfAField(String)
}
