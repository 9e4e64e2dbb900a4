import Domain
import Presentation

/// What `add` and `edit` take about a book besides its title.
struct BookDetails: Sendable {
    var authors: [String] = []
    var isbn: ISBN?
    var status: ReadingStatus?
    var shelves: [String] = []
    var rating: Rating?
    var isFavorite: Bool?

    static var syntax: [OptionSyntax<BookDetails>] {
        [
            .values("author", .text("<name>"), \.authors, "who wrote it"),
            .value("isbn", .isbn, \.isbn, "its ISBN, of 10 or 13 digits"),
            .value("status", .status, \.status, ReadingStatus.allCases.map(\.rawValue).alternatives),
            .values("shelf", .name("<name>"), \.shelves, "a shelf to put it on"),
            .value("rating", .rating, \.rating, "how good it is, in stars"),
            .flag("favorite", true, \.isFavorite, "mark it as a favourite"),
        ]
    }

    /// Writes what was given into the form.
    @MainActor
    func fillIn(_ editor: EditorViewModel) {
        if !authors.isEmpty { editor.form.authors = authors }
        if let isbn { editor.form.isbn = "\(isbn)" }
        if let status { editor.form.status = status }
        if let rating { editor.form.rating = rating.stars }
        if let isFavorite { editor.form.isFavorite = isFavorite }
        for shelf in shelves { editor.addShelf(shelf) }
    }
}

extension EditorViewModel {
    /// Saves the form, or throws what is wrong with it. ISBN and rating are right, because the parser has read them.
    func saveOrThrow() async throws(CommandError) -> Book? {
        if problems[.title] != nil { throw .library(.book(.noTitle)) }
        if problems[.authors] != nil { throw .library(.book(.noAuthor)) }
        return await save()
    }
}
