/// Changes a book. A change of status fills in the day on which the reader began or finished it.
public struct EditBook: Sendable {
    private let context: UseCaseContext

    public init(_ context: UseCaseContext) { self.context = context }

    /// Calls `change` with the current book, saves the result, and returns it; the identifier stays the same.
    ///
    /// A change of status to `read` sets a missing finish day to today, and one to `reading` a missing start day,
    /// unless the book has a finish day, because then it is being read again. Fields that were `emptied` on purpose
    /// stay empty, and a day that the book has stays. `change` may be called more than once.
    ///
    /// Throws the errors of `change` and `Book.init`, `BookError.noSuchBook`, `.sameISBN`, `.finishedInFuture`, and
    /// `LibraryError.store`.
    public func callAsFunction(
        _ id: Book.ID, emptied: Set<BookField> = [],
        _ change: @Sendable (inout BookDraft) throws(LibraryError) -> Void
    ) async throws(LibraryError) -> Book {
        let today = context.today()
        return try await context.library.perform { unit throws(LibraryError) in
            let before = try await unit.requireBook(id)
            var draft = before.draft
            try change(&draft)
            if draft.status != before.status {
                if draft.status == .read, before.finished == nil, !emptied.contains(.finished) {
                    draft.finished = draft.finished ?? today
                } else if draft.status == .reading, before.started == nil, draft.finished == nil,
                    !emptied.contains(.started)
                {
                    draft.started = draft.started ?? today
                }
            }
            let after = try mapError(LibraryError.book, Book(id: id, draft: draft, added: before.added))
            if after.finished != before.finished { try after.requireNotFinished(after: today) }
            try await unit.requireUnused(after.isbn, besides: id)
            if after != before { try await unit.books.save(after) }
            return after
        }
    }
}
