/// Why a text is not a value of its kind.
public enum ValueError: Error, Hashable {
    case blank
    case notADay
    case notInRange(ClosedRange<Int>)
    case notANumber
    case notYesOrNo
    case notAnIdentifier
    case notOneOf([String])
    /// Not a `TextName`.
    case notAName
}
