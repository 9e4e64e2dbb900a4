import Data
import Domain
import Testing

@testable import App

/// The exact message and the exit status of each error.
struct ErrorReportTests {
    private static let due = Day(daysSince1970: 20_788)

    private func expect(
        _ error: LibraryError, _ status: Int32, _ message: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expect(.library(error), status, message, sourceLocation: sourceLocation)
    }

    private func expect(
        _ error: CommandError, _ status: Int32, _ message: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let report = ErrorReport(error)
        #expect(report.message == message, sourceLocation: sourceLocation)
        #expect(report.status.rawValue == status, sourceLocation: sourceLocation)
    }

    @Test func rulesAboutBooks() throws {
        let dune = try book(1, "Dune", by: "Frank Herbert", added: Self.due)
        expect(.book(.noTitle), 1, "a book needs a title")
        expect(.book(.noAuthor), 1, "a book needs at least one author")
        expect(.book(.noSuchShelf("x")), 1, #"there is no shelf "x"; see "bookshelf shelves""#)
        expect(.book(.noSuchBook("x")), 1, #"there is no book "x"; "bookshelf list" shows all"#)
        expect(
            .book(.prefixTooShort("k3j")), 1,
            #"there is no book "k3j"; the beginning of an identifier needs four characters or more; "bookshelf list" shows all"#
        )
        expect(
            .book(.sameISBN(try ISBN("9780441172719"), dune)), 1,
            #"the library already has ISBN 9780441172719: "Dune" (000000000001)"#)
        expect(
            .book(.finishedInFuture(Day(daysSince1970: 0))), 1,
            "a book can't be finished on 1970-01-01, which is yet to come")
        expect(
            .book(.startedAfterFinish(Self.due + 1, finished: Self.due)), 1,
            "a book finished on 2026-12-01 can't be started on 2026-12-02, after that day; "
                + "add --status reading if you are reading it again")
        expect(
            .identifierInUse("\(dune.id)"), 1, "the library already has something with the identifier 000000000001")
    }

    @Test func candidatesAreListed() throws {
        let books = try (1...25).map { try book($0, "Dune \($0)", by: "Frank Herbert", added: Self.due) }
        expect(.book(.ambiguous("dune", books)), 1, "\"dune\" matches 25 books; name one by its identifier:")
        let report = ErrorReport(.book(.ambiguous("dune", books)))
        #expect(report.details.first == "000000000001  Dune 1, Frank Herbert")
        #expect(report.details.count == 21)
        #expect(report.details.last == "and 5 more")
    }

    @Test func equalCandidatesAreToldApart() throws {
        func lines(_ fill: [(inout BookDraft) throws -> Void]) throws -> [String] {
            let books = try fill.enumerated().map { index, fill in
                var draft = BookDraft(title: "Emma", authors: ["Jane Austen"])
                try fill(&draft)
                return try Book(id: Book.ID(bits: UInt64(index)), draft: draft, added: Self.due)
            }
            let other = try book(9, "Emma", by: "Ana", added: Self.due) { $0.isbn = try? ISBN("9780141439587") }
            let report = ErrorReport(.book(.ambiguous("emma", books + [other])))
            #expect(report.details.last == "000000000009  Emma, Ana")
            return report.details.dropLast().map { String($0.dropFirst("000000000001  Emma, Jane Austen".count)) }
        }
        func detail(_ name: String, _ text: String) -> (inout BookDraft) throws -> Void {
            { $0.details[try #require(DetailName(name))] = text }
        }
        #expect(try lines([{ _ in }, { $0.isbn = try ISBN("9780441172719") }]) == ["", ", ISBN 9780441172719"])
        #expect(try lines([detail("Year Published", "1815"), detail("year", "1996")]) == [", 1815", ", 1996"])
        let penguin = detail("Publisher", "Penguin")
        #expect(try lines([penguin, detail("publisher", "Ace")]) == [", Penguin", ", Ace"])
        // Two have no ISBN, but each has its own publisher.
        let withISBN: (inout BookDraft) throws -> Void = { draft in
            draft.isbn = try ISBN("9780441172719")
            try detail("Publisher", "Vintage")(&draft)
        }
        #expect(try lines([penguin, detail("Publisher", "Ace"), withISBN]) == [", Penguin", ", Ace", ", Vintage"])
        #expect(try lines([{ _ in }, { _ in }]) == ["", ""])
    }

    @Test func restoring() {
        expect(
            .restore(.otherRecord(kind: "books", id: "x")), 1,
            "the library is in use: one of its books, x, isn't in the backup, or is different there")
        let report = ErrorReport(.restore(.library(.store(.busy(location: "x", seconds: 1)), done: 500, of: 1200)))
        #expect(report.details == ["done: 500 of 1200 \(LibrarySnapshot.nouns); run the command again for the rest"])
    }

    @Test func rulesAboutLending() throws {
        let dune = try book(1, "Dune", by: "Frank Herbert", added: Self.due)
        expect(.lending(.noName), 1, "a person needs a name")
        expect(
            .lending(.isLent(dune, to: "Ana", due: Self.due)), 1,
            #""Dune" is lent to Ana until 2026-12-01; see "bookshelf help return""#)
        expect(.lending(.alreadyLent(dune, to: "Ana", due: Self.due)), 1, "\"Dune\" is lent to Ana until 2026-12-01")
        expect(.lending(.notLent(dune)), 1, "\"Dune\" is not lent")
        expect(
            .lending(.dueBeforeLent(due: Self.due, lent: Self.due + 1)), 1,
            "a book lent on 2026-12-02 can't be due on 2026-12-01, before that day")
        expect(
            .lending(.noSuchBorrower("Ana")), 1,
            #"there is no person "Ana"; see "bookshelf people""#)
        expect(.lending(.nameTaken("Ana")), 1, "there is already a person \"Ana\"")
        let ana = try Borrower(id: Borrower.ID(bits: 1), name: "Ana")
        expect(.lending(.hasBooks(ana, count: 1)), 1, #"Ana still has 1 book; see "bookshelf loans""#)
        expect(.lending(.hasBooks(ana, count: 2)), 1, #"Ana still has 2 books; see "bookshelf loans""#)
    }

    @Test func settings() {
        expect(
            CommandError.settings(.noSuchKey("colour", known: ["color", "sort"])), 64,
            #"there is no setting "colour"; did you mean "color"?"#)
        expect(
            CommandError.settings(.noSuchKey("zzz", known: ["color", "sort"])), 64,
            #"there is no setting "zzz"; the settings are color, sort"#)
        expect(
            CommandError.settings(.badValue(key: "sort", value: "x", expected: "title")), 64,
            #"sort can't be "x": it takes title"#)
        expect(
            CommandError.settings(.badValue(key: "store", value: "kv://ana:se@cret@host", expected: "y")), 64,
            #"store can't be "…": it takes y"#)
    }

    @Test func stores() {
        expect(
            .store(.failed(operation: "write", location: "library.jsonl", reason: "No space left on device")), 74,
            "can't write library.jsonl: No space left on device")
        expect(
            .store(.damaged(location: "x", line: 3, reason: "“rating” can't be “9”")), 74,
            "x, line 3 is damaged: “rating” can't be “9”; it was left as it is; restore it from a copy")
        expect(
            .store(.damaged(location: "x", line: nil, reason: "y")), 74,
            "x is damaged: y; it was left as it is; restore it from a copy")
        expect(
            .store(.damaged(location: "x/settings.json", line: 1, reason: "y")), 74,
            "x/settings.json, line 1 is damaged: y; it was left as it is; "
                + "delete it, and all settings have their defaults again")
        expect(
            .store(.newerVersion(location: "x", found: 3, known: 2)), 74,
            "x has format version 3; this program knows versions up to 2; "
                + "get a newer version from where you got bookshelf \(Bookshelf.version)")
        expect(
            .store(.newerVersion(location: "x", found: 3, known: 2, needs: "0.3.0")), 74,
            "x has format version 3; this program knows versions up to 2; "
                + "get version 0.3.0 or later from where you got bookshelf \(Bookshelf.version)")
        expect(.store(.notAStore(location: "x", reason: "it is a folder")), 74, "x is not a library: it is a folder")
        expect(
            .store(.busy(location: "x", seconds: 10)), 74,
            "other programs have been using x for 10 seconds; try again when they are done")
        expect(
            .store(.tooLarge(location: "x", limit: "1 MiB")), 74,
            "that is too much at once for x, which takes 1 MiB; it was not stored")
        expect(.store(.unreachable(location: "x", reason: "y")), 69, "can't reach x: y")
        expect(
            .store(.unknownOutcome(location: "x", reason: "y")), 74,
            "x did not confirm the change: y; check whether it was made before trying again")
    }

    @Test func catalogues() throws {
        let isbn = try ISBN("9780441172719")
        expect(
            .catalog(.noSuchBook(isbn)), 1,
            "the catalogue has no book with ISBN 9780441172719; give its title and --author")
        expect(
            .catalog(.noAuthor(isbn, title: "Dune")), 1,
            #"the catalogue does not say who wrote "Dune", ISBN 9780441172719; add --author"#)
        expect(
            .catalog(.badAddress("https://ana:secret@x")), 64,
            """
            the setting "catalog" can't be "…": it takes an address such as https://openlibrary.org, \
            without password or query
            """)
        expect(.catalog(.unreachable(host: "x", reason: "y")), 69, "can't reach the catalogue at x: y")
        expect(.catalog(.badAnswer(host: "x", reason: "y")), 69, "the catalogue at x gave no usable answer: y")
        expect(.catalog(.notBuiltIn(remedy: "z")), 69, "this program was built without networking; z")
    }

    @Test func imports() {
        expect(.file(.input("x", reason: "Is a directory")), 66, "can't read x: Is a directory")
        expect(.importFile(.malformed(location: "x", line: 3, reason: "y")), 65, "can't import x, line 3: y")
        expect(.importFile(.malformed(location: "x", line: nil, reason: "y")), 65, "can't import x: y")
    }

    @Test func exitStatusesAreThoseOfTheDesign() {
        let statuses: [App.ExitStatus] = [
            .done, .refused, .wrongUsage, .malformedInput, .unreadableInput, .unreachable, .storeFailed,
        ]
        #expect(statuses.map(\.rawValue) == [0, 1, 64, 65, 66, 69, 74])
    }
}
