/// Changes a book. The day it was finished follows its status.
public struct EditBook: Sendable {
    private let context: UseCaseContext

    public init(_ context: UseCaseContext) {
        self.context = context
    }

    /// Calls `change` with the current book, saves the result, and returns it; the identifier stays the same.
    ///
    /// Unless `change` sets `finished` itself, a book that becomes read was finished today, and any other new status
    /// clears the day. `change` may be called more than once.
    ///
    /// Throws the errors of `Book.init`, `BookError.noSuchBook`, `BookError.sameISBN`, and `LibraryError.store`.
    public func callAsFunction(
        _ id: Book.ID, _ change: @Sendable (inout BookDraft) -> Void
    ) async throws(LibraryError) -> Book {
        let today = context.today()
        return try await context.library.perform { unit throws(LibraryError) in
            let before = try await unit.requireBook(id)
            var draft = before.draft
            change(&draft)
            if draft.status != before.status, draft.finished == before.finished {
                draft.finished = draft.status == .read ? today : nil
            }
            let after = try mapError(LibraryError.book, Book(id: id, draft: draft, added: before.added))
            try await unit.requireNoOther(withISBNOf: after)
            if after != before { try await unit.books.save(after) }
            return after
        }
    }
}
