import Data
import Domain
import Testing

struct PlainTableTests {
    @Test(arguments: ["title", "Book Title", "Name", "book_title"], ["author", "Authors", "Author(s)", "Creator"])
    func recognisesCommonNames(title: String, author: String) throws {
        let list = try read("\(author),\(title),Year\nJane Austen,Emma,1815\n")
        let year = try #require(DetailName("Year"))
        #expect(list.drafts == [BookDraft(title: "Emma", authors: ["Jane Austen"]) { $0.details[year] = "1815" }])
    }

    @Test(
        arguments: [
            "Finished", "Date Finished", "day_finished", "finish_date", "Date read", "Last Date Read", "Finished on",
        ])
    func recognisesCommonNamesOfTheDayABookWasFinished(name: String) throws {
        let list = try read("title,author,\(name)\nEmma,Jane Austen,2020-03-09\n")
        #expect(list.drafts.map(\.finished) == [Day("2020-03-09")])
    }

    @Test(
        arguments: [
            ("Read", ReadingStatus.read), ("finished", .read), ("Completed", .read), ("done", .read),
            ("Want to read", .toRead), ("TBR", .toRead), ("unread", .toRead), ("Not read", .toRead),
            ("wishlist", .toRead), ("currently-reading", .reading), ("In progress", .reading), ("started", .reading),
            ("Abandoned", .abandoned), ("Did not finish", .abandoned), ("DNF", .abandoned), ("unfinished", .abandoned),
        ])
    func recognisesCommonWordsForTheStatus(word: String, status: ReadingStatus) throws {
        let list = try read("title,author,status\nEmma,Jane Austen,\(word)\n")
        #expect(list.drafts.map(\.status) == [status])
        #expect(list.warnings.isEmpty)
    }

    @Test(arguments: ["Rating", "My Rating", "star_rating", "Stars"])
    func recognisesCommonNamesOfTheRating(name: String) throws {
        #expect(try read("title,author,\(name)\nEmma,Jane Austen,4\n").drafts.map(\.rating) == [Rating(4)])
    }

    @Test func readsEveryKnownColumn() throws {
        let average = try #require(DetailName("average_rating"))
        let time = try #require(DetailName("date finished"))
        let list = try read(
            """
            title,authors,isbn-13,read status,rating,average_rating,favourite,collections,date added,date finished
            Emma,"Austen, Jane; Anon",978-0-439-02348-1,Reading,3,4.9,Yes,"classics,home",2020-01-01,2020-3-9
            Persuasion,Jane Austen; Anon,,,,4.9,,,,2020-03-09T12:00:00Z
            """)
        #expect(list.warnings.isEmpty)
        #expect(
            list.drafts.first
                == BookDraft(title: "Emma", authors: ["Jane Austen", " Anon"], isbn: try ISBN("9780439023481")) {
                    $0.status = .reading
                    $0.rating = Rating(3)
                    $0.isFavorite = true
                    $0.shelves = ["classics", "home"]
                    $0.added = Day("2020-01-01")
                    $0.finished = Day("2020-03-09")
                    $0.details[average] = "4.9"
                })
        #expect(
            list.drafts.last
                == BookDraft(title: "Persuasion", authors: ["Jane Austen", " Anon"]) {
                    $0.status = .read
                    $0.finished = Day("2020-03-09")
                    $0.details[time] = "2020-03-09T12:00:00Z"
                    $0.details[average] = "4.9"
                })
    }

    @Test func anotherProgramsIdentifierIsIgnored() throws {
        #expect(try read("id,title,author\n0123456789ab,Emma,Jane Austen\n").books.map(\.id) == [nil])
    }

    @Test(
        arguments: [
            ("439023483", "9780439023481", nil), ("9780439023481.0", "9780439023481", nil),
            ("1416524797.0", "9781416524793", nil),
            ("9.78043902348e+12", nil, .roundedISBN("9.78043902348e+12")), ("439023483.0", nil, nil), ("n/a", nil, nil),
            ("0", nil, nil),
            ("0000000000", nil, nil), ("812971060", nil, .wrongISBN("812971060", .wrongCheckDigit)),
            ("12345678901", nil, .wrongISBN("12345678901", .wrongLength(11))),
            ("9780000000002", nil, .wrongISBN("9780000000002", .notAssigned)),
            ("6600000007", nil, .wrongISBN("6600000007", .notAssigned)),
            ("4006381333931", nil, .wrongISBN("4006381333931", .wrongPrefix)),
            // Not the end of an ISBN.
            ("19", nil, .wrongISBN("19", .wrongLength(2))),
        ] as [(String, String?, ImportWarning?)])
    func readsISBNsChangedBySpreadsheets(text: String, isbn: String?, warning: ImportWarning?) throws {
        let list = try read("title,author,isbn\nEmma,Jane Austen,\(text)\n")
        #expect(list.drafts.map(\.isbn) == [try isbn.map { try ISBN($0) }])
        #expect(list.warnings == (warning.map { [$0] } ?? []))
    }

    @Test(arguments: [
        ("reading 50%", ReadingStatus.reading), ("Read 2019", .read), ("on hold", .reading), ("Wishlist", .toRead),
    ])
    func keepsAStatusThatSaysMore(text: String, status: ReadingStatus) throws {
        let draft = try #require(try read("title,author,status\nEmma,Jane Austen,\(text)\n").drafts.first)
        #expect(draft.status == status)
        #expect(draft.details.all.map(\.text) == [text])
    }

    @Test(
        arguments: [
            // Every word is a status.
            ("Shelf", ["to-read", "Currently reading", "", "DNF"], [], [.toRead, .reading, .toRead, .abandoned]),
            ("Bookshelves", ["read"], [], [.read]),
            ("Shelf", ["read", "gelesen"], ["gelesen=read"], [.read, .read]),
            // Some are other shelves, and two on one row can't both be the status.
            ("Shelf", ["to-read", "classics"], [], nil), ("Shelf", ["to-read; read"], [], nil),
            ("Shelf", ["", ""], [], nil),
            ("Shelf", ["read"], ["Shelf=shelves"], nil),
        ] as [(String, [String], [String], [ReadingStatus]?)])
    func aColumnOfShelvesWithOnlyStatusesGivesTheStatus(
        column: String, words: [String], mappings: [String], statuses: [ReadingStatus]?
    ) throws {
        let rows = words.map { "Emma,Jane Austen,\($0)\n" }.joined()
        let list = try read("Title,Author,\(column)\n" + rows, mappings: mappings)
        #expect(list.statusColumn == (statuses == nil ? nil : column))
        #expect(list.drafts.map(\.status) == statuses ?? words.map { _ in .toRead })
        #expect(list.drafts.allSatisfy { $0.shelves.isEmpty } == (statuses != nil || words.allSatisfy(\.isEmpty)))
    }

    /// A table with a status of its own has shelves, too, and so does another program's.
    @Test(arguments: [
        "Title,Author,Status,Shelf\nEmma,Jane Austen,read,to-read\n",
        "id,title,authors,status,shelves,lentTo,due\n,Emma,Jane Austen,,to-read,,\n",
    ])
    func otherTablesKeepSuchShelves(text: String) throws {
        let list = try read(text)
        #expect(list.statusColumn == nil)
        #expect(list.drafts.map(\.shelves) == [["to-read"]])
    }

    /// The author is only assumed, so that it never replaces one that a book has.
    @Test(arguments: ["title,author\nBeowulf,\nEmma,Jane Austen\n", "title,author\nBeowulf, \nEmma,Jane Austen\n"])
    func booksWithoutAnAuthorCanGetOne(text: String) throws {
        let list = try BookListReader(ImportOptions(author: "Anonymous")).read(Array(text.utf8), from: "list")
        #expect(list.drafts.map(\.authors) == [["Anonymous"], ["Jane Austen"]])
        #expect(list.books.map { $0.assumed.contains(.authors) } == [true, false])
        let titles = try BookListReader(ImportOptions(author: "Anonymous")).read(
            Array("Title\nBeowulf\n".utf8), from: "list")
        #expect(titles.drafts.map(\.authors) == [["Anonymous"]])
    }

    @Test func keepsNoStatusThatHasBeenGivenAMeaning() throws {
        let list = try read("title,author,status\nEmma,Jane Austen,1\n", mappings: ["1=read"])
        #expect(list.drafts == [BookDraft(title: "Emma", authors: ["Jane Austen"]) { $0.status = .read }])
    }

    @Test(arguments: ["2023/08", "2023-13-01", "2023-08-99999999999999999999"])
    func leavesOutAmbiguousAndInvalidDays(text: String) throws {
        let list = try read("title,author,added\nEmma,Jane Austen,\(text)\n")
        #expect(list.drafts.map(\.added) == [nil])
        #expect(list.warnings == [.wrongDay(text)])
    }

    @Test(arguments: ["08/07/2023", "5.8.23", "23/08/15"]) func asksForTheOrderOfADayWithTwoReadings(text: String)
        throws
    {
        let list = try read("title,author,added\nEmma,Jane Austen,\(text)\n")
        #expect(list.drafts.map(\.added) == [nil])
        #expect(list.warnings == [.ambiguousDay(text)])
    }

    @Test(
        arguments: [
            ("15/8/23", .dmy, "2023-08-15"), ("8/15/23", .mdy, "2023-08-15"), ("05.08.2023", .dmy, "2023-08-05"),
            ("05-08-2023 13:01", .mdy, "2023-05-08"), ("2023/8/5", .dmy, "2023-08-05"), ("1.2.68", .dmy, "2068-02-01"),
            ("1.2.69", .dmy, "1969-02-01"), ("15/8/23", .mdy, nil), ("15/8/123", .dmy, nil), ("15/8/3", .dmy, nil),
        ] as [(String, DayOrder, String?)])
    func readsDaysInTheGivenOrder(_ text: String, order: DayOrder, expected: String?) throws {
        let list = try read("title,author,added\nEmma,Jane Austen,\(text)\n", dates: order)
        #expect(list.drafts.map(\.added) == [expected.flatMap { Day($0) }])
        #expect(list.warnings == (expected == nil ? [.wrongDay(text)] : []))
    }

    @Test func aGivenFormatOverridesDetection() throws {
        let text = "Title,Author,Exclusive Shelf,Status\nEmma,Jane Austen,to-read,read\n"
        #expect(try read(text).drafts.map(\.status) == [.toRead])
        #expect(try read(text, as: .csv).drafts.map(\.status) == [.read])
        #expect(refusal(text, as: .json)?.line == 1)
    }
}
