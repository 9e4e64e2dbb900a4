// The status of a book and the days on which the reader began and finished it follow each other.

extension Book {
    /// A change of status to `read` sets the finish day to today if it is missing or before the start day, and one to
    /// `reading` sets a missing start day to today, unless the book has a finish day, because then it is being read again.
    /// Without a change of status, new days set it. A new book is added today, and keeps the days that were entered.
    public static func follow(
        _ draft: inout BookDraft, since before: BookDraft?, chosen: Set<BookField>, today: Day
    ) {
        if !chosen.contains(.status) { draft.followDays(since: before ?? BookDraft()) }
        if let before { draft.followStatus(since: before, today: today, chosen: chosen) }
        draft.added = draft.added ?? before?.added ?? today
    }

    /// The days that follow the status.
    public static func followers(of field: BookField) -> [BookField] { field == .status ? [.started, .finished] : [] }

    /// Throws `BookError.finishedInFuture` if the book was finished after `today`, and `.startedAfterFinish` if it was
    /// started after that, unless it is being read again. Days that didn't change are not checked.
    public func check(replacing before: Book?, today: Day) throws(LibraryError) {
        if let before, (started, finished) == (before.started, before.finished) { return }
        if let finished, finished > today { throw .book(.finishedInFuture(finished)) }
        if let started, let finished, started > finished, status != .reading {
            throw .book(.startedAfterFinish(started, finished: finished))
        }
    }
}

extension BookDraft {
    /// Sets the day that a change of the status since `before` means, unless it was `chosen`.
    mutating func followStatus(since before: BookDraft, today: Day, chosen: Set<BookField>) {
        if status == before.status { return }
        if status == .read, finished == before.finished, !chosen.contains(.finished) {
            // A finish day before the start day is that of an earlier reading.
            finished = finished.flatMap { $0 < started ?? $0 ? nil : $0 } ?? today
        } else if status == .reading, before.started == nil, finished == nil, !chosen.contains(.started) {
            started = started ?? today
        }
    }

    /// If a day was entered since `before`, and no status, sets the status that follows from it: `read` from a finish day,
    /// `reading` from a start day of a book to read. An abandoned book stays abandoned.
    mutating func followDays(since before: BookDraft) {
        if status != before.status || status == .abandoned { return }
        if let finished, finished != before.finished {
            status = .read
        } else if status == .toRead, let started, started != before.started {
            status = .reading
        }
    }
}
