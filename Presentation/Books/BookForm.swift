public import Domain

/// A book as a form has it: whatever somebody typed, right or wrong.
public struct BookForm: Hashable, Sendable {
    public var title = ""
    public var authors: [String] = []
    /// Empty for none.
    public var isbn = ""
    public var status = ReadingStatus.toRead
    /// Stars; nil for none.
    public var rating: Int?
    public var isFavorite = false
    public var shelves: [String] = []

    /// An empty form.
    public init() {}

    /// A form filled in with all that is known of `book`.
    public init(_ book: Book) {
        title = book.title
        authors = book.authors
        isbn = book.isbn.map { "\($0)" } ?? ""
        status = book.status
        rating = book.rating?.stars
        isFavorite = book.isFavorite
        shelves = book.shelves
    }

    /// The fields that can be wrong, in the order of the form.
    public enum Field: CaseIterable, Hashable, Sendable {
        case title
        case authors
        case isbn
        case rating
    }

    public enum Problem: Hashable, Sendable {
        /// Without this there is no book.
        case missing
        case notAnISBN(ISBNError)
        /// Not one to five stars.
        case outOfRange
    }

    /// What keeps the form from being a book.
    public var problems: [Field: Problem] {
        var problems: [Field: Problem] = [:]
        if title.tidied.isEmpty { problems[.title] = .missing }
        if authors.allSatisfy(\.tidied.isEmpty) { problems[.authors] = .missing }
        if let rating, Rating(rating) == nil { problems[.rating] = .outOfRange }
        do throws(ISBNError) {
            _ = try readISBN()
        } catch {
            problems[.isbn] = .notAnISBN(error)
        }
        return problems
    }

    /// Writes into `draft` what this form has otherwise than `original`, and nothing else. Shelves are put on and
    /// taken off one by one, so that those others have added stay.
    func write(to draft: inout BookDraft, since original: BookForm) {
        if title != original.title { draft.title = title }
        if authors != original.authors { draft.authors = authors }
        // Of a form without problems both are right.
        if isbn != original.isbn { draft.isbn = try? readISBN() }
        if rating != original.rating { draft.rating = rating.flatMap(Rating.init) }
        if status != original.status { draft.status = status }
        if isFavorite != original.isFavorite { draft.isFavorite = isFavorite }
        let (shelves, before) = (Set(shelves), Set(original.shelves))
        draft.shelves.removeAll { before.contains($0) && !shelves.contains($0) }
        draft.shelves += self.shelves.filter { !before.contains($0) }
    }

    private func readISBN() throws(ISBNError) -> ISBN? {
        isbn.tidied.isEmpty ? nil : try ISBN(isbn.tidied)
    }
}
