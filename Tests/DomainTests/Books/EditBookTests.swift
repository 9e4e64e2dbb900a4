import Data
import Domain
import TestSupport
import Testing

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
