public import Domain

extension LibraryError {
    /// What went wrong, for people: a sentence without its capital letter and full stop, so that it fits into others.
    public var message: String {
        switch self {
        case .book(let error): error.message
        case .lending(let error): error.message
        case .store(let error): error.message
        case .catalog(let error): error.message
        }
    }
}

extension BookError {
    public var message: String {
        switch self {
        case .noTitle: "a book needs a title"
        case .noAuthor: "a book needs at least one author"
        case .noSuchBook(let reference): "there is no book \"\(reference)\""
        case .prefixTooShort(let reference):
            "there is no book \"\(reference)\"; the beginning of an identifier needs four characters or more"
        case .ambiguous(let reference, let books): "\"\(reference)\" matches \(books.count) books"
        case .sameISBN(let isbn, let book): "the library already has ISBN \(isbn): \(book.quoted) (\(book.id))"
        case .finishedInFuture(let day): "a book can't be finished on \(day), which is yet to come"
        case .sameIdentifier(let id): "the library already has a book with the identifier \(id)"
        case .isLent(let book, let name, let due): "\(book.quoted) is lent to \(name) until \(due)"
        }
    }
}

extension Book {
    /// The title in quotation marks, for sentences.
    public var quoted: String { "\"\(title)\"" }

    /// Title and authors, for sentences.
    public var named: String { "\(quoted) by \(authors.joined(separator: ", "))" }
}

extension LendingError {
    public var message: String {
        switch self {
        case .noName: "a person needs a name"
        case .alreadyLent(let book, let name, let due): "\(book.quoted) is lent to \(name) until \(due)"
        case .notLent(let book): "\(book.quoted) is not lent"
        case .dueBeforeLent(let due, let lent): "a book lent on \(lent) can't be due on \(due), before that day"
        case .noSuchBorrower(let name): "there is no person \"\(name)\""
        case .nameTaken(let name): "there is already a person \"\(name)\""
        case .hasBooks(let person, let count): "\(person.name) still has \(count) \(count == 1 ? "book" : "books")"
        }
    }
}

extension StoreError {
    public var message: String {
        switch self {
        case .failed(let operation, let location, let reason): "can't \(operation) \(location): \(reason)"
        case .damaged(let location, let line, let reason):
            "\(location)\(line.map { ", line \($0)" } ?? "") is damaged: \(reason); it was left as it is"
        case .newerVersion(let location, let found, let known):
            "\(location) has format version \(found); this program knows versions up to \(known)"
        case .notAStore(let location, let reason): "\(location) is not a library: \(reason)"
        case .busy(let location, let seconds): "other programs have been using \(location) for \(seconds) seconds"
        case .tooLarge(let location, let limit):
            "that is too much at once for \(location), which takes \(limit); it was not stored"
        case .unreachable(let location, let reason): "can't reach \(location): \(reason)"
        case .unknownOutcome(let location, let reason):
            "\(location) did not confirm the change: \(reason); check whether it was made before trying again"
        }
    }
}

extension CatalogError {
    public var message: String {
        switch self {
        case .noSuchBook(let isbn): "the catalogue has no book with ISBN \(isbn)"
        case .noAuthor(let isbn, let title): "the catalogue does not say who wrote \"\(title)\", ISBN \(isbn)"
        // The address may hold a password, so it is not shown.
        case .badAddress: "the catalogue's address is not valid"
        case .unreachable(let host, let reason): "can't reach the catalogue at \(host): \(reason)"
        case .badAnswer(let host, let reason): "the catalogue at \(host) gave no usable answer: \(reason)"
        case .notBuiltIn(let remedy): "this program was built without networking; \(remedy)"
        }
    }
}
