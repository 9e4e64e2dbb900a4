import Data
import Domain
import Storage
import TestSupport
import Testing

struct LendBookTests {
    private let library: StoredLibrary
    private let settings = MemoryKeyValueStore()
    private let lend: LendBook
    private let books: [Book]

    init() throws {
        books = [try book(1, "A"), try book(2, "B")]
        library = StoredLibrary.inMemory(LibrarySnapshot(books: books, borrowers: [try borrower(1, "Día")]))
        lend = LendBook(context(library), preferences: KeyValuePreferences(store: settings))
    }

    @Test func createsALoanAndANewBorrower() async throws {
        let listing = try await lend(books[0].id, to: " Ben  Berg ")
        #expect(listing.title == "A")
        #expect(listing.borrower == "Ben Berg")
        #expect(!listing.isOverdue)
        #expect(try await library.loans.all() == [listing.loan])
        let ben = try #require(try await library.borrowers.all().first { $0.name == "Ben Berg" })
        #expect(listing.loan.book == books[0].id)
        #expect(listing.loan.borrower == ben.id)
        #expect(listing.loan.lent == today)
        #expect(listing.loan.isOpen)
    }

    /// With the same random bits, the same input gives the same result.
    @Test func identifiersAreMadeOfTheGivenBits() async throws {
        let loan = try await lend(books[0].id, to: "Ben").loan
        #expect([loan.borrower.bits, loan.id.bits] == [1001, 1002])
    }

    @Test func nothingIsLentIfThePreferredPeriodCannotBeRead() async throws {
        let lend = LendBook(context(library), preferences: UnreadablePreferences())
        await #expect(throws: UnreadablePreferences.error) { try await lend(books[0].id, to: "Ben") }
        #expect(try await library.loans.all().isEmpty)
        // A term needs no preference.
        #expect(try await lend(books[0].id, to: "Ben", for: .until(.date(today))).loan.due == today)
    }

    @Test func aBorrowerIsRecognisedIgnoringCaseAndAccents() async throws {
        #expect(try await lend(books[0].id, to: "DIA").borrower == "Día")
        #expect(try await library.borrowers.all().count == 1)
    }

    @Test func aTermOverridesThePreferredPeriod() async throws {
        try await settings.set(try #require(LoanPeriod(7)), for: .loanPeriod)
        #expect(try await lend(books[0].id, to: "Ben").loan.due == day("2024-05-17"))
        let three = try #require(LoanPeriod(3))
        #expect(try await lend(books[1].id, to: "Ben", for: .days(three)).loan.due == day("2024-05-13"))
    }

    @Test func isDueTodayAtTheEarliest() async throws {
        #expect(try await lend(books[0].id, to: "Ben", for: .until(.date(today))).loan.due == today)
        let yesterday = day("2024-05-09")
        await #expect(throws: LibraryError.lending(.dueBeforeLent(due: yesterday, lent: today))) {
            try await lend(books[1].id, to: "Ben", for: .until(.date(yesterday)))
        }
    }

    @Test func aLentBookCannotBeLentAgain() async throws {
        _ = try await lend(books[0].id, to: "Ben")
        let before = try await library.snapshot()
        await #expect(throws: LibraryError.lending(.alreadyLent(books[0], to: "Ben", due: day("2024-06-07")))) {
            try await lend(books[0].id, to: "Cleo")
        }
        // The new borrower isn't kept either.
        #expect(try await library.snapshot() == before)
    }

    @Test func needsABookAndAName() async throws {
        let unknown = Book.ID(bits: 9)
        await #expect(throws: LibraryError.book(.noSuchBook("\(unknown)"))) { try await lend(unknown, to: "Ben") }
        await #expect(throws: LibraryError.lending(.noName)) { try await lend(books[0].id, to: " ") }
        #expect(try await library.borrowers.all().count == 1)
    }

    /// Whether a person is known is asked in the unit of work that lends to them.
    @Test func aPersonAddedByOthersMeanwhileIsKnown() async throws {
        let others = lend
        let interrupted = InterruptedLibrary(base: library) { _ = try? await others(books[1].id, to: "Cleo") }
        var context = context(interrupted)
        context.randomBits = { .random(in: 0...UInt64.max) }
        _ = try await LendBook(context, preferences: DefaultPreferences())(books[0].id, to: "Cleo")
        #expect(try await library.borrowers.all().map(\.name).sorted() == ["Cleo", "Día"])
    }

    /// Whether a book is lent is asked in the unit of work that lends it.
    @Test func aLoanMadeByOthersMeanwhileIsSeen() async throws {
        let others = lend
        let interrupted = InterruptedLibrary(base: library) { _ = try? await others(books[0].id, to: "Cleo") }
        var context = context(interrupted)
        context.randomBits = { .random(in: 0...UInt64.max) }
        await #expect(throws: LibraryError.lending(.alreadyLent(books[0], to: "Cleo", due: day("2024-06-07")))) {
            try await LendBook(context, preferences: DefaultPreferences())(books[0].id, to: "Ben")
        }
        #expect(try await library.loans.all().count == 1)
    }

    @Test func exactlyOneOfManyConcurrentLoansSucceeds() async throws {
        let outcomes = await withTaskGroup { group in
            for number in 0..<50 {
                group.addTask { (try? await lend(books[0].id, to: "Person \(number)"))?.borrower }
            }
            return await group.reduce(into: [String?]()) { $0.append($1) }
        }
        let winners = outcomes.compactMap(\.self)
        #expect(winners.count == 1)
        #expect(try await library.loans.all().count == 1)
        #expect(try await library.borrowers.all().map(\.name).sorted() == ["Día"] + winners)
    }
}

struct ExtendLoanTests {
    private let library: StoredLibrary
    private let settings = MemoryKeyValueStore()
    private let extend: ExtendLoan
    private let books: [Book]

    /// The first book is due in the future, the second one is overdue, and the third one was returned.
    init() throws {
        books = [try book(1, "A"), try book(2, "B"), try book(3, "C")]
        let ben = try borrower(1, "Ben")
        library = StoredLibrary.inMemory(
            LibrarySnapshot(
                books: books, borrowers: [ben],
                loans: [
                    loan(1, of: books[0], to: ben, due: "2024-05-12"),
                    loan(2, of: books[1], to: ben, due: "2024-05-03"),
                    loan(3, of: books[2], to: ben, due: "2024-06-01", returned: "2024-05-02"),
                ]))
        extend = ExtendLoan(context(library), preferences: KeyValuePreferences(store: settings))
    }

    @Test func thePreferredPeriodIsAddedToTheDueDayOrToTodayIfItIsLater() async throws {
        try await settings.set(try #require(LoanPeriod(7)), for: .loanPeriod)
        let extended = try await extend(books[0].id)
        #expect(extended.title == "A" && extended.borrower == "Ben" && !extended.isOverdue)
        #expect(extended.loan.due == day("2024-05-19"))
        #expect(try await library.loans.find(extended.loan.id) == extended.loan)
        #expect(try await extend(books[1].id).loan.due == day("2024-05-17"))
        #expect(try await extend(books[0].id, for: .days(try #require(LoanPeriod(1)))).loan.due == day("2024-05-20"))
    }

    @Test func aDayMayBeAnyFromTheDayItWasLent() async throws {
        let earlier = try await extend(books[0].id, for: .until(.date(day("2024-05-01"))))
        #expect(earlier.loan.due == day("2024-05-01") && earlier.isOverdue)
        let tooEarly = day("2024-04-30")
        await #expect(throws: LibraryError.lending(.dueBeforeLent(due: tooEarly, lent: day("2024-05-01")))) {
            try await extend(books[0].id, for: .until(.date(tooEarly)))
        }
        #expect(try await library.loans.all()[0] == earlier.loan)
    }

    @Test func onlyALentBook() async throws {
        await #expect(throws: LibraryError.lending(.notLent(books[2]))) { try await extend(books[2].id) }
        let unknown = Book.ID(bits: 9)
        await #expect(throws: LibraryError.book(.noSuchBook("\(unknown)"))) { try await extend(unknown) }
    }
}

struct ReturnBookTests {
    private let library: StoredLibrary
    private let takeBack: ReturnBook
    private let book1: Book

    init() throws {
        book1 = try book(1, "A")
        let ben = try borrower(1, "Ben")
        library = StoredLibrary.inMemory(
            LibrarySnapshot(
                books: [book1], borrowers: [ben],
                loans: [
                    loan(1, of: book1, to: ben, lent: "2024-01-01", due: "2024-01-02", returned: "2024-01-03"),
                    loan(2, of: book1, to: ben, due: "2024-05-02"),
                ]))
        takeBack = ReturnBook(context(library))
    }

    @Test func endsTheOpenLoan() async throws {
        let ended = try await takeBack(book1.id)
        #expect(ended.title == "A")
        #expect(ended.borrower == "Ben")
        #expect(!ended.isOverdue)
        let loans = try await library.loans.all()
        #expect(loans.map(\.returned) == [day("2024-01-03"), today])
        #expect(loans[1] == ended.loan)
    }

    @Test func aBookThatIsNotLentCannotBeReturned() async throws {
        _ = try await takeBack(book1.id)
        await #expect(throws: LibraryError.lending(.notLent(book1))) { try await takeBack(book1.id) }
        let unknown = Book.ID(bits: 9)
        await #expect(throws: LibraryError.book(.noSuchBook("\(unknown)"))) { try await takeBack(unknown) }
    }
}

struct BorrowerUseCaseTests {
    private let library: StoredLibrary
    private let rename: RenameBorrower
    private let remove: RemoveBorrower
    private let people: [Borrower]

    init() throws {
        people = [try borrower(1, "Día"), try borrower(2, "Ben")]
        let books = [try book(1, "A"), try book(2, "B")]
        library = StoredLibrary.inMemory(
            LibrarySnapshot(
                books: books, borrowers: people,
                loans: [
                    loan(1, of: books[0], to: people[0], returned: "2024-05-02"), loan(2, of: books[0], to: people[1]),
                    loan(3, of: books[1], to: people[1]),
                ]))
        rename = RenameBorrower(context(library))
        remove = RemoveBorrower(context(library))
    }

    @Test func renames() async throws {
        let renamed = try await rename(" dia ", to: " Cleo  C ")
        #expect(renamed == (try borrower(1, "Cleo C")))
        #expect(try await library.borrowers.all() == [renamed, people[1]])
    }

    @Test func aRenameMayChangeOnlyCaseAndAccents() async throws {
        #expect(try await rename("Día", to: "Dia").name == "Dia")
    }

    @Test func refusesARename() async throws {
        await #expect(throws: LibraryError.lending(.noSuchBorrower("Zoe"))) { try await rename("Zoe", to: "Ana") }
        await #expect(throws: LibraryError.lending(.noName)) { try await rename("Ben", to: " ") }
        await #expect(throws: LibraryError.lending(.nameTaken("Día"))) { try await rename("Ben", to: "DIA") }
        #expect(try await library.borrowers.all() == people)
    }

    @Test func removesWithPastLoans() async throws {
        #expect(try await remove("DIA") == people[0])
        #expect(try await library.borrowers.all() == [people[1]])
        #expect(try await library.loans.all().map(\.id.bits) == [2, 3])
    }

    @Test func aBorrowerWithBooksCannotBeRemoved() async throws {
        await #expect(throws: LibraryError.lending(.hasBooks(people[1], count: 2))) { try await remove("ben") }
        await #expect(throws: LibraryError.lending(.noSuchBorrower("Zoe"))) { try await remove("Zoe") }
        #expect(try await library.borrowers.all() == people)
    }
}

/// Preferences in a damaged file.
private struct UnreadablePreferences: PreferencesRepository {
    static let error = LibraryError.store(.damaged(location: "settings.json", line: 1, reason: "not JSON"))

    func preferences() throws(LibraryError) -> Preferences { throw Self.error }

    func observe() -> Updates<Preferences> {
        Updates { _ throws(LibraryError) in throw Self.error }
    }
}
