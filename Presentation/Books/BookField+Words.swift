public import Domain

extension BookField: DescribedField {
    public var words: FieldWords {
        switch self {
        case .title: FieldWords(label: "Title", help: "the title", missing: BookError.noTitle.message)
        case .authors:
            FieldWords(label: "Authors", each: "author", help: "an author", missing: BookError.noAuthor.message)
        case .isbn: FieldWords(label: "ISBN", help: "the ISBN, of 10 or 13 digits", removal: "remove the ISBN")
        case .status: FieldWords(label: "Status", help: ReadingStatus.words.alternatives)
        case .rating: FieldWords(label: "Rating", help: "your rating, in stars", removal: "remove the rating")
        case .favorite:
            FieldWords(
                label: "Favourite", help: "mark the book as a favourite",
                removal: "no longer mark the book as a favourite")
        case .shelves:
            FieldWords(
                label: "Shelves", each: "shelf", help: "a shelf to put the book on",
                removal: "a shelf to take the book off", lacking: "is not on a")
        case .added:
            FieldWords(
                label: "Added", help: "the day on which you got the book",
                missing: BookError.noAddedDay.message)
        case .started:
            FieldWords(
                label: "Started", help: "the day on which you began to read it",
                removal: "remove the day on which you began")
        case .finished:
            FieldWords(
                label: "Finished", help: "the day on which you finished it",
                removal: "remove the day on which you finished")
        case .notes: FieldWords(label: "Notes", help: "your notes on it", removal: "remove the notes")
        case .details:
            FieldWords(
                label: "Details", each: "detail", help: "a detail, such as Publisher=Penguin",
                removal: "a detail to remove")
        case .sources:
            FieldWords(
                label: "Sources", each: "source", help: "the identifiers that other programs gave it",
                removal: "a program whose identifiers to remove")
        }
    }

    public func problem(_ error: LibraryError) -> String {
        if case .book(.notAnISBN(let error)) = error { error.message } else { usualProblem(error) }
    }
}
