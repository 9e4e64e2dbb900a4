import Domain
import Presentation

struct Remove: LibraryCommand {
    var books: [String] = []
    var isConfirmed = false

    static var syntax: Syntax<Remove> {
        Syntax(
            summary: "Removes books with their loans: all of those named, or none if one of them can't be removed.",
            examples: ["remove k3jd02mxe8qa", "remove \"war and peace\" \"dead souls\"", "remove gogol --yes"],
            operands: [.oneOrMore("book", \.books, .library(.books))],
            options: [.flag("yes", \.isConfirmed, "don't ask, and accept words of title and authors")],
            notes: [Show.bookNote, yesNote])
    }

    /// For the help of commands that ask about books.
    static let yesNote = """
        On a terminal the command shows the books and asks first. Elsewhere it takes only identifiers or their
        beginnings, ISBNs and whole titles, unless --yes is given.
        """

    func run(_ context: UseCaseContext, in session: Session) async throws(LibraryError) -> ExitStatus {
        let console = session.console
        let find = FindEntity<Book>(context)
        let matches = try await session.call(FindEntity<Book>.self, try await find.matches(books), "matches")
        let (remove, ids) = (RemoveBooks(context), matches.map(\.entity.id))
        // Asks nothing about a book that can't be removed.
        _ = try await session.call(RemoveBooks.self, try await remove(ids, dryRun: true))
        let loans = try await context.library.loans.all()
        let candidates = matches.map { describe($0.entity, loans) }
        let question = candidates.count == 1 ? "Remove this book?" : "Remove these books?"
        let refusal = "a few words are not enough to remove a book; with --yes this would remove:"
        guard
            console.confirms(
                isConfirmed, question, about: candidates, done: "removed",
                refusal: matches.allSatisfy(\.isExact) ? nil : refusal)
        else { return .refused }
        let removed = try await session.call(RemoveBooks.self, try await remove(ids))
        for book in removed { console.say("Removed \(describe(book, loans)).") }
        if console.appearance.isJSON { console.print(removed.map { BookListing(book: $0) }) }
        return .done
    }

    private func describe(_ book: Book, _ loans: [Loan]) -> String {
        let count = loans.count { $0.book == book.id }
        return book.identified + (count == 0 ? "" : " with the history of \(count.counting("loan"))")
    }
}
