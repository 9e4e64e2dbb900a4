/// Lends a book to a person.
public struct LendBook: Sendable {
    private let library: any Library

    public init(_ library: any Library) {
        self.library = library
    }

    /// Throws the errors of `Book.lend` and `Library.perform`, and `.noSuchBook`.
    public func callAsFunction(_ title: String, to person: String) throws(LendingError) {
        try library.perform { books throws(LendingError) in
            guard let index = books.firstIndex(where: { $0.title == title }) else { throw .noSuchBook(title) }
            try books[index].lend(to: person)
        }
    }
}
