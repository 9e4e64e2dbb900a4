/// A field of a book, in the order of output. The raw value is its name in JSON and tables.
public enum BookField: String, CaseIterable, Hashable, Sendable {
    case title, authors, isbn, status, rating, favorite, shelves, added, started, finished, notes, details, sources

    /// Whether tab-separated output has it, whose columns stay as they were in the first version.
    public var isTabbed: Bool {
        switch self {
        case .title, .authors, .isbn, .status, .rating, .favorite, .shelves, .added, .finished: true
        default: false
        }
    }

    /// Whether a book can be without a value.
    public var isOptional: Bool { ![.title, .authors, .status, .added].contains(self) }

    /// Whether people enter a value. Only imports give a book its sources.
    public var isEntered: Bool { self != .sources }

    /// Its value in a draft in which nothing was entered yet, which shows its kind.
    public var initial: BookFieldValue { BookDraft()[self] }
}

extension BookDraft {
    /// The value of a field. Stops the program if it is given a value of another kind.
    public subscript(field: BookField) -> BookFieldValue {
        get {
            switch field {
            case .title: .text(title)
            case .authors: .requiredNames(authors)
            case .isbn: .isbn(isbn)
            case .status: .choice(status.rawValue, of: ReadingStatus.words)
            case .rating: .stars(rating)
            case .favorite: .flag(isFavorite)
            case .shelves: .names(shelves)
            case .added: .day(added)
            case .started: .day(started)
            case .finished: .day(finished)
            case .notes: .longText(notes)
            case .details: .namedTexts(details)
            case .sources: .sources(sources)
            }
        }
        set {
            switch (field, newValue) {
            case (.title, .text(let value)): title = value ?? ""
            case (.authors, .requiredNames(let value)): authors = value
            case (.isbn, .isbn(let value)): isbn = value
            case (.status, .choice(let value, _)): status = ReadingStatus(rawValue: value) ?? status
            case (.rating, .stars(let value)): rating = value
            case (.favorite, .flag(let value)): isFavorite = value
            case (.shelves, .names(let value)): shelves = value
            case (.added, .day(let value)): added = value
            case (.started, .day(let value)): started = value
            case (.finished, .day(let value)): finished = value
            case (.notes, .longText(let value)): notes = value
            case (.details, .namedTexts(let value)): details = value
            case (.sources, .sources(let value)): sources = value
            default: preconditionFailure("\(field) can't be \(newValue)")
            }
        }
    }
}
