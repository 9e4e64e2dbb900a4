public import Domain

extension RejectionReason {
    /// Why the row is not a book, for people.
    public var message: String {
        switch self {
        case .book(let error): error.message
        case .sameISBN(let isbn, let line): "line \(line) has the same ISBN, \(isbn), and another identifier"
        case .wrongISBN(let error): error.message
        case .tooManyFields(let expected, let found):
            "\(found) fields where the header names \(expected): check for an extra separator or quote"
        case .notABook(let reason): reason
        }
    }
}

extension BookImportReport.Outcome {
    /// What became of the row, in one word.
    public var word: String {
        switch self {
        case .addedBesideOthers: "added"
        case .merged: "merged"
        case .updated: "updated"
        case .inLibrary, .severalInLibrary, .noBook: "skipped"
        case .rejected: "rejected"
        }
    }

    /// Why it was not simply added, for people.
    public var message: String {
        switch self {
        case .addedBesideOthers: "several books have this title and these authors, so it counts as another book"
        case .merged(let line): "it describes the same book as line \(line)"
        case .updated(let id, let fields): "changes to \(id): \(fields.joined(separator: ", "))"
        case .inLibrary(let id, let fields):
            fields.isEmpty
                ? "the library has it as \(id)"
                : "the library has it as \(id); an update would change \(fields.joined(separator: ", "))"
        case .severalInLibrary: "the library has several books with its title and authors"
        case .noBook(let reason): reason
        case .rejected(let reason): reason.message
        }
    }
}

extension ImportWarning {
    /// What a field could not hold, or what is doubtful, and why, for people.
    public var message: String {
        switch self {
        case .wrongISBN(let text, let error): "ISBN \"\(text)\" is kept as a detail: \(error.message)"
        case .roundedISBN(let text):
            "ISBN \"\(text)\" is kept as a detail: a spreadsheet has rounded it; export the column as text"
        case .wrongDay(let text): "day \"\(text)\" is kept as a detail: it can't be read as a day of the calendar"
        case .ambiguousDay(let text):
            "day \"\(text)\" is kept as a detail: the day or the month may be first"
        case .wrongRating(let text):
            "rating \"\(text)\" is kept as a detail: it is not a number from \(Rating.allowedStars.ends)"
        case .wrongNumber(let text, let allowed):
            "number \"\(text)\" is kept as a detail: it is not a whole number from \(allowed.ends)"
        case .roundedRating(let text, let stars): "rating \"\(text)\" is rounded to \(stars), and kept as a detail"
        case .wrongDueDay(let text): "due day \"\(text)\" is kept as a detail: the loan began later"
        case .wrongStatus(let text): "status \"\(text)\" is kept as a detail: it is not a known status"
        case .wrongType(let field): "\(field) is kept as a detail: its JSON value is not of the type that it has here"
        case .finishedInFuture(let day): "finish day \(day) is kept as a detail: it is yet to come"
        case .otherISBN(let known, let listed):
            "its identifier is that of the book with ISBN \(known), so ISBN \(listed) is another one of that book"
        case .reusedISBN(let isbn): "another book of the list has ISBN \(isbn) too, so it is kept as a detail"
        case .exchangedEdition(let old, let new):
            "the list has no edition with ISBN \(old) any more: the one with ISBN \(new) takes its place"
        case .likelyDouble(_, let other):
            "it may be the same book as \(other.named) (\(other.id))"
        }
    }
}
