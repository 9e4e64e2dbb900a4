public import Domain

extension RejectionReason {
    /// Why the row is not a book, for people.
    public var message: String {
        switch self {
        case .book(let error): error.message
        case .tooManyFields(let expected, let found):
            "\(found) fields where the header names \(expected): a comma or a quote too many"
        case .notABook(let reason): reason
        }
    }
}

extension ImportWarning {
    /// What was left out of a book, and why, for people.
    public var message: String {
        switch self {
        case .wrongISBN(let text, let error): "ISBN \"\(text)\" left out: \(error.message)"
        case .wrongDay(let text): "day \"\(text)\" left out: not a day of the calendar"
        case .wrongRating(let text): "rating \"\(text)\" left out: not a number from 1 to 5"
        case .wrongStatus(let text): "status \"\(text)\" left out: not a known one"
        }
    }
}

extension ISBNError {
    /// Why the text is not an ISBN, for people.
    public var message: String {
        switch self {
        case .wrongLength(let count): "it has \(count < 20 ? "\(count)" : "20 or more") digits"
        case .wrongCheckDigit: "its check digit is wrong"
        case .wrongPrefix: "13 digits begin with 978 or 979"
        case .unexpectedCharacter(let character): "it contains \"\(character)\""
        }
    }
}
