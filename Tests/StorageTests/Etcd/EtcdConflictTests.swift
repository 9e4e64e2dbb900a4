import Data
import Domain
import TestSupport
import Testing

/// A rule that a unit of work looks after is not broken by another writer who gets between its reads and its end: the
/// unit runs again, and sees what the other has changed.
@Suite("Conflicts in etcd", .needsEtcd, .timeLimit(.minutes(5)))
struct EtcdConflictTests {
    @Test func whatAnotherAddsIsAmongAll() async throws {
        let place = try await EtcdPlace()
        let (here, others, mine) = (try book(1), try book(2), try book(3))
        try await place.library().books.save(here)
        let run = try await place.run { unit throws(LibraryError) in
            let all = try await unit.books.all()
            if all.count < 2 { try await unit.books.save(mine) }
            return all
        } whileAnother: { library throws(LibraryError) in
            try await library.books.save(others)
        }
        #expect(run == .init(2, [here, others]))
        #expect(try await place.library().books.all() == [here, others])
    }

    @Test func whatAnotherDeletesIsNotAmongAll() async throws {
        let place = try await EtcdPlace()
        let (mine, others) = (try book(1), try book(2))
        try await place.library().books.save([mine, others])
        let run = try await place.run { unit throws(LibraryError) in
            let all = try await unit.books.all()
            if all.count > 1 { try await unit.books.delete(mine.id) }
            return all
        } whileAnother: { library throws(LibraryError) in
            try await library.books.delete(others.id)
        }
        #expect(run == .init(2, [mine]))
        #expect(try await place.library().books.all() == [mine])
    }

    @Test func whatAnotherAddsMatches() async throws {
        let place = try await EtcdPlace()
        try await place.library().books.save(book(1))
        let (mine, others) = (loan(1, of: 1), loan(2, of: 1))
        let run = try await place.save(mine, unlessLent: bookID(1), whileAnotherSaves: others)
        #expect(run == .init(2, [others]))
        #expect(try await place.library().loans.all() == [others])
    }

    @Test func whatAnotherDeletesMatchesNoMore() async throws {
        let place = try await EtcdPlace()
        try await place.library().loans.save(loan(1, of: 1))
        let run = try await place.run { unit throws(LibraryError) in
            let open = try await unit.loans.matching(.open(bookID(1)))
            if !open.isEmpty { try await unit.borrowers.save(Samples.ana) }
            return open
        } whileAnother: { library throws(LibraryError) in
            try await library.loans.delete(loan(1, of: 1).id)
        }
        #expect(run == .init(2, []))
        #expect(try await place.library().borrowers.all().isEmpty)
    }

    /// More than a transaction can have as conditions, one by one.
    @Test(arguments: [true, false])
    func whatAnotherAddsToManyOrDeletesOfThemIsSeen(isAdded: Bool) async throws {
        let place = try await EtcdPlace()
        let here = (1...120).map { loan($0, of: $0) }
        let others = isAdded ? loan(121, of: 121) : loan(120, of: 120)
        try await place.library().loans.save(here)
        let run = try await place.run { unit throws(LibraryError) in
            let open = try await unit.loans.matching(.openTo(Samples.ana.id))
            if open == here { try await unit.borrowers.save(Samples.ana) }
            return open
        } whileAnother: { library throws(LibraryError) in
            if isAdded { try await library.loans.save(others) } else { try await library.loans.delete(others.id) }
        }
        #expect(run == .init(2, isAdded ? here + [others] : here.dropLast()))
        #expect(try await place.library().borrowers.all().isEmpty)
    }

    @Test func whatWasNotReadMayChange() async throws {
        let place = try await EtcdPlace()
        let (mine, others) = (loan(1, of: 1), loan(2, of: 2))
        try await place.library().books.save([book(1), book(2)])
        let run = try await place.save(mine, unlessLent: bookID(1), whileAnotherSaves: others)
        #expect(run == .init(1, []))
        #expect(try await place.library().loans.all() == [mine, others])
    }
}

/// How often a unit of work ran, and what it read the last time.
private struct Run<Entity: LibraryEntity>: Equatable {
    let count: Int
    let read: [Entity]

    init(_ count: Int, _ read: [Entity]) {
        (self.count, self.read) = (count, read)
    }
}

extension EtcdPlace {
    /// Carries out a unit of work, which returns what it has read. At the end of its first run, before its changes are
    /// kept, another writer makes a change.
    ///
    /// The other leaves its stamp in another slot, and the library must have been written to before. Otherwise slot and
    /// format would tell of a conflict, whatever was read.
    fileprivate func run<Entity>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> [Entity],
        whileAnother change: @Sendable (EtcdLibrary) async throws(LibraryError) -> Void
    ) async throws -> Run<Entity> {
        let runs = Runs()
        let another = library(slot: 1)
        let read = try await library(slot: 0).perform { unit throws(LibraryError) in
            let read = try await work(unit)
            if await runs.next() == 1 { try await change(another) }
            return read
        }
        return Run(await runs.count, read)
    }

    /// Saves a loan unless there is an open one of that book, while another writer saves one, too.
    fileprivate func save(
        _ loan: Loan, unlessLent book: Book.ID, whileAnotherSaves others: Loan
    ) async throws -> Run<Loan> {
        try await run { unit throws(LibraryError) in
            let open = try await unit.loans.matching(.open(book))
            if open.isEmpty { try await unit.loans.save(loan) }
            return open
        } whileAnother: { library throws(LibraryError) in
            try await library.loans.save(others)
        }
    }
}
