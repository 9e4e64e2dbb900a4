import Domain
import Synchronization

/// The library as it was last observed, and its books in the order that a list asked for last.
final class ObservedLibrary: Sendable {
    let snapshot: LibrarySnapshot
    private let sortedBooks = Mutex<SortedBooks?>(nil)

    init(_ snapshot: LibrarySnapshot) {
        self.snapshot = snapshot
    }

    /// The page that `query` describes; `folding` must be the same each time. A query in the same order as the one
    /// before needs no sorting.
    func page(_ query: BookQuery, folding: TextFolding) -> BookPage {
        // Held while sorting, so that readings which begin together sort once.
        let books = sortedBooks.withLock { known in
            if let known, known.isInOrder(of: query) { return known }
            let books = SortedBooks(snapshot, inOrderOf: query, folding: folding)
            known = books
            return books
        }
        return books.page(query)
    }
}
