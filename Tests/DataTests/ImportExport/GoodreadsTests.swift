import Data
import Domain
import Testing

struct GoodreadsTests {
    private static let columns24 = [
        "Book Id", "Title", "Author", "Author l-f", "Additional Authors", "ISBN", "ISBN13", "My Rating",
        "Average Rating", "Publisher", "Binding", "Number of Pages", "Year Published", "Original Publication Year",
        "Date Read", "Date Added", "Bookshelves", "Bookshelves with positions", "Exclusive Shelf", "My Review",
        "Spoiler", "Private Notes", "Read Count", "Owned Copies",
    ]
    private static let columns31: [String] =
        columns24.dropLast(2) + [
            "Read Count", "Recommended For", "Recommended By", "Owned Copies", "Original Purchase Date",
            "Original Purchase Location", "Condition", "Condition Description", "BCID",
        ]
    private static let forms: [[String]] = [
        columns24, columns24.filter { $0 != "Average Rating" }, columns31, columns24.reversed(),
    ]

    /// A row of a table with these columns; the other cells are empty.
    private static func row(_ values: [String: String], columns: [String] = columns24) -> String {
        columns.map {
            "\""
                + (values[$0] ?? "").split(separator: "\"", omittingEmptySubsequences: false)
                .joined(separator: "\"\"") + "\""
        }.joined(separator: ",")
    }

    private static func list(_ values: [String: String]..., columns: [String] = columns24) throws -> BookList {
        let usual = ["Title": "Emma", "Author": "Jane Austen", "Exclusive Shelf": "read"]
        let rows = values.map { row(usual.merging($0) { $1 }, columns: columns) }
        return try read(([columns.joined(separator: ",")] + rows).joined(separator: "\n"))
    }

    @Test(arguments: forms)
    func readsEveryForm(columns: [String]) throws {
        #expect([23, 24, 31].contains(columns.count))
        let list = try Self.list(
            [
                "Book Id": "2767052", "Title": "The Lantern  Keepers (Keepers, #1)", "Author": "Ada  Thorne",
                "Author l-f": "Thorne, Ada", "Additional Authors": "Bo Lindqvist, Carla  Ruiz",
                "ISBN": "=\"0439023483\"", "ISBN13": "=\"9780439023481\"", "My Rating": "4", "Average Rating": "4.34",
                "Date Read": "2023/08/15", "Date Added": "2021-01-02", "Bookshelves": "dystopia, read, to lend",
                "My Review": "Good,\n\"very\" good.\r\n<br/>Yes", "Exclusive Shelf": "read",
            ], ["Title": "Emma"], columns: columns)
        #expect(list.warnings.isEmpty)
        let draft = try #require(list.drafts.first)
        let book = try Book(id: Book.ID(bits: 1), draft: draft, added: Day(daysSince1970: 0))
        #expect(book.title == "The Lantern Keepers (Keepers, #1)")
        #expect(book.authors == ["Ada Thorne", "Bo Lindqvist", "Carla Ruiz"])
        #expect(book.isbn == (try ISBN("9780439023481")))
        #expect(book.rating == Rating(4))
        #expect(book.status == .read)
        #expect(book.finished == Day("2023-08-15"))
        #expect(book.added == Day("2021-01-02"))
        #expect(book.shelves == ["dystopia", "to lend"])
        #expect(list.rows.map(\.line) == [2, 5])
    }

    @Test(
        arguments: [
            ("=\"\"", "=\"\"", nil, nil),
            ("=\"0439023483\"", "=\"\"", "9780439023481", nil),
            ("=\"0439023483\"", "=\"9780439023482\"", "9780439023481", nil),
            ("=\"0306406152\"", "=\"9780439023481\"", "9780439023481", nil),
            ("=\"0439023484\"", "=\"\"", nil, ImportWarning.wrongISBN("0439023484", .wrongCheckDigit)),
            ("439023483", "9.78043902348e+12", "9780439023481", nil),
            ("B00ABCDEFG", "", nil, nil),
        ] as [(String, String, String?, ImportWarning?)])
    func takesTheValidISBN(isbn: String, isbn13: String, expected: String?, warning: ImportWarning?) throws {
        let list = try Self.list(["ISBN": isbn, "ISBN13": isbn13])
        #expect(list.drafts.map(\.isbn) == [try expected.map { try ISBN($0) }])
        #expect(list.warnings == (warning.map { [$0] } ?? []))
    }

    @Test(
        arguments: [
            ("read", "", .read, []), ("currently-reading", "", .reading, []), ("to-read", "2020/01/01", .toRead, []),
            ("did-not-finish", "2020/01/01", .abandoned, []), ("abandoned", "2020/01/01", .abandoned, ["abandoned"]),
            ("Did Not-Finish", "", .abandoned, ["Did Not-Finish"]), ("wont-finish", "", .abandoned, ["wont-finish"]),
            ("dnf", "", .abandoned, ["dnf"]), ("Unfinished", "", .abandoned, ["Unfinished"]),
            ("finished", "", .read, ["finished"]), ("", "2020/01/01", .read, []),
        ] as [(String, String, ReadingStatus, [String])])
    func theExclusiveShelfDeterminesTheStatus(
        shelf: String, dateRead: String, status: ReadingStatus, shelves: [String]
    ) throws {
        let list = try Self.list(["Exclusive Shelf": shelf, "Bookshelves": shelf, "Date Read": dateRead])
        let draft = try #require(list.drafts.first)
        let book = try Book(id: Book.ID(bits: 1), draft: draft, added: Day(daysSince1970: 0))
        #expect(book.status == status)
        #expect(book.shelves == shelves)
        #expect(book.details.isEmpty)
        #expect(list.warnings.isEmpty)
    }

    @Test(
        arguments: [("reference", "2020/01/01", .read), ("reference", "", .toRead)] as [(String, String, ReadingStatus)]
    )
    func anUnknownExclusiveShelfWarnsAndStays(shelf: String, dateRead: String, status: ReadingStatus) throws {
        let list = try Self.list(["Exclusive Shelf": shelf, "Date Read": dateRead])
        #expect(list.warnings == [.wrongStatus(shelf)])
        #expect(list.drafts.map(\.status) == [status])
        #expect(list.drafts.map(\.shelves) == [[shelf]])
        #expect(list.drafts.map(\.texts) == [["Exclusive Shelf": shelf]])
    }

    @Test func anInterruptedBookIsBeingReadAndKeepsTheWord() throws {
        let list = try Self.list(["Exclusive Shelf": "on-hold"])
        #expect(list.drafts.map(\.status) == [.reading])
        #expect(list.drafts.map(\.texts) == [["Exclusive Shelf": "on-hold"]])
        #expect(list.warnings.isEmpty)
    }

    @Test(arguments: [columns24, columns31]) func noCellIsLost(columns: [String]) throws {
        let cells = Dictionary(uniqueKeysWithValues: columns.map { ($0, "<\($0)>") }).merging(
            [
                "Title": "Dead Souls", "Author": "Nikolai Gogol", "Additional Authors": "Robert A. Maguire",
                "ISBN": #"="0140448071""#, "ISBN13": #"="9780140448078""#, "My Rating": "5", "Date Read": "2023/08/15",
                "Date Added": "2023/07/01", "Bookshelves": "russian", "Exclusive Shelf": "read",
                "My Review": "Better the second time.<br/><br/>Part two is a sketch.",
            ]) { $1 }
        let table = [columns.joined(separator: ","), Self.row(cells, columns: columns)].joined(separator: "\n")
        let book = try #require(try exported(table).first)
        let fields = [
            "Book Id": #""sources":{"goodreads":["<Book Id>"]}"#,
            "Title": #""title":"Dead Souls""#, "Author": #""authors":["Nikolai Gogol","#,
            "Additional Authors": #","Robert A. Maguire"]"#, "ISBN13": #""isbn":"9780140448078""#,
            "My Rating": #""rating":5,"#, "Date Read": #""finished":"2023-08-15""#,
            "Date Added": #""added":"2023-07-01""#, "Bookshelves": #""shelves":["russian"]"#,
            "Exclusive Shelf": #""status":"read""#,
            "My Review": #""notes":"Better the second time.\n\nPart two is a sketch.""#,
        ]
        let derived = ["Author l-f", "ISBN"]
        for column in columns where !derived.contains(column) {
            #expect(book.contains(fields[column] ?? #""\#(column)":"<\#(column)>""#), "\(column)")
        }
    }

    @Test func anISBNOfAnotherBookStays() throws {
        let list = try Self.list(["ISBN": "=\"0306406152\"", "ISBN13": "=\"9780439023481\""])
        #expect(list.drafts.map(\.texts) == [["ISBN (import)": "0306406152"]])
    }

    @Test func keepsInvalidValuesAsDetails() throws {
        let list = try Self.list(
            ["My Rating": "6", "Date Read": "2023/02/30", "Date Added": "soon"], ["My Rating": "0"])
        #expect(list.warnings == [.wrongRating("6"), .wrongDay("soon"), .wrongDay("2023/02/30")])
        #expect(list.drafts.count == 2)
        #expect(list.drafts.allSatisfy { $0.rating == nil && $0.finished == nil && $0.added == nil })
        #expect(
            list.drafts.map(\.texts) == [["My Rating": "6", "Date Read": "2023/02/30", "Date Added": "soon"], [:]])
    }

    /// The shelf stays, in its place among the others.
    @Test(arguments: [("favorites, russian", true), ("Favourites", true), ("favorites-2020", false), ("", false)])
    func theShelfFavoritesMeansAFavourite(shelves: String, isFavorite: Bool) throws {
        let list = try Self.list(["Bookshelves": shelves])
        #expect(list.drafts.map(\.isFavorite) == [isFavorite])
        #expect(list.drafts.map { $0.shelves.joined(separator: ",") } == [shelves])
        #expect(list.books.map { $0.assumed.contains(.favorite) } == [!isFavorite])
    }

    @Test func positionsOnShelvesAreKeptUnlessTheyAreOnlyTheShelves() throws {
        let list = try Self.list(
            ["Bookshelves": "a, b", "Bookshelves with positions": "a (#3), b (#12)"],
            ["Bookshelves": "a, b", "Bookshelves with positions": "a, b"])
        #expect(list.drafts.map(\.texts) == [["Bookshelves with positions": "a (#3), b (#12)"], [:]])
    }

    @Test(arguments: [("DVD", true), ("VHS Tape", true), ("Paperback", false), ("Audio CD", false), ("", false)])
    func aFilmIsNoBook(binding: String, isFilm: Bool) throws {
        let list = try Self.list(["Binding": binding])
        let isLeftOut = list.rows.map {
            if case .noBook("its Binding is \(binding)") = $0.content { true } else { false }
        }
        #expect(isLeftOut == [isFilm])
    }

    @Test func theAuthorIsOneNameEvenWithACommaOrSemicolon() throws {
        #expect(try Self.list(["Author": "Kurt Vonnegut, Jr."]).drafts[0].authors == ["Kurt Vonnegut, Jr."])
    }
}
