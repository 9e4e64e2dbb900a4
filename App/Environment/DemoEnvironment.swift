import Data
import Domain
import Storage

extension AppEnvironment {
    /// A library of classics, in memory, with one of them lent; no file is touched.
    static func demo(_ trace: Trace? = nil, today: @escaping @Sendable () -> Day = { .today }) -> AppEnvironment {
        AppEnvironment(trace: trace)
            .with(\.today, today)
            .with(\.settings, MemoryKeyValueStore())
            // Nothing throws: a test shows that all samples are there.
            .with(StoredLibrary.inMemory((try? .classics(today: today())) ?? LibrarySnapshot()))
            .with(\.catalog, InMemoryCatalog.demo)
    }
}

extension LibrarySnapshot {
    /// Real books; the borrower is made up.
    fileprivate static func classics(today: Day) throws -> LibrarySnapshot {
        let books = try samples.enumerated().map { index, sample in
            let draft = BookDraft(title: sample.title, authors: [sample.author], isbn: try ISBN(sample.isbn)) {
                $0.status = sample.status
                $0.rating = Rating(sample.stars)
                $0.isFavorite = sample.stars == 5
                $0.shelves = sample.shelves
                $0.added = today + sample.added
                $0.finished = sample.finished.map { today + $0 }
            }
            // Spread over all identifiers, as random ones are.
            return try Book(id: Book.ID(bits: UInt64(index + 1) &* 0x9E37_79B9_7F4A_7C15), draft: draft, added: today)
        }
        let ana = try Borrower(id: Borrower.ID(bits: 0x2A), name: "Ana")
        let (id, lent) = (Loan.ID(bits: 0x3B4E_23E3_DA10_2F4F), today + -40)
        let loan = try Loan(id: id, book: books[0].id, borrower: ana.id, lent: lent, due: today + -12)
        return LibrarySnapshot(books: books, borrowers: [ana], loans: [loan])
    }

    private typealias Sample = (
        title: String, author: String, isbn: String, status: ReadingStatus, stars: Int, shelves: [String], added: Int,
        finished: Int?
    )

    /// Days are counted from today; 0 stars means no rating.
    private static let samples: [Sample] = [
        ("Pride and Prejudice", "Jane Austen", "9780141439518", .read, 5, ["Classics"], -400, -300),
        ("Cien años de soledad", "Gabriel García Márquez", "9788437604947", .reading, 0, ["Español"], -90, nil),
        ("Frankenstein", "Mary Shelley", "9780141439471", .read, 4, ["Classics", "Science fiction"], -380, -210),
        ("Moby-Dick", "Herman Melville", "9780142437247", .abandoned, 2, ["Classics"], -350, nil),
        ("The Left Hand of Darkness", "Ursula K. Le Guin", "9780441478125", .toRead, 0, ["Science fiction"], -14, nil),
        ("Les Misérables", "Victor Hugo", "9782253096344", .toRead, 0, ["Classics", "Français"], -30, nil),
        ("吾輩は猫である", "夏目漱石", "9784101010014", .reading, 0, ["日本"], -7, nil),
    ]
}
