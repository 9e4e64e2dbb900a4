/// The order of a list of books. Books that tie are ordered by title, authors and identifier, so that pages are stable.
public enum BookSort: String, CaseIterable, Hashable, Sendable {
    /// Alphabetically, ignoring case and accents.
    case title
    /// Alphabetically by the authors as they are written.
    case author
    /// Alphabetically by the authors, each with the surname first.
    case surname
    /// The newest first.
    case added
    /// The latest finish day first; books without a finish day last.
    case finished
    /// The best first; books without a rating last.
    case rating
    /// Alphabetically by the title without its article: see `SortTitle`.
    case sortTitle = "sort-title"

    /// What a query sorts by.
    public var order: Sort<BookField>? {
        switch self {
        case .title: nil
        case .author: Sort(.authors)
        case .surname: Sort(.authors, turnedBy: [.details])
        case .added: Sort(.added, isDescending: true)
        case .finished: Sort(.finished, isDescending: true)
        case .rating: Sort(.rating, isDescending: true)
        case .sortTitle: Sort(.title, turnedBy: [.details])
        }
    }
}
