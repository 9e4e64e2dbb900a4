/// A field of a book, in the order of output. The raw value is its name in JSON and tables.
public enum BookField: String, EntityField {
    case title, authors, isbn, status, rating, favorite, shelves, added, started, finished, notes, details, sources

    /// The fields in which words can be looked for.
    public static let searchable = allCases.filter { $0.kind.isSearched }

    public var isOptional: Bool { ![.title, .authors, .status, .added].contains(self) }

    /// Only imports give a book its sources.
    public var isEntered: Bool { self != .sources }

    /// A book is added today, unless it was added earlier.
    public var isFilledIn: Bool { self == .added }

    /// Its value in a draft in which nothing was entered yet.
    public var initial: FieldValue { BookDraft.initial(self) }

    public var kind: FieldKind {
        switch self {
        case .title: FieldKind(.line)
        case .authors: FieldKind(.orderedNames)
        case .isbn: ISBN.kind
        case .status: ReadingStatus.kind
        case .rating: Rating.kind
        case .favorite: FieldKind(.flag)
        case .shelves: FieldKind(.names)
        case .added, .started, .finished: FieldKind(.day)
        case .notes: FieldKind(.lines)
        case .details: BookDetail.kind
        case .sources: BookSources.kind
        }
    }
}

extension BookDraft {
    public subscript(field: BookField) -> FieldValue {
        get {
            switch field {
            case .title: title.fieldValue
            case .authors: authors.fieldValue
            case .isbn: isbn.fieldValue
            case .status: status.fieldValue
            case .rating: rating.fieldValue
            case .favorite: isFavorite.fieldValue
            case .shelves: shelves.fieldValue
            case .added: added.fieldValue
            case .started: started.fieldValue
            case .finished: finished.fieldValue
            case .notes: notes.fieldValue
            case .details: details.fieldValue
            case .sources: sources.fieldValue
            }
        }
        set {
            switch field {
            case .title: title.set(newValue)
            case .authors: authors.set(newValue)
            case .isbn: isbn.set(newValue)
            case .status: status.set(newValue)
            case .rating: rating.set(newValue)
            case .favorite: isFavorite.set(newValue)
            case .shelves: shelves.set(newValue)
            case .added: added.set(newValue)
            case .started: started.set(newValue)
            case .finished: finished.set(newValue)
            case .notes: notes.set(newValue)
            case .details: details.set(newValue)
            case .sources: sources.set(newValue)
            }
        }
    }
}
