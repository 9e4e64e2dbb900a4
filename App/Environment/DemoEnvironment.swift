import Data
import Domain
import Storage

extension AppEnvironment {
    /// A library of classics, in memory, with one of them lent; no file is touched.
    static func demo(today: @escaping @Sendable () -> Day = { .today }) -> AppEnvironment {
        AppEnvironment()
            .with(\.today, today)
            .with(\.settings, MemoryKeyValueStore())
            .with(\.library, StoredLibrary.inMemory(.classics(today: today())))
            .with(\.catalog, InMemoryCatalog(.classics))
    }
}

extension [ISBN: CatalogEntry] {
    /// A book that the library of the demo lacks.
    fileprivate static var classics: Self {
        let dune = CatalogEntry(title: "Dune", authors: ["Frank Herbert"])
        guard let isbn = try? ISBN("9780441172719"), let dune else { return [:] }
        return [isbn: dune]
    }
}

extension LibrarySnapshot {
    /// Real books; the borrower is made up.
    fileprivate static func classics(today: Day) -> LibrarySnapshot {
        let ana = try? Borrower(id: Borrower.ID(bits: 0x2A), name: "Ana")
        let books = drafts(today: today).enumerated().compactMap { place, draft in
            // Spread over all identifiers, as chance would; every draft has a title and an author.
            try? Book(id: Book.ID(bits: UInt64(place + 1) &* 0x9E37_79B9_7F4A_7C15), draft: draft, added: today)
        }
        let loans = books.prefix(1).compactMap { book in
            ana.flatMap {
                try? Loan(
                    id: Loan.ID(bits: book.id.bits ^ 0xA5A5_5A5A), book: book.id, borrower: $0.id, lent: today + -40,
                    due: today + -12)
            }
        }
        return LibrarySnapshot(books: books, borrowers: ana.map { [$0] } ?? [], loans: loans)
    }

    private static func drafts(today: Day) -> [BookDraft] {
        [
            classic(
                "Pride and Prejudice", "Jane Austen", "9780141439518", .read, 5, ["Classics"], added: today + -400,
                finished: today + -300),
            classic(
                "Cien años de soledad", "Gabriel García Márquez", "9788437604947", .reading, nil, ["Español"],
                added: today + -90),
            classic(
                "Frankenstein", "Mary Shelley", "9780141439471", .read, 4, ["Classics", "Science fiction"],
                added: today + -380, finished: today + -210),
            classic("Moby-Dick", "Herman Melville", "9780142437247", .abandoned, 2, ["Classics"], added: today + -350),
            classic(
                "The Left Hand of Darkness", "Ursula K. Le Guin", "9780441478125", .toRead, nil, ["Science fiction"],
                added: today + -14),
            classic(
                "Les Misérables", "Victor Hugo", "9782253096344", .toRead, nil, ["Classics", "Français"],
                added: today + -30),
            classic("吾輩は猫である", "夏目漱石", "9784101010014", .reading, nil, ["日本"], added: today + -7),
        ]
    }

    private static func classic(
        _ title: String, _ author: String, _ isbn: String, _ status: ReadingStatus, _ stars: Int?, _ shelves: [String],
        added: Day, finished: Day? = nil
    ) -> BookDraft {
        BookDraft(title: title, authors: [author], isbn: try? ISBN(isbn)) {
            $0.status = status
            $0.rating = stars.flatMap { Rating($0) }
            $0.isFavorite = stars == 5
            $0.shelves = shelves
            $0.added = added
            $0.finished = finished
        }
    }
}
