import Data
import Domain
import Presentation

extension BookList {
    /// With what the catalogue and the library know of the ISBNs, if the list has nothing else. A row that neither knows is
    /// rejected.
    @MainActor
    func withTitles(in session: AppSession) async throws(CommandError) -> BookList {
        guard lacksTitles else { return self }
        let lookUp = LookUpBook(session.environment.context, catalog: session.environment.catalog)
        var list = self
        for (index, row) in rows.enumerated() {
            session.console.showProgress("Looking up \(index + 1) of \(rows.count)")
            guard case .book(var book) = row.content else { continue }
            do throws(LibraryError) {
                let draft = book.draft
                book.draft = try await session.call(LookUpBook.self, try await lookUp(draft))
                list.rows[index].content = .book(book)
            } catch {
                switch error {
                case .book(.sameISBN(_, let known)):
                    (book.draft.title, book.draft.authors) = (known.title, known.authors)
                    list.rows[index].content = .book(book)
                case .catalog(.noSuchBook), .catalog(.noAuthor):
                    list.rows[index].content = .rejected(.notABook(reason: error.message))
                default: throw .library(error)
                }
            }
        }
        return list
    }
}
