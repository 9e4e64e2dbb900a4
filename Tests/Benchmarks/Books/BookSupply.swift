import Domain

/// The books of a run: those in the initial libraries, and others to add.
struct BookSupply {
    private let initial: [Book]
    private let spare: [Book]

    init(most: Int) throws {
        var generator = BookGenerator()
        spare = try generator.books(5_000)
        initial = try generator.books(most)
    }

    /// The initial books of a library of this size; a larger library has the same books and more.
    func initial(_ count: Int) -> [Book] {
        Array(initial.prefix(count))
    }

    /// Books that are in no library, each once.
    func more() -> NewBooks {
        NewBooks(spare)
    }
}

/// Returns new books, one after the other.
final class NewBooks {
    private var rest: ArraySlice<Book>

    init(_ books: [Book]) {
        rest = books[...]
    }

    func next() throws -> Book {
        guard let book = rest.popFirst() else { throw BenchmarkError("there are no more new books") }
        return book
    }
}
