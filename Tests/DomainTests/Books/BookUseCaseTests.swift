import Data
import Domain
import TestSupport
import Testing

struct AddBookTests {
    private let library = StoredLibrary.inMemory()

    private func add(_ draft: BookDraft, bits: UInt64) async throws -> Book {
        var context = context(library)
        context.randomBits = { bits }
        return try await AddBook(context)(draft)
    }

    @Test func addsTheBook() async throws {
        let added = try await add(BookDraft(title: " A ", authors: ["Ana"]), bits: 7)
        #expect(added == (try book(7, "A")))
        #expect(try await library.books.all() == [added])
    }

    @Test func theSameISBNIsNotAddedTwice() async throws {
        let isbn = try ISBN(isbnA)
        let first = try await add(BookDraft(title: "A", authors: ["Ana"], isbn: isbn), bits: 7)
        await #expect(throws: LibraryError.book(.sameISBN(isbn, first))) {
            try await add(BookDraft(title: "B", authors: ["Ben"], isbn: isbn), bits: 8)
        }
        #expect(try await library.books.all() == [first])
    }

    @Test func booksWithTheSameTitleAndAuthorsAreTwins() async throws {
        let books = [
            try book(1, "Cien años", by: "García", "Ana"), try book(2, "Cien años II", by: "García", "Ana"),
            try book(3, "Cien años", by: "García"),
        ]
        let addBook = AddBook(context(StoredLibrary.inMemory(LibrarySnapshot(books: books))))
        var draft = BookDraft(title: " CIEN  anos", authors: ["garcia", " Ana"])
        #expect(try await addBook.twins(of: draft) == [books[0]])
        draft.authors = ["Ana"] + [" ", draft.authors[0] + " "] + draft.authors
        #expect(try await addBook.twins(of: draft) == [books[0]])
        #expect(try await addBook.twins(of: BookDraft(title: "Cien", authors: ["García", "Ana"])).isEmpty)
    }

    @Test func addingNeverReplacesABook() async throws {
        let first = try await add(BookDraft(title: "A", authors: ["Ana"]), bits: 7)
        await #expect(throws: LibraryError.identifierInUse("\(first.id)")) {
            try await add(BookDraft(title: "B", authors: ["Ben"]), bits: 7)
        }
        #expect(try await library.books.all() == [first])
    }

    @Test func anIncompleteDraftIsRefused() async throws {
        await #expect(throws: LibraryError.book(.noTitle)) { try await add(BookDraft(authors: ["Ana"]), bits: 7) }
        await #expect(throws: LibraryError.book(.noAuthor)) { try await add(BookDraft(title: "A"), bits: 7) }
        #expect(try await library.books.all().isEmpty)
    }

    @Test func onlyOneOfManyConcurrentAddsGetsTheISBN() async throws {
        let isbn = try ISBN(isbnA)
        let addBook = AddBook(context(library))
        let added = await withTaskGroup { group in
            for number in 0..<20 {
                group.addTask {
                    (try? await addBook(BookDraft(title: "\(number)", authors: ["Ana"], isbn: isbn))) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(added == 1)
        #expect(try await library.books.all().count == 1)
    }
}

struct EditBookTests {
    private let library: StoredLibrary
    private let edit: EditBook
    private let id = Book.ID(bits: 1)

    init() throws {
        library = StoredLibrary.inMemory(
            LibrarySnapshot(books: [try book(1, "A", isbn: isbnA), try book(2, "B", isbn: isbnB)]))
        edit = EditBook(context(library))
    }

    @Test func savesTheChangedBook() async throws {
        let edited = try await edit(id) { draft in
            draft.title = " New  title "
            draft.rating = stars(5)
        }
        #expect(edited.id == id)
        #expect(edited.title == "New title")
        #expect(edited.rating == stars(5))
        #expect(edited.isbn == (try ISBN(isbnA)))
        #expect(try await library.books.find(id) == edited)
    }

    @Test func severalBooksAreChangedTogetherOrNotAtAll() async throws {
        let (before, ids) = (try await library.books.all(), [Book.ID(bits: 2), id])
        let edited = try await edit(ids) { $0.status = .read }
        #expect(edited.map(\.id) == ids && edited.allSatisfy { $0.finished == today })
        #expect(try await library.books.all() == edited.reversed())
        // Only one of them can have the ISBN.
        await #expect(throws: LibraryError.self) {
            try await edit(ids) { $0.isbn = before[1].isbn }
        }
        let unknown = Book.ID(bits: 9)
        await #expect(throws: LibraryError.book(.noSuchBook("\(unknown)"))) {
            try await edit([id, unknown]) { $0.rating = stars(5) }
        }
        #expect(try await library.books.all() == edited.reversed())
    }

    @Test func aBookMarkedAsReadIsFinishedToday() async throws {
        #expect(try await edit(id) { $0.status = .read }.finished == today)
    }

    @Test func aReaderWhoWantsNoDaysGetsNone() async throws {
        let edited = try await EditBook(context(library))(id, chosen: [.finished]) { $0.status = .read }
        #expect(edited.status == .read && edited.finished == nil)
        let again = try await EditBook(context(library))(id, chosen: [.started]) { $0.status = .reading }
        #expect(again.status == .reading && again.started == nil)
    }

    @Test func aFinishedDayInTheChangeIsKept() async throws {
        let edited = try await edit(id) { draft in
            draft.status = .read
            draft.finished = day("2020-01-01")
        }
        #expect(edited.finished == day("2020-01-01"))
    }

    @Test func aBookAlreadyReadKeepsItsFinishedDay() async throws {
        _ = try await edit(id) { draft in
            draft.status = .read
            draft.finished = day("2020-01-01")
        }
        #expect(try await edit(id) { $0.title = "C" }.finished == day("2020-01-01"))
    }

    @Test(arguments: [ReadingStatus.toRead, .reading, .abandoned])
    func aBookNoLongerReadKeepsItsFinishedDay(_ status: ReadingStatus) async throws {
        _ = try await edit(id) { draft in
            draft.status = .read
            draft.finished = day("2020-01-01")
        }
        let edited = try await edit(id) { $0.status = status }
        #expect(edited.finished == day("2020-01-01"))
        // The book has a finish day, so `reading` means reading it again.
        #expect(edited.started == nil)
        #expect(try await edit(id) { $0.status = .read }.finished == day("2020-01-01"))
    }

    @Test func aBookThatTheReaderBeginsWasStartedToday() async throws {
        #expect(try await edit(id) { $0.status = .reading }.started == today)
    }

    @Test func aBookBegunAgainKeepsItsStartDay() async throws {
        _ = try await edit(id) { $0.started = day("2020-01-01") }
        #expect(try await edit(id) { $0.status = .reading }.started == day("2020-01-01"))
    }

    @Test(
        arguments: [
            (.toRead, nil, today, .read), (.toRead, today, nil, .reading), (.toRead, today + -3, today, .read),
            (.reading, nil, today, .read), (.reading, today, nil, .reading), (.read, today, nil, .read),
            (.abandoned, nil, today, .abandoned), (.abandoned, today, nil, .abandoned), (.toRead, nil, nil, .toRead),
        ] as [(ReadingStatus, Day?, Day?, ReadingStatus)])
    func aNewDayChangesTheStatus(
        _ status: ReadingStatus, started: Day?, finished: Day?, expected: ReadingStatus
    ) async throws {
        try await library.books.save(try book(3, BookDraft(title: "C", authors: ["Ana"]) { $0.status = status }))
        let id = Book.ID(bits: 3)
        let enter: @Sendable (inout BookDraft) -> Void = { draft in
            draft.started = started ?? draft.started
            draft.finished = finished ?? draft.finished
        }
        let chosen = try await EditBook(context(library))(id, chosen: [.status]) { enter(&$0) }
        #expect(chosen.status == status && chosen.started == started && chosen.finished == finished)
        _ = try await edit(id) { ($0.started, $0.finished) = (nil, nil) }
        let after = try await edit(id) { enter(&$0) }
        #expect(after.status == expected && after.started == started && after.finished == finished)
        var draft = BookDraft(title: "D", authors: ["Ana"])
        enter(&draft)
        if status == .toRead { #expect(try await AddBook(context(library))(draft).status == expected) }
    }

    @Test func aDayThatWasThereChangesNoStatus() async throws {
        let draft = BookDraft(title: "C", authors: ["Ana"]) { $0.finished = day("2020-01-01") }
        try await library.books.save(try book(3, draft))
        #expect(try await edit(Book.ID(bits: 3)) { $0.rating = stars(4) }.status == .toRead)
        let added = try await AddBook(context(library))(draft, chosen: [.status])
        #expect(added.status == .toRead && added.finished == day("2020-01-01"))
    }

    @Test func aBookIsStartedAfterItsFinishOnlyIfItIsReadAgain() async throws {
        let (start, finish) = (day("2024-02-01"), day("2024-01-01"))
        let error = LibraryError.book(.startedAfterFinish(start, finished: finish))
        await #expect(throws: error) { try await edit(id) { ($0.started, $0.finished) = (start, finish) } }
        for status in [ReadingStatus.toRead, .read, .abandoned] {
            await #expect(throws: error, "\(status)") {
                try await AddBook(context(library))(
                    BookDraft(title: "C", authors: ["D"]) {
                        ($0.status, $0.started, $0.finished) = (status, start, finish)
                    })
            }
        }
        _ = try await edit(id) { $0.finished = finish }
        await #expect(throws: error) { try await edit(id) { $0.started = start } }
        let again = try await edit(id) { ($0.status, $0.started) = (.reading, start) }
        #expect(again.started == start && again.finished == finish)
        // What else is changed meanwhile is no matter of days.
        #expect(try await edit(id) { $0.rating = stars(4) }.rating == stars(4))
        // The finish day was that of the first reading.
        let read = try await edit(id) { $0.status = .read }
        #expect(read.started == start && read.finished == today)
        #expect(try await edit(id) { $0.started = today }.started == today)
    }

    @Test func aFinishDayInTheFutureIsRefused() async throws {
        let tomorrow = today + 1
        await #expect(throws: LibraryError.book(.finishedInFuture(tomorrow))) {
            try await edit(id) { $0.finished = tomorrow }
        }
        await #expect(throws: LibraryError.book(.finishedInFuture(tomorrow))) {
            try await AddBook(context(library))(BookDraft(title: "C", authors: ["D"]) { $0.finished = tomorrow })
        }
        #expect(try await edit(id) { $0.finished = today }.finished == today)
    }

    @Test func keepsTheDayItWasAdded() async throws {
        var context = context(library)
        context.today = { today + 100 }
        let later = EditBook(context)
        #expect(try await later(id) { $0.added = nil }.added == today)
    }

    @Test func refusesAnInvalidChangeAndKeepsTheBook() async throws {
        let before = try await library.books.all()
        await #expect(throws: LibraryError.book(.noTitle)) { try await edit(id) { $0.title = " " } }
        await #expect(throws: LibraryError.book(.noAuthor)) { try await edit(id) { $0.authors = [] } }
        let taken = try ISBN(isbnB)
        await #expect(throws: LibraryError.book(.sameISBN(taken, before[1]))) {
            try await edit(id) { $0.isbn = taken }
        }
        let unknown = Book.ID(bits: 9)
        await #expect(throws: LibraryError.book(.noSuchBook("\(unknown)"))) { try await edit(unknown) { _ in } }
        #expect(try await library.books.all() == before)
    }

    @Test func concurrentChangesAreAllKept() async throws {
        await withTaskGroup { group in
            for number in 0..<20 {
                group.addTask { _ = try? await edit(id) { $0.shelves.append("shelf \(number)") } }
            }
        }
        let shelves = try #require(try await library.books.find(id)).shelves
        #expect(Set(shelves) == Set((0..<20).map { "shelf \($0)" }))
    }
}

struct FindBookTests {
    private let library: StoredLibrary
    private let find: FindEntity<Book>
    private let books: [Book]

    init() throws {
        books = [
            try book(1, "Cold Sea", isbn: isbnA),
            try book(2, BookDraft(title: "Cold Día", authors: ["Ana"]) { $0.shelves = ["Attic"] }),
            try book(0b01011 << 55, "Last"), try book(0b01011 << 55 | 1, "Least"),
        ]
        library = StoredLibrary.inMemory(LibrarySnapshot(books: books))
        find = FindEntity<Book>(context(library))
    }

    @Test func findsByIdentifierPrefixISBNOrWords() async throws {
        #expect(try await find("000000000001") == books[0])
        #expect(try await find("B00000000001") == books[3])
        #expect(try await find("978-0-306-40615-7") == books[0])
        #expect(try await find("0-306-40615-2") == books[0])
        #expect(try await find("dia COLD") == books[1])
        #expect(try await find("las") == books[2])
    }

    @Test func findsABookByAnISBNThatNoBookCanHave() async throws {
        let old = try book(1, "Old", isbn: "9780000000002")
        let find = FindEntity<Book>(context(StoredLibrary.inMemory(LibrarySnapshot(books: [old]))))
        #expect(try await find("0-00-000000-0") == old)
    }

    @Test func aPrefixHasFourCharactersOrMore() async throws {
        let only = StoredLibrary.inMemory(LibrarySnapshot(books: [books[2]]))
        let find = FindEntity<Book>(context(only))
        #expect(try await find("B000") == books[2])
        for short in ["b00", "B0", "b"] {
            await #expect(throws: LibraryError.book(.prefixTooShort(short))) { try await find(short) }
        }
        await #expect(throws: LibraryError.book(.noSuchBook("c00"))) { try await find("c00") }
    }

    @Test(
        arguments: [
            ("It", 1), (" it ", 1), ("Ít", 1), ("dead souls", 3), ("dead gogol", 3), ("gogol SOULS", 3), ("king", 1),
        ] as [(String, UInt64)])
    func aWholeTitleGoesBeforeTitlesThatContainTheWords(_ reference: String, number: UInt64) async throws {
        let books = [
            try book(1, "It", by: "Stephen King"), try book(2, "Italy", by: "Jan Morris"),
            try book(3, "Dead Souls", by: "Nikolai Gogol"), try book(4, "The Dead Dead Souls", by: "Ana"),
        ]
        let find = FindEntity<Book>(context(StoredLibrary.inMemory(LibrarySnapshot(books: books))))
        #expect(try await find(reference).id.bits == number)
    }

    @Test func severalBooksWithTheSameWholeTitleAreAmbiguousAmongThese() async throws {
        let books = [try book(1, "Emma", by: "Jane Austen"), try book(2, "Emma", by: "Ana"), try book(3, "Emma II")]
        let find = FindEntity<Book>(context(StoredLibrary.inMemory(LibrarySnapshot(books: books))))
        await #expect(throws: LibraryError.book(.ambiguous("emma", [books[0], books[1]]))) { try await find("emma") }
        #expect(try await find("emma austen") == books[0])
    }

    @Test(arguments: [
        ("000000000001", true), ("b00000000001", true), ("0-306-40615-2", true),
        ("cold sea", true), ("COLD SEA", true), ("sea", false), ("sea ana", false), ("last", true), ("las", false),
    ])
    func namesAndWordsAreToldApart(_ reference: String, isExact: Bool) async throws {
        #expect(try await find.match(reference).isExact == isExact)
    }

    @Test func anAmbiguousReferenceIsRefused() async throws {
        await #expect(throws: LibraryError.book(.ambiguous("cold", [books[0], books[1]]))) { try await find("cold") }
        await #expect(throws: LibraryError.book(.ambiguous("b0000", [books[2], books[3]]))) { try await find("b0000") }
    }

    @Test(arguments: ["", "  ", "warm", "9780804429573", "00000000000z", "cold last", "cold ben", "seaana", "attic"])
    func aReferenceToNoBookIsRefused(_ reference: String) async throws {
        await #expect(throws: LibraryError.book(.noSuchBook(reference))) { try await find(reference) }
    }
}

struct RemoveBooksTests {
    private let library: StoredLibrary
    private let remove: RemoveBooks
    private let books: [Book]

    init() throws {
        books = [try book(1, "A"), try book(2, "B"), try book(3, "C")]
        let ben = try borrower(1, "Ben")
        library = StoredLibrary.inMemory(
            LibrarySnapshot(
                books: books, borrowers: [ben],
                loans: [
                    loan(1, of: books[0], to: ben, returned: "2024-05-02"), loan(2, of: books[1], to: ben),
                    loan(3, of: books[2], to: ben, returned: "2024-05-02"),
                ]))
        remove = RemoveBooks(context(library))
    }

    @Test func removesTheBooksAndTheirLoans() async throws {
        #expect(try await remove([books[2].id, books[0].id, books[2].id]) == [books[2], books[0]])
        #expect(try await library.books.all() == [books[1]])
        #expect(try await library.loans.all().map(\.id.bits) == [2])
    }

    @Test func removesAllOrNone() async throws {
        let before = try await library.snapshot()
        await #expect(throws: LibraryError.lending(.isLent(books[1], to: "Ben", due: day("2024-05-29")))) {
            try await remove([books[0].id, books[1].id])
        }
        let unknown = Book.ID(bits: 9)
        await #expect(throws: LibraryError.book(.noSuchBook("\(unknown)"))) {
            try await remove([books[0].id, unknown])
        }
        #expect(try await library.snapshot() == before)
    }
}
