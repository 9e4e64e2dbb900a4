import Domain
import Synchronization
import TestTraits
import Testing

@testable import Data

/// A repository that answers from memory: the promises of `Repository`, and the order of reads and changes.
@Suite(.endsIfItHangs)
struct CachedRepositoryTests {
    private let library = StoredLibrary.inMemory()
    private let controlled: ControlledRepository<Book>
    private let books: CachedRepository<Book>
    private let broken = LibraryError.store(.unreachable(location: "here", reason: "gone"))

    init() {
        controlled = ControlledRepository(library.books)
        books = CachedRepository(controlled)
    }

    /// Fills memory; from then on no read or change is held up.
    private func warm(_ present: Book...) async throws {
        controlled.letGo()
        try await library.books.save(present)
        _ = try await books.all()
    }

    /// Fills memory with a first read, and returns the calls that are held up after it.
    private func heldWithMemory() async throws -> AsyncStream<Gate>.Iterator {
        var held = controlled.held.makeAsyncIterator()
        async let reading = books.all()
        await held.next()?.open()
        _ = try await reading
        return held
    }

    // MARK: Promises of every repository

    @Test func readsAllInOrder() async throws {
        try await warm(book(3, "C"), book(1, "A"), book(2, "B"))
        #expect(try await books.all() == [book(1, "A"), book(2, "B"), book(3, "C")])
        #expect(try await books.find(bookID(2)) == book(2, "B"))
        #expect(try await books.find(bookID(9)) == nil)
    }

    @Test(arguments: [true, false])
    func findsByKey(isWarm: Bool) async throws {
        let isbn = try ISBN("9780441172719")
        let dune = try book(2, "Dune") { $0.isbn = isbn }
        controlled.letGo()
        try await library.books.save([book(1), dune])
        if isWarm { _ = try await books.all() }
        #expect(try await books.matching(.isbn(isbn)) == [dune])
        #expect(try await books.matching(.isbn(ISBN("9780306406157"))).isEmpty)
    }

    @Test(arguments: [true, false])
    func changesAreVisibleAtOnceAndReachTheWrappedRepository(isWarm: Bool) async throws {
        controlled.letGo()
        if isWarm { _ = try await books.all() }
        try await books.save([book(1, "A"), book(2, "B"), book(1, "Again")])
        #expect(try await books.all() == [book(1, "Again"), book(2, "B")])
        #expect(try await library.books.all() == [book(1, "Again"), book(2, "B")])
        try await books.delete([bookID(1), bookID(9)])
        #expect(try await books.all() == [book(2, "B")])
        #expect(try await library.books.all() == [book(2, "B")])
    }

    @Test func observingGivesThePresentValueAndEachLaterOne() async throws {
        try await warm(book(1, "Emma"))
        var seen = books.observe().makeAsyncIterator()
        #expect(try await seen.next() == [book(1, "Emma")])
        try await books.save(book(2, "Persuasion"))
        #expect(try await seen.next() == [book(1, "Emma"), book(2, "Persuasion")])
        // Changes nothing.
        try await books.save(book(2, "Persuasion"))
        try await books.delete(bookID(1))
        #expect(try await seen.next() == [book(2, "Persuasion")])
    }

    @Test(arguments: [true, false])
    func changesByOthersAreObserved(isWarm: Bool) async throws {
        controlled.letGo()
        if isWarm { _ = try await books.all() }
        var seen = books.observe().makeAsyncIterator()
        #expect(try await seen.next() == [])
        try await library.books.save(book(1))
        #expect(try await seen.next() == [book(1)])
        #expect(try await books.all() == [book(1)])
    }

    // MARK: Reads from memory

    @Test func withAnEmptyMemoryAllWaitForOneRead() async throws {
        try await library.books.save(book(1))
        let readers = (0..<5).map { _ in Task { try await books.all() } }
        try await yield { books.waiting == 5 }
        var held = controlled.held.makeAsyncIterator()
        await held.next()?.open()
        for reader in readers { #expect(try await reader.value == [book(1)]) }
        #expect(controlled.reads == 1)
    }

    @Test func readsFromMemoryDoNotWaitAndStartARefresh() async throws {
        var held = controlled.held.makeAsyncIterator()
        async let first = books.all()
        await held.next()?.open()
        #expect(try await first == [])

        try await library.books.save(book(1))
        // The refresh is held up, but these reads return.
        #expect(try await books.all() == [])
        #expect(try await books.all() == [])
        let refresh = await held.next()
        #expect(controlled.reads == 2)
        var seen = books.observe().makeAsyncIterator()
        #expect(try await seen.next() == [])
        refresh?.open()
        #expect(try await seen.next() == [book(1)])
        #expect(try await books.all() == [book(1)])
    }

    @Test func aFailedRefreshLeavesMemoryAsItIs() async throws {
        var held = controlled.held.makeAsyncIterator()
        let first = Task { try await books.all() }
        await held.next()?.open(broken)
        await #expect(throws: broken) { try await first.value }

        async let second = books.all()
        await held.next()?.open()
        #expect(try await second == [])
        #expect(try await books.all() == [])
        await held.next()?.open(broken)
        #expect(try await books.all() == [])
    }

    // MARK: Changes

    @Test func memoryChangesOnlyOnceTheChangeIsAcknowledged() async throws {
        var held = try await heldWithMemory()

        async let saved: Void = books.save(book(1))
        let change = await held.next()
        #expect(try await books.all() == [])
        // The refresh that this read started.
        await held.next()?.open()
        change?.open()
        try await saved
        #expect(try await books.all() == [book(1)])
    }

    @Test func aFailedChangeDoesNotAppear() async throws {
        try await warm(book(1, "Old"))
        let failing = CachedRepository(FailingRepository(library.books, error: broken))
        _ = try await failing.all()
        var seen = failing.observe().makeAsyncIterator()
        #expect(try await seen.next() == [book(1, "Old")])
        await #expect(throws: broken) { try await failing.save(book(1, "New")) }
        await #expect(throws: broken) { try await failing.delete(bookID(1)) }
        #expect(try await failing.all() == [book(1, "Old")])
        // The next update is the change by another.
        try await library.books.save(book(2))
        #expect(try await seen.next() == [book(1, "Old"), book(2)])
    }

    @Test func aReadThatBeganBeforeAChangeDoesNotUndoIt() async throws {
        var held = try await heldWithMemory()

        // The refresh has read before the change, but is held up.
        _ = try await books.all()
        let early = await held.next()
        async let saved: Void = books.save(book(1))
        await held.next()?.open()
        try await saved
        early?.open()
        // The refresh reads again.
        let again = await held.next()
        #expect(try await books.all() == [book(1)])
        again?.open()
        #expect(try await books.all() == [book(1)])
        #expect(controlled.reads == 3)
    }

    @Test func aReadAfterAChangeSeesItEvenWithAnEmptyMemory() async throws {
        var held = controlled.held.makeAsyncIterator()
        async let early = books.all()
        let reading = await held.next()
        async let saved: Void = books.save(book(1))
        await held.next()?.open()
        try await saved
        async let late = books.all()
        try await yield { books.waiting == 2 }
        reading?.open()
        await held.next()?.open()
        #expect(try await late == [book(1)])
        #expect(try await early == [book(1)])
    }

    /// Two reads overlap: one for a reader, one for an observer.
    @Test func anEarlierReadDoesNotReplaceALaterOne() async throws {
        var held = try await heldWithMemory()

        _ = try await books.all()
        let early = await held.next()
        var seen = books.observe().makeAsyncIterator()
        #expect(try await seen.next() == [])
        let later = await held.next()
        try await library.books.save(book(1))
        // Both have read before that change. The observer reads again.
        later?.open()
        await held.next()?.open()
        #expect(try await seen.next() == [book(1)])
        early?.open()
        try await yield { books.waiting == 0 }
        #expect(try await books.all() == [book(1)])
    }

    @Test func changesAreMadeOneAtATime() async throws {
        var held = try await heldWithMemory()
        let begun = Mutex(0)
        var saves: [Task<Void, any Error>] = []
        for number in 1...50 {
            let save = Task { @Sendable in
                begun.withLock { $0 += 1 }
                try await books.save(book(number % 5 + 1, "\(number)"))
            }
            saves.append(save)
        }
        // Now all but the few that are running have called, and the first is held up.
        try await yield { begun.withLock { $0 } == 50 }
        for _ in saves { await held.next()?.open() }
        for save in saves { try await save.value }
        #expect(controlled.mostSaves == 1)
        controlled.letGo()
        #expect(try await books.all() == library.books.all())
    }
}

/// Reads, but fails every change.
private struct FailingRepository<Entity: LibraryEntity>: Repository {
    private let base: any Repository<Entity>
    private let error: LibraryError

    init(_ base: any Repository<Entity>, error: LibraryError) {
        self.base = base
        self.error = error
    }

    func all() async throws(LibraryError) -> [Entity] { try await base.all() }
    func find(_ id: Entity.ID) async throws(LibraryError) -> Entity? { try await base.find(id) }
    func matching(_ key: Entity.LookupKey) async throws(LibraryError) -> [Entity] { try await base.matching(key) }
    func save(_ entities: [Entity]) async throws(LibraryError) { throw error }
    func delete(_ ids: [Entity.ID]) async throws(LibraryError) { throw error }
    func observe() -> Updates<[Entity]> { base.observe() }
}
