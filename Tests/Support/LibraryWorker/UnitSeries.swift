import Domain

/// The units of work of one worker: what each changes, and what all up to one of them have made of the library. Each
/// replaces, or takes away, the books, borrower and loan of one of a few groups, so that the library stays small and
/// its file needs compaction often; and writes its number into a book of its own, the ledger.
struct UnitSeries: Sendable {
    let worker: Int

    private static let groups = 12
    private static let day = Day(daysSince1970: 20_000)

    /// What a unit saves and deletes.
    struct Changes {
        var saved = LibrarySnapshot()
        var deleted = LibrarySnapshot()
    }

    func changes(by unit: Int) throws(LibraryError) -> Changes {
        let group = try group(unit)
        return unit.isMultiple(of: 5) ? Changes(deleted: group) : Changes(saved: group)
    }

    /// What is of this worker once so many units of work are done.
    func snapshot(after count: Int) throws(LibraryError) -> LibrarySnapshot {
        var (books, borrowers, loans): ([Book], [Borrower], [Loan]) = ([], [], [])
        if count > 0 { books.append(try ledger(count)) }
        for unit in max(1, count - Self.groups + 1)...max(1, count) where unit <= count {
            let saved = try changes(by: unit).saved
            books += saved.books
            borrowers += saved.borrowers
            loans += saved.loans
        }
        return LibrarySnapshot(
            books: books.sorted { $0.id < $1.id }, borrowers: borrowers.sorted { $0.id < $1.id },
            loans: loans.sorted { $0.id < $1.id })
    }

    /// What is of this worker.
    func part(of snapshot: LibrarySnapshot) -> LibrarySnapshot {
        LibrarySnapshot(
            books: snapshot.books.filter { $0.id.bits / 1000 == worker },
            borrowers: snapshot.borrowers.filter { $0.id.bits / 1000 == worker },
            loans: snapshot.loans.filter { $0.id.bits / 1000 == worker })
    }

    /// How many units of work the ledger tells of.
    func count(in snapshot: LibrarySnapshot) -> Int {
        snapshot.books.first { $0.id == Book.ID(bits: bits(999)) }.flatMap { Int($0.title) } ?? 0
    }

    /// The book that holds the number of the last unit.
    func ledger(_ unit: Int) throws(LibraryError) -> Book {
        try book(999, "\(unit)")
    }

    /// All that the unit is about: three books, a borrower, and the loan of the first of them.
    private func group(_ unit: Int) throws(LibraryError) -> LibrarySnapshot {
        let place = unit % Self.groups * 3
        let books = try (0..<3).map { number throws(LibraryError) in
            try book(place + number, "Volume \(number) of unit \(unit)")
        }
        let borrower = try borrower(place, "Ana \(unit)")
        let loan = Loan(
            id: Loan.ID(bits: bits(place)), book: books[0].id, borrower: borrower.id, lent: Self.day,
            due: Self.day + unit)
        return LibrarySnapshot(books: books, borrowers: [borrower], loans: [loan])
    }

    private func book(_ number: Int, _ title: String) throws(LibraryError) -> Book {
        do throws(BookError) {
            let draft = BookDraft(title: title, authors: ["Jane Austen"], shelves: ["Worker \(worker)"])
            return try Book(id: Book.ID(bits: bits(number)), draft: draft, added: Self.day)
        } catch {
            throw .book(error)
        }
    }

    private func borrower(_ number: Int, _ name: String) throws(LibraryError) -> Borrower {
        do throws(LendingError) {
            return try Borrower(id: Borrower.ID(bits: bits(number)), name: name)
        } catch {
            throw .lending(error)
        }
    }

    private func bits(_ number: Int) -> UInt64 { UInt64(worker * 1000 + number) }
}
