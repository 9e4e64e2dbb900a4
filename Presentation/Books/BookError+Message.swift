public import Domain

extension BookError {
    /// What went wrong; for a text that can't be read, what is accepted instead, as in `ValueError.message`.
    public var message: String {
        switch self {
        case .noTitle: "a book needs a title"
        case .noAuthor: "a book needs at least one author"
        case .notAnISBN(let error): "an ISBN of 10 or 13 digits; \(error.message)"
        case .notADetail: "a name and a value, written like Publisher=Penguin"
        case .notADetailName: "a name without = or comma"
        case .nameOfAField(let name): "a name that no field has; \"\(name)\" is a field"
        case .noSuchBook(let reference): "there is no book \"\(reference)\""
        case .prefixTooShort(let reference):
            "there is no book \"\(reference)\"; the beginning of an identifier needs four characters or more"
        case .ambiguous(let reference, let books): "\"\(reference)\" matches \(books.count) books"
        case .sameISBN(let isbn, let book): "the library already has ISBN \(isbn): \(book.quoted) (\(book.id))"
        case .finishedInFuture(let day): "a book can't be finished on \(day), which is yet to come"
        case .startedAfterFinish(let day, let finished):
            "a book finished on \(finished) can't be started on \(day), after that day"
        case .sameIdentifier(let id): "the library already has a book with the identifier \(id)"
        case .areLent(let loans):
            "several of these books are lent: "
                + loans.map { "\"\($0.title)\" to \($0.borrower) until \($0.loan.due)" }.joined(separator: ", ")
        case .mergedIntoItself(let book): "\(book.quoted) can't be merged into itself"
        case .isLent(let book, let name, let due): "\(book.quoted) is lent to \(name) until \(due)"
        }
    }
}

extension Book {
    /// The title in quotation marks, for sentences.
    public var quoted: String { "\"\(title)\"" }

    /// Title and authors, for sentences.
    public var named: String { "\(quoted) by \(authors.joined(separator: ", "))" }

    /// Title, authors and identifier, for sentences.
    public var identified: String { "\(named) (\(id))" }
}

extension ISBNError {
    /// Why the text is not an ISBN, for people.
    public var message: String {
        switch self {
        case .wrongLength(let count):
            "the number has \(count < 20 ? "\(count)" : "20 or more") \(count == 1 ? "digit" : "digits")"
        case .wrongCheckDigit: "the check digit is wrong"
        case .wrongPrefix: "a 13-digit ISBN begins with 978, or with 979 and a digit other than 0"
        case .notAssigned: "no book can have this number"
        case .unexpectedCharacter(let character): "\"\(character)\" is not a digit"
        }
    }
}
