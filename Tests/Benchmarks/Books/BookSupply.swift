import Domain

/// The books of a run: those that libraries begin with, and others to add to them.
struct BookSupply {
    private let initial: [Book]
    private let spare: [Book]

    init(most: Int) throws {
        var generator = BookGenerator()
        spare = try generator.books(5_000)
        initial = try generator.books(most)
    }

    /// What a library of that size begins with: the same books as one of any other size, as far as they go.
    func initial(_ count: Int) -> [Book] {
        Array(initial.prefix(count))
    }

    /// Books that no library has, each once.
    func more() -> NewBooks {
        NewBooks(spare)
    }
}

/// Gives books, one after the other.
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
