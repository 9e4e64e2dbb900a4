/// Why a text is not a value of its kind.
public enum ValueError: Error, Hashable {
    case blank
    case notADay
    case notAWholeNumber  // with fields
    case notANumber  // with fields
    case notYesOrNo  // with fields
    case notAnIdentifier  // with fields
    case notOneOf([String])
}
