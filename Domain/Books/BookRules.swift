// Rules that several use cases share.

extension BookDraft {
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

extension Book {
    /// Throws `BookError.finishedInFuture` if the book was finished after `today`, and `.startedAfterFinish` if it was
    /// started after that, unless it is being read again.
    func requirePossibleDays(by today: Day) throws(LibraryError) {
        if let finished, finished > today { throw .book(.finishedInFuture(finished)) }
        if let started, let finished, started > finished, status != .reading {
            throw .book(.startedAfterFinish(started, finished: finished))
        }
    }
}

extension Repositories {
    /// The book with that identifier. Throws `BookError.noSuchBook`.
    func requireBook(_ id: Book.ID) async throws(LibraryError) -> Book {
        guard let book = try await books.find(id) else { throw .book(.noSuchBook("\(id)")) }
        return book
    }
}
