import Domain
import Presentation

extension Import {
    /// The rows, with what the catalogue and the library know of their ISBNs. One that neither knows is rejected.
    @MainActor
    func lookUp(_ rows: [ImportRow], in session: Session) async throws(CommandError) -> [ImportRow] {
        let lookUp = LookUpBook(session.environment.context, catalog: session.environment.catalog)
        var found: [ImportRow] = []
        for var row in rows {
            session.console.showProgress("Looking up \(found.count + 1) of \(rows.count)")
            if case .book(var book) = row.content {
                do throws(LibraryError) {
                    let draft = book.draft
                    book.draft = try await session.call(LookUpBook.self, try await lookUp(draft))
                    row.content = .book(book)
                } catch {
                    switch error {
                    case .book(.sameISBN(_, let known)):
                        (book.draft.title, book.draft.authors) = (known.title, known.authors)
                        row.content = .book(book)
                    case .catalog(.noSuchBook), .catalog(.noAuthor):
                        row.content = .rejected(.notABook(reason: error.message))
                    default: throw .library(error)
                    }
                }
            }
            found.append(row)
        }
        return found
    }
}
