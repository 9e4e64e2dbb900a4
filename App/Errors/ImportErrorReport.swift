import Data
import Domain

extension ErrorReport {
    init(_ error: ImportError) {
        switch error {
        case .unreadable(let location, let reason):
            self.init(message: "can't read \(location): \(reason)", status: .unreadableInput)
        case .malformed(let location, let line, let reason):
            let line = line.map { ", line \($0)" } ?? ""
            self.init(message: "can't import \(location)\(line): \(reason)", status: .malformedInput)
        }
    }
}

extension RejectionReason {
    /// Why the row is no book, for people.
    var explanation: String {
        switch self {
        case .book(let error): ErrorReport(error).message
        case .tooManyFields(let expected, let found):
            "\(found) fields where the header names \(expected): a comma or a quote too many"
        case .notABook(let reason): reason
        }
    }
}

extension ImportWarning {
    /// What was left out, for people.
    var explanation: String {
        switch self {
        case .wrongISBN(let text, let error): "ISBN \"\(text)\" left out: \(error.explanation)"
        case .wrongDay(let text): "day \"\(text)\" left out: not a day of the calendar"
        case .wrongRating(let text): "rating \"\(text)\" left out: not a number from 1 to 5"
        case .wrongStatus(let text): "status \"\(text)\" left out: not a known one"
        }
    }
}

extension ISBNError {
    var explanation: String {
        switch self {
        case .wrongLength(let count): "it has \(count < 20 ? "\(count)" : "20 or more") digits"
        case .wrongCheckDigit: "its check digit is wrong"
        case .wrongPrefix: "13 digits begin with 978 or 979"
        case .unexpectedCharacter(let character): "\"\(character)\" has no place in it"
        }
    }
}
