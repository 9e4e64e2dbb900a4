public import Domain

extension BookError {
    /// What went wrong; for a text that can't be read, what is accepted instead, as in `ValueError.message`.
    public var message: String {
        switch self {
        case .noTitle: "a book needs a title"
        case .noAuthor: "a book needs at least one author"
        case .noAddedDay: "a book needs the day on which it was added"
        case .notAnISBN(let error): "an ISBN of 10 or 13 digits; \(error.message)"
        case .notADetail: "a name and a value, written like Publisher=Penguin"
        case .nameOfAField(let name): "a name that no field has; \"\(name)\" is a field"
        case .noSuchBook(let reference): "there is no book \"\(reference)\""
        case .noSuchShelf(let name): "there is no shelf \"\(name)\""
        case .prefixTooShort(let reference):
            "there is no book \"\(reference)\"; the beginning of an identifier needs four characters or more"
        case .ambiguous(let reference, let books): "\"\(reference)\" matches \(books.count) books"
        case .changedMeanwhile(let draft, let fields):
            "\"\(draft.title)\" was changed elsewhere meanwhile, too: \(fields.map(\.words.label).joined(separator: ", ")). "
                + "Nothing was saved; saving again replaces that"
        case .sameISBN(let isbn, let book): "the library already has ISBN \(isbn): \(book.quoted) (\(book.id))"
        case .finishedInFuture(let day): "a book can't be finished on \(day), which is yet to come"
        case .startedAfterFinish(let day, let finished):
            "a book finished on \(finished) can't be started on \(day), after that day"
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

extension [Book] {
    /// The title and authors of `book`. Where others here have the same, its ISBN follows, or else the year, or else the
    /// publisher: what tells most of them apart.
    public func distinguished(_ book: Book) -> String {
        /// The first detail with that word in its name: programs write "Year Published", "pubdate", "Publisher".
        func detail(_ word: String) -> (Book) -> String? {
            { $0.details.all.first { "\($0.name)".lowercased().contains(word) }?.text }
        }
        let same = filter { ($0.title, $0.authors) == (book.title, book.authors) }
        let traits = [{ $0.isbn.map { "ISBN \($0)" } }, detail("year"), detail("pub")]
        let trait = traits.max { Set(same.map($0)).count < Set(same.map($1)).count }
        let parts = [book.title] + book.authors + [same.count > 1 ? trait?(book) : nil]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }
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
