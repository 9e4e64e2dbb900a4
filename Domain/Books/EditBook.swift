/// Changes a book. Its status and the days on which the reader began and finished it follow each other.
public struct EditBook: Sendable {
    private let context: UseCaseContext

    public init(_ context: UseCaseContext) { self.context = context }

    /// Calls `change` with the current book, saves the result, and returns it; the identifier stays the same.
    ///
    /// A change of status to `read` sets the finish day to today if it is missing or before the start day, and one to
    /// `reading` sets a missing start day to today, unless the book has a finish day, because then it is being read again.
    /// Without a change of status, new days set it: see `followDays`. Fields that were `chosen` on purpose, perhaps to be
    /// empty, stay as `change` leaves them. `change` may be called more than once.
    ///
    /// Throws the errors of `change` and `Book.init`, `BookError.noSuchBook`, `.sameISBN`, `.finishedInFuture`,
    /// `.startedAfterFinish`, and `LibraryError.store`.
    public func callAsFunction(
        _ id: Book.ID, chosen: Set<BookField> = [],
        _ change: @Sendable (inout BookDraft) throws(LibraryError) -> Void
    ) async throws(LibraryError) -> Book {
        try await callAsFunction([id], chosen: chosen, change)[0]
    }

    /// Changes each of these books in this way: all of them, or none if one is refused. Returns them in their order.
    public func callAsFunction(
        _ ids: [Book.ID], chosen: Set<BookField> = [],
        _ change: @Sendable (inout BookDraft) throws(LibraryError) -> Void
    ) async throws(LibraryError) -> [Book] {
        let today = context.today()
        return try await context.library.perform { unit throws(LibraryError) in
            var edited: [Book] = []
            for id in ids {
                let before = try await unit.requireBook(id)
                var draft = before.draft
                try change(&draft)
                if !chosen.contains(.status) { draft.followDays(since: before.draft) }
                draft.followStatus(since: before.draft, today: today, chosen: chosen)
                let after = try mapError(LibraryError.book, Book(id: id, draft: draft, added: before.added))
                if (after.started, after.finished) != (before.started, before.finished) {
                    try after.requirePossibleDays(by: today)
                }
                if after != before { try await unit.books.save(after) }
                edited.append(after)
            }
            return edited
        }
    }
}

extension BookField {
    /// The days that follow the status.
    public static let followingStatus: [BookField] = [.started, .finished]
}

extension BookDraft {
    /// Sets the day that a change of the status since `before` means, as `EditBook` does, unless it was `chosen`.
    public mutating func followStatus(since before: BookDraft, today: Day, chosen: Set<BookField> = []) {
        if status == before.status { return }
        if status == .read, finished == before.finished, !chosen.contains(.finished) {
            // A finish day before the start day is that of an earlier reading.
            finished = finished.flatMap { $0 < started ?? $0 ? nil : $0 } ?? today
        } else if status == .reading, before.started == nil, finished == nil, !chosen.contains(.started) {
            started = started ?? today
        }
    }
}
