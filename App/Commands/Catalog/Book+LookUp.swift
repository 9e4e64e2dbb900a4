import Domain
import Presentation

// An ISBN is enough for a new book.
extension Book {
    static func isEnough(_ field: BookField) -> Bool { field == .isbn }

    static func completed(_ draft: BookDraft, in session: AppSession) async throws(LibraryError) -> BookDraft {
        if draft.isbn == nil { return draft }
        let lookUp = LookUpBook(session.environment.context, catalog: session.environment.catalog)
        return try await session.call(LookUpBook.self, try await lookUp(draft))
    }
}
