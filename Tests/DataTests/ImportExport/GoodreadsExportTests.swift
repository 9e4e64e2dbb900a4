import Data
import Domain
import Testing

/// The format that other programs import.
struct GoodreadsExportTests {
    private static let header =
        "Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,"
        + "Average Rating,Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Date Read,"
        + "Date Added,Bookshelves,Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,"
        + "Read Count,Owned Copies"

    private func listing(_ draft: BookDraft) throws -> Row<Book> {
        let added = try #require(Day("2023-07-01"))
        return Row(try Book(id: Book.ID(bits: 7), draft: draft, added: added))
    }

    private func write(_ books: [Row<Book>]) -> [UInt8] { GoodreadsList.write(books) }

    private func books() throws -> [Row<Book>] {
        try [
            BookDraft(title: "Dead Souls", authors: ["Nikolai Gogol", "Robert A. Maguire"], isbn: ISBN("0140448071")) {
                $0.status = .read
                $0.rating = Rating(5)
                $0.shelves = ["russian", "to lend"]
                $0.finished = Day("2023-08-15")
                $0.notes = "Better, \"the\" second\ntime."
                for (name, text) in [("Publisher", "Penguin"), ("Number of Pages", "512"), ("Read Count", "2")] {
                    if let name = DetailName(name) { $0.details[name] = text }
                }
            },
            BookDraft(title: "Emma", authors: ["Austen, Jane"], isbn: ISBN("9791234567896")) {
                $0.status = .abandoned
                $0.shelves = ["home"]
            },
            BookDraft(title: "Moby-Dick", authors: ["Herman Melville"]) { $0.status = .reading },
            BookDraft(title: "Ulysses", authors: ["James Joyce"], isbn: ISBN("080442957X")),
        ].map(listing)
    }

    @Test func writesTheColumnsOfGoodreads() throws {
        let text = String(decoding: write(try books()), as: UTF8.self)
        #expect(
            text == """
                \(Self.header)
                ,Dead Souls,Nikolai Gogol,,Robert A. Maguire,"=""0140448071\""","=""9780140448078\""",5,,Penguin,,512,,,\
                2023/08/15,2023/07/01,"russian, to lend",,read,"Better, ""the"" second<br/>time.",,,2,
                ,Emma,"Austen, Jane",,,"=""\""","=""9791234567896\""",0,,,,,,,,2023/07/01,"did-not-finish, home",,\
                did-not-finish,,,,0,
                ,Moby-Dick,Herman Melville,,,"=""\""","=""\""",0,,,,,,,,2023/07/01,currently-reading,,currently-reading,\
                ,,,0,
                ,Ulysses,James Joyce,,,"=""080442957X\""","=""9780804429573\""",0,,,,,,,,2023/07/01,to-read,,to-read,,,,0,

                """)
        #expect(GoodreadsList.omissions(in: try books()).isEmpty)
    }

    /// The number of readings, which other programs want, is the only thing that is new.
    @Test func importingItAgainGivesTheSameBooks() throws {
        let books = try books()
        let list = try BookListReader().read(write(books), from: "goodreads.csv")
        #expect(list.warnings.isEmpty)
        let count = try #require(DetailName("Read Count"))
        let expected = books.map { listing in
            var draft = listing.draft
            draft.details[count] = draft.details[count] ?? "0"
            return draft
        }
        let read = try list.drafts.map { try listing($0).draft }
        #expect(read == expected)
    }

    /// Unless the book has a detail that says how often it was read.
    @Test(arguments: [(ReadingStatus.read, "1"), (.reading, "0"), (.abandoned, "0"), (.toRead, "0")])
    func aBookThatIsReadWasReadOnce(status: ReadingStatus, count: String) throws {
        let listing = try listing(BookDraft(title: "Emma", authors: ["Jane Austen"]) { $0.status = status })
        let row = try #require(try CSVTable(String(decoding: write([listing]), as: UTF8.self)).rows.first)
        #expect(row[22] == count)
    }

    /// The first of Goodreads' own identifiers, or else the detail that earlier versions made of it.
    @Test func theIdentifierOfGoodreadsIsWritten() throws {
        let name = try #require(DetailName("Book Id"))
        func id(of sources: [String], _ detail: String? = nil) throws -> (id: String, omissions: [String]) {
            let listing = try listing(
                BookDraft(title: "Emma", authors: ["Jane Austen"]) {
                    $0.sources = BookSources(sources.compactMap(BookSource.init))
                    $0.details[name] = detail
                })
            let row = String(decoding: write([listing]), as: UTF8.self).split(separator: "\n")[1]
            let omissions = GoodreadsList.omissions(in: [listing])
            return (String(row.prefix { $0 != "," }), omissions.map { "\($0.name) (\($0.count))" })
        }
        #expect(try id(of: ["calibre:9fc1", "goodreads:2", "goodreads:1"]) == ("2", ["other sources (2)"]))
        #expect(try id(of: ["goodreads:2"], "2") == ("2", []))
        #expect(try id(of: ["goodreads:2"], "1") == ("2", ["other details (1)"]))
        #expect(try id(of: ["calibre:9fc1"], "1") == ("1", ["other sources (1)"]))
        #expect(try id(of: []) == ("", []))
    }

    /// What an import from Goodreads has, an export writes as it came: years before Christ, positions on shelves, and the
    /// HTML of reviews. Only `Author l-f` stays empty.
    @Test(arguments: [
        (
            "read", "5", "2023/08/15", "favorites, russian", "favorites (#2), russian (#10)",
            "Good.<br/> - one<br/> - two"
        ),
        (
            "to-read", "0", "", "to-read, favorites", "to-read (#7), favorites (#1)",
            "<b>Bold</b>,<br/><br/>Tom &amp; <i>J."
        ),
        (
            "currently-reading", "3", "", "currently-reading", "currently-reading (#1)",
            "1 < 2 & 3 > 2, <spoiler>no</spoiler>"
        ),
        (
            "did-not-finish", "1", "", "did-not-finish", "did-not-finish (#4)",
            #"See <a href="https://x.org/?a&amp;b">it</a>"#
        ),
        ("read", "0", "", "", "", "<br/>"),
    ])
    func aGoodreadsImportIsExportedAsItCame(
        shelf: String, rating: String, finished: String, shelves: String, positions: String, review: String
    ) throws {
        func quoted(_ text: String) -> String { "\"\(text.replacing("\"", with: "\"\""))\"" }
        let row = [
            "30289", "The Republic", "Plato", "", "Desmond Lee", #"="0140449140""#, #"="9780140449143""#, rating,
            "3.95",
            "Penguin Classics", "Paperback", "416", "2003", "-375", finished, "2021/01/31", shelves, positions, shelf,
            review, "", "lent; twice", "1", "0",
        ]
        let columns = Self.header.split(separator: ",")
        #expect(columns.count == row.count)
        let list = ([columns.map { quoted(String($0)) }] + [row.map(quoted)]).map { $0.joined(separator: ",") }
        let listings = try read(list.joined(separator: "\n")).books.map { try listing($0.draft) }
        let written = try CSVTable(String(decoding: write(listings), as: UTF8.self))
        #expect(written.rows == [row])
    }

    /// Positions of shelves that the book has left are left out, and so is a review that isn't that of the notes any more.
    @Test func whatHasChangedIsNotWrittenAsItCame() throws {
        let listing = try listing(
            BookDraft(title: "Emma", authors: ["Jane Austen"]) {
                $0.status = .read
                $0.shelves = ["b", "new"]
                $0.notes = "Not good.\nAt all."
                for (name, text) in [
                    ("Bookshelves with positions", "to-read (#9), b (#2)"), ("My Review", "<b>Good</b>"),
                ] {
                    if let name = DetailName(name) { $0.details[name] = text }
                }
            })
        let row = try #require(try CSVTable(String(decoding: write([listing]), as: UTF8.self)).rows.first)
        #expect(row[16...19] == ["b, new", "b (#2)", "read", "Not good.<br/>At all."])
        let omissions = GoodreadsList.omissions(in: [listing])
        #expect(omissions.map { "\($0.name) (\($0.count))" } == ["other details (2)"])
    }

    @Test func aFavouriteComesBackAsOne() throws {
        for shelves in [[], ["favourites"], ["a", "favorites"]] {
            let listing = try listing(
                BookDraft(title: "Emma", authors: ["Jane Austen"]) {
                    $0.isFavorite = true
                    $0.shelves = shelves
                })
            let read = try BookListReader().read(write([listing]), from: "goodreads.csv").drafts
            #expect(read.map(\.isFavorite) == [true])
            #expect(read.map { $0.shelves.map(\.tidied) } == [shelves.isEmpty ? ["favorites"] : shelves])
        }
    }

    @Test func namesEverythingThatItCannotHold() throws {
        let listing = try listing(
            BookDraft(title: "Emma", authors: ["Jane Austen", "Author, Another"]) {
                $0.status = .reading
                $0.isFavorite = true
                $0.shelves = ["a, b", "c"]
                $0.started = Day("2024-01-01")
                $0.finished = Day("2023-01-01")
                for (name, text) in [("Number of Pages", "512 p."), ("Subjects", "x"), ("BINDING", "paper")] {
                    if let name = DetailName(name) { $0.details[name] = text }
                }
            })
        let omissions = GoodreadsList.omissions(in: [listing])
        #expect(
            omissions.map { "\($0.name) (\($0.count))" } == [
                "start days (1)", "finish days of books that aren't read (1)",
                "commas, semicolons or bars in names (2)", "other details (2)",
            ])
        let text = String(decoding: write([listing]), as: UTF8.self)
        let end = ",,paper,,,,,2023/07/01,\"currently-reading, a b, c, favorites\",,currently-reading,,,,0,\n"
        #expect(text.hasSuffix(end))
    }
}
