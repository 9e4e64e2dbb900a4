public import Domain
import Synchronization

/// Books in memory, for tests and previews.
public final class MemoryLibrary: Library {
    private let present: Mutex<[Book]>

    public init(_ books: [Book] = []) {
        present = Mutex(books)
    }

    public func books() -> [Book] {
        present.withLock { $0 }
    }

    public func perform(_ work: (inout [Book]) throws(LendingError) -> Void) throws(LendingError) {
        try present.withLock { present throws(LendingError) in
            var books = present
            try work(&books)
            present = books
        }
    }
}
