import Domain

/// The options of `add` and `edit` for a book's fields, without its title.
struct BookOptions: Sendable {
    var authors: [String] = []
    var isbn: ISBN?
    var status: ReadingStatus?
    var shelves: [String] = []
    var rating: Rating?
    var isFavorite: Bool?
    var added: ChosenDay?
    var started: ChosenDay?
    var finished: ChosenDay?
    var notes: String?
    var details: [(name: DetailName, text: String)] = []

    /// How to write a day, for the help of every command that takes one.
    static let dayNote = "<day> is a date such as 2026-12-31, or the word today."

    static var syntax: [OptionSyntax<BookOptions>] {
        [
            .values("author", .text("<name>").completed(by: .library(.authors)), \.authors, "an author"),
            .value("isbn", .isbn, \.isbn, "the ISBN, of 10 or 13 digits"),
            .value("status", .status, \.status, ReadingStatus.allCases.map(\.rawValue).alternatives),
            .values(
                "shelf", .name("<name>").completed(by: .library(.shelves)), \.shelves, "a shelf to put the book on"),
            .value("rating", .rating, \.rating, "your rating, in stars"),
            .flag("favorite", true, \.isFavorite, "mark the book as a favourite"),
            .value("added", .day, \.added, "the day on which you got the book"),
            .value("started", .day, \.started, "the day on which you began to read it"),
            .value("finished", .day, \.finished, "the day on which you finished it"),
            .value("notes", .text("<text>"), \.notes, "your notes on it"),
            .values("detail", .detail, \.details, "a detail, such as Publisher=Penguin"),
        ]
    }

    /// Writes the given values into `draft`.
    func write(to draft: inout BookDraft, in context: UseCaseContext) {
        if !authors.isEmpty { draft.authors = authors }
        if let isbn { draft.isbn = isbn }
        if let status { draft.status = status }
        if let rating { draft.rating = rating }
        if let isFavorite { draft.isFavorite = isFavorite }
        for shelf in shelves { draft.addShelf(shelf, folding: context.folding) }
        if let added { draft.added = added.day(today: context.today) }
        if let started { draft.started = started.day(today: context.today) }
        if let finished { draft.finished = finished.day(today: context.today) }
        if let notes { draft.notes = notes }
        for detail in details { draft.details[detail.name] = detail.text }
    }
}
