public import Domain

/// What people read about a field.
public struct BookFieldWords: Sendable {
    /// The name of the field in a form.
    public let label: String
    /// What one of several values is called.
    public var each: String?
    /// What its value is, for people who enter one.
    public let help: String
    /// What removing it means; nil if it can't be removed.
    public var removal: String?
    /// The message if the value is missing; nil if it may be.
    public var missing: String?
}

extension BookField {
    public var words: BookFieldWords {
        switch self {
        case .title: BookFieldWords(label: "Title", help: "the title", missing: BookError.noTitle.message)
        case .authors:
            BookFieldWords(label: "Authors", each: "author", help: "an author", missing: BookError.noAuthor.message)
        case .isbn: BookFieldWords(label: "ISBN", help: "the ISBN, of 10 or 13 digits", removal: "remove the ISBN")
        case .status: BookFieldWords(label: "Status", help: ReadingStatus.words.alternatives)
        case .rating: BookFieldWords(label: "Rating", help: "your rating, in stars", removal: "remove the rating")
        case .favorite:
            BookFieldWords(
                label: "Favourite", help: "mark the book as a favourite",
                removal: "no longer mark the book as a favourite")
        case .shelves:
            BookFieldWords(
                label: "Shelves", each: "shelf", help: "a shelf to put the book on",
                removal: "a shelf to take the book off")
        case .added:
            BookFieldWords(
                label: "Added", help: "the day on which you got the book",
                missing: "a book needs the day on which it was added")
        case .started:
            BookFieldWords(
                label: "Started", help: "the day on which you began to read it",
                removal: "remove the day on which you began")
        case .finished:
            BookFieldWords(
                label: "Finished", help: "the day on which you finished it",
                removal: "remove the day on which you finished")
        case .notes: BookFieldWords(label: "Notes", help: "your notes on it", removal: "remove the notes")
        case .details:
            BookFieldWords(
                label: "Details", each: "detail", help: "a detail, such as Publisher=Penguin",
                removal: "a detail to remove")
        case .sources:
            BookFieldWords(
                label: "Sources", each: "source", help: "the identifiers that other programs gave it",
                removal: "a program whose identifiers to remove")
        }
    }
}
