import Data
import Domain
import Testing

/// Values as their writers meant them, where a program could read something else.
struct NothingMisreadTests {
    private static func authors(_ cells: [String], _ form: AuthorsForm? = nil) throws -> BookList {
        let rows = cells.map { "T,\"\($0)\"\n" }.joined()
        return try BookListReader(ImportOptions(authors: form)).read(Array("Title,Author\n\(rows)".utf8), from: "list")
    }

    @Test(
        arguments: [
            (["Tolkien, J.R.R."], [["J.R.R. Tolkien"]], .lastFirst),
            (["García Márquez, Gabriel", "Plato"], [["Gabriel García Márquez"], ["Plato"]], .lastFirst),
            (["Le Guin, Ursula K.", "Homer"], [["Ursula K. Le Guin"], ["Homer"]], .lastFirst),
            (["Martin Luther King, Jr."], [["Martin Luther King, Jr."]], nil),
            (["King, Martin Luther, Jr."], [["Martin Luther King Jr."]], .lastFirst),
            (["Jane Austen, Martin Luther King, Jr."], [["Jane Austen", "Martin Luther King, Jr."]], nil),
            // The rest of the column separates by semicolons, or by commas.
            (
                ["Tolkien, J.R.R.", "Marx, Karl; Engels, Friedrich"],
                [["J.R.R. Tolkien"], ["Karl Marx", "Friedrich Engels"]], .semicolon
            ),
            (
                ["Jane Austen, Ben Ray", "Ana Lee, Cy Fox", "Plato, Sappho"],
                [["Jane Austen", "Ben Ray"], ["Ana Lee", "Cy Fox"], ["Plato", "Sappho"]], .comma
            ),
            (["Jane Austen, Ben Ray", "Tolkien, J.R.R."], [["Jane Austen", "Ben Ray"], ["J.R.R. Tolkien"]], .comma),
            // As BibTeX and Book Catalogue separate names.
            (["Lewis, C. S. and Tolkien, J. R. R."], [["C. S. Lewis", "J. R. R. Tolkien"]], .lastFirst),
            (
                ["Lewis, C. S. & Tolkien, J. R. R.", "Eco, Umberto"],
                [["C. S. Lewis", "J. R. R. Tolkien"], ["Umberto Eco"]], .lastFirst
            ),
            (["Lewis, C. S.|Tolkien, J. R. R."], [["C. S. Lewis", "J. R. R. Tolkien"]], .lastFirst),
            (["Terry Pratchett & Neil Gaiman"], [["Terry Pratchett", "Neil Gaiman"]], nil),
            (["Steven D. Levitt and Stephen J. Dubner"], [["Steven D. Levitt", "Stephen J. Dubner"]], nil),
            (
                ["Simon & Schuster", "Bank of England and Mint of Wales"],
                [["Simon & Schuster"], ["Bank of England and Mint of Wales"]], nil
            ),
            // What a person did stays behind the name.
            (
                ["Greenblatt, Stephen (ed.)", "Heaney, Seamus (ed. trans.)"],
                [["Stephen Greenblatt (ed.)"], ["Seamus Heaney (ed. trans.)"]], .lastFirst
            ),
            // Institutions aren't turned round, and "et al." is nobody.
            (
                [
                    "Knuth, Donald; Graham, Ronald", "Ministry of Agriculture, Fisheries and Food",
                    "Sagan, Carl; et al.",
                ],
                [["Donald Knuth", "Ronald Graham"], ["Ministry of Agriculture, Fisheries and Food"], ["Carl Sagan"]],
                .semicolon
            ),
            // Surnames and first names in turn, and suffixes wherever they stand.
            (
                ["King, Martin Luther, King, Coretta Scott"], [["Martin Luther King", "Coretta Scott King"]], .lastFirst
            ),
            (
                ["Strunk, William, Jr., White, E. B.", "Gates, Henry Louis III"],
                [["William Strunk Jr.", "E. B. White"], ["Henry Louis Gates III"]], .lastFirst
            ),
            (["Smith, John, and Roe, Ann"], [["John Smith", "Ann Roe"]], .lastFirst),
            (
                ["John Smith, Jane Doe, & Ann Roe", "Cy Fox, Jane Doe and Ann Roe"],
                [["John Smith", "Jane Doe", "Ann Roe"], ["Cy Fox", "Jane Doe", "Ann Roe"]], nil
            ),
        ] as [([String], [[String]], AuthorsForm?)])
    func theColumnTellsHowAuthorsAreWritten(cells: [String], authors: [[String]], form: AuthorsForm?) throws {
        let list = try Self.authors(cells)
        #expect(list.drafts.map { $0.authors.map(\.tidied) } == authors)
        #expect(list.choices == (form.map { [.authors($0)] } ?? []))
    }

    @Test(
        arguments: [
            (.comma, ["Austen", "Jane"]), (.lastFirst, ["Jane Austen"]), (.semicolon, ["Jane Austen"]),
        ] as [(AuthorsForm, [String])])
    func anOptionTellsHowAuthorsAreWritten(form: AuthorsForm, authors: [String]) throws {
        let list = try Self.authors(["Austen, Jane"], form)
        #expect(list.drafts.map { $0.authors.map(\.tidied) } == [authors])
        #expect(list.choices.isEmpty)
        let json = try BookListReader(ImportOptions(authors: form)).read(
            Array(#"[{"title":"T","author":"Austen, Jane"}]"#.utf8), from: "list")
        #expect(json.drafts.map { $0.authors.map(\.tidied) } == [authors])
    }

    @Test(arguments: [
        "3. März 2019", "3 mars 2019", "3 de marzo de 2019", "3 marzo 2019", "3 maart 2019", "March 3rd, 2019",
    ])
    func monthsHaveNamesInSixLanguages(text: String) throws {
        let list = try BookListReader().read(Array("Title,Author,Date read\nT,A,\"\(text)\"\n".utf8), from: "list")
        #expect(list.drafts.map(\.finished) == [Day("2019-03-03")])
    }

    /// Its titles are in a column that isn't known.
    @Test func aTableWithISBNsIsNoListOfISBNs() {
        let table = Array("Titel;Verfasser;ISBN\nKrabat;Otfried Preußler;9783522202275\n".utf8)
        #expect { try BookListReader().read(table, from: "list") } throws: { "\($0)".contains("no column of titles") }
    }

    @Test func articlesAreNoBooks() throws {
        let table = "Item Type,Author,Title\njournalArticle,\"Turing, A. M.\",Intelligence\nbook,Ana Lee,Concrete\n"
        let list = try BookListReader().read(Array(table.utf8), from: "list")
        #expect(list.drafts.map(\.title) == ["Concrete"])
    }

    @Test func digitsOfAnyScriptAreMeantAsAnISBN() throws {
        let list = try BookListReader().read(Array("Title,Author,ISBN\nT,A,９７８４１０１００１０１６\n".utf8), from: "list")
        #expect(list.rows.map(\.warnings) == [[.wrongISBN("９７８４１０１００１０１６", .wrongCheckDigit)]])
    }

    @Test func entitiesAreCharacters() throws {
        let goodreads = try read(
            "Title,Author,Additional Authors,Bookshelves,Exclusive Shelf\n"
                + "Tom &amp; Ann,Bryan O&#39;Test,\"Ed O&#39;Test, Eve\",\"o&#39;s, x\",read\n")
        #expect(goodreads.drafts.map(\.title) == ["Tom & Ann"])
        #expect(goodreads.drafts.map { $0.authors.map(\.tidied) } == [["Bryan O'Test", "Ed O'Test", "Eve"]])
        #expect(goodreads.drafts.map { $0.shelves.map(\.tidied) } == [["o's", "x"]])
        let plain = try read("Title,Author,Shelf\nT,Bryan O&#39;Test,O&#x27;s\nB,AT&T; Bell,\n")
        #expect(plain.drafts.map { $0.authors.map(\.tidied) } == [["Bryan O'Test"], ["AT&T", "Bell"]])
        #expect(plain.drafts.map(\.shelves) == [["O's"], []])
        // This program's own lists have none.
        let own = try read("id,title,authors,status,lentTo,due\n,A &amp; B,C,,,\n")
        #expect(own.drafts.map(\.title) == ["A &amp; B"])
    }

    @Test(arguments: [
        ("Kindle Edition with Audio/Video", false), ("Vinyl Bound", false), ("Paperback (Movie Tie-In)", false),
        ("Vinyl", true), ("Blu-ray", true), ("DVD", true),
    ])
    func bindingsOfBooksAreBooks(binding: String, isFilm: Bool) throws {
        let list = try read("Title,Author,Binding,Exclusive Shelf\nT,A,\(binding),read\n")
        #expect(list.drafts.isEmpty == isFilm)
    }

    @Test func calibresListInJSONHasTenForFiveStars() throws {
        let text = """
            [{"authors": "A & B", "cover": "/home/a.jpg", "id": 7, "rating": 4, "tags": ["x", "y"], "title": "T",
              "timestamp": "2021-01-19T22:41:16+01:00", "uuid": "3051ed45"},
             {"authors": "Simon && Schuster", "id": 8, "rating": 9, "title": "U"}]
            """
        let list = try read(text)
        #expect(list.choices == [.calibre])
        #expect(list.drafts.map(\.authors) == [["A", "B"], ["Simon & Schuster"]])
        #expect(list.drafts.map(\.rating) == [Rating(2), Rating(5)])
        #expect(list.drafts[0].shelves == ["x", "y"])
        #expect(list.drafts[0].ids == ["calibre:3051ed45"])
        #expect(list.drafts[0].added == Day("2021-01-19"))
        #expect(list.drafts[0].texts["cover"] == nil)
        #expect(list.warnings == [.roundedRating("4.5", stars: 5)])
        #expect(try read(text, as: .json).drafts[0].rating == Rating(4))
        // Any other program's identifier isn't a number, or its authors are a list.
        #expect(try read(#"[{"id": 7, "title": "T", "authors": ["A"], "rating": 4}]"#).drafts[0].rating == Rating(4))
    }

    @Test(
        arguments: [
            ("9.78014E+12", nil, .roundedISBN("9.78014E+12")), ("9,78044E+12", nil, .roundedISBN("9,78044E+12")),
            ("٩٧٨٠١٤١٤٣٩٥٨٧", "9780141439587", nil), ("９７８０１４１４３９５８７", "9780141439587", nil),
            ("978-0-14-143958-7 (pbk.)", "9780141439587", nil), ("ISBN-13: 978-0-14-143958-7", "9780141439587", nil),
            ("ISBN 0141439580", "9780141439587", nil), ("0141439580 : $9.99", "9780141439587", nil),
            ("0141439580 9780141439587", "9780141439587", nil), ("0141439580; 9780141439587", "9780141439587", nil),
            ("9,780,141,439,587", "9780141439587", nil), ("\u{200E}978-0141439587", "9780141439587", nil),
        ] as [(String, String?, ImportWarning?)])
    func isbnsAsPeopleAndSpreadsheetsWriteThem(text: String, isbn: String?, warning: ImportWarning?) throws {
        let list = try read("title,author,isbn\nEmma,Jane Austen,\"\(text)\"\n")
        #expect(list.drafts.map(\.isbn) == [try isbn.map { try ISBN($0) }])
        #expect(list.warnings == (warning.map { [$0] } ?? []))
        if isbn == nil { #expect(list.drafts[0].texts == ["isbn (import)": text]) }
        if text.contains("pbk") { #expect(list.drafts[0].texts == ["isbn (import)": text]) }
    }

    @Test(
        arguments: [
            ("January 5, 2024", "2024-01-05"), ("5 January 2024", "2024-01-05"), ("5-Jan-24", "2024-01-05"),
            ("Jan 5th, 2024", "2024-01-05"), ("Friday, 5 January 2024", "2024-01-05"), ("2024 Sept 5", "2024-09-05"),
            ("1/13/2025", "2025-01-13"), ("13.1.2025", "2025-01-13"), ("5/5/2024", "2024-05-05"),
        ])
    func daysWithOneReading(text: String, day: String) throws {
        let list = try read("title,author,finished\nEmma,Jane Austen,\"\(text)\"\n")
        #expect(list.drafts.map(\.finished) == [Day(day)])
        #expect(list.warnings.isEmpty && list.choices.isEmpty)
        #expect(list.drafts[0].details.isEmpty || text.hasPrefix("Friday"))
    }

    @Test func daysOfTheListDecideTheOrder() throws {
        let list = try read("title,author,added,finished\nA,X,3/4/2024,1/13/2025\nB,X,5/6/2024,\n")
        #expect(list.drafts.map(\.added) == [Day("2024-03-04"), Day("2024-05-06")])
        #expect(list.choices == [.days(.mdy)])
        // Both orders are there, so nothing decides.
        let mixed = try read("title,author,added\nA,X,3/4/2024\nB,X,1/13/2025\nC,X,13/1/2025\n")
        #expect(mixed.drafts.map(\.added) == [nil, Day("2025-01-13"), Day("2025-01-13")])
        #expect(mixed.warnings == [.ambiguousDay("3/4/2024")] && mixed.choices.isEmpty)
    }

    @Test(
        arguments: [
            ("4,5", 5, .roundedRating("4,5", stars: 5)), ("★★★★☆", 4, nil), ("4/5", 4, nil), ("8/10", 4, nil),
            ("4 out of 5", 4, nil), ("3 stars", 3, nil), ("⭐️⭐️", 2, nil), ("80%", 4, nil),
            ("★★½", 3, .roundedRating("★★½", stars: 3)), ("11/10", nil, .wrongRating("11/10")),
            ("good", nil, .wrongRating("good")),
        ] as [(String, Int?, ImportWarning?)])
    func ratingsAsPeopleWriteThem(text: String, stars: Int?, warning: ImportWarning?) throws {
        let list = try read("title,author,rating\nEmma,Jane Austen,\"\(text)\"\n")
        #expect(list.drafts.map(\.rating) == [stars.flatMap { Rating($0) }])
        #expect(list.warnings == (warning.map { [$0] } ?? []))
    }

    private static let accents = "title,author,isbn\nÄrger – Übung,José Núñez,\nL’été à Genève,Zoë Müller,\n"

    @Test(arguments: [ListEncoding.windows1252, .macRoman]) func oldEncodingsAreRecognised(encoding: ListEncoding)
        throws
    {
        let bytes = try Self.encoded(Self.accents, encoding)
        let list = try BookListReader().read(bytes, from: "list")
        #expect(list.drafts == (try read(Self.accents).drafts))
        #expect(list.choices == [.encoding(encoding)])
        let given = try BookListReader(ImportOptions(encoding: encoding)).read(bytes, from: "list")
        #expect(given.drafts == list.drafts && given.choices.isEmpty)
        let wrong: ListEncoding = encoding == .macRoman ? .windows1252 : .macRoman
        #expect(try BookListReader(ImportOptions(encoding: wrong)).read(bytes, from: "list").drafts != list.drafts)
    }

    @Test func otherEncodingsAreRead() throws {
        let russian = "title,author\nАнна Каренина,Лев Толстой\n"
        let bytes = try Self.encoded(russian, .windows1251)
        #expect(try BookListReader().read(bytes, from: "list").drafts.map(\.title) == ["Анна Каренина"])
        let polish = try Self.encoded("title,author\nŁódź,X\n", .windows1250)
        let options = ImportOptions(encoding: .windows1250)
        #expect(try BookListReader(options).read(polish, from: "list").drafts.map(\.title) == ["Łódź"])
        // UTF-16 without a mark.
        let plain = Array(utf16(Self.accents, isBigEndian: false).dropFirst(2))
        #expect(try BookListReader().read(plain, from: "list").drafts == (try read(Self.accents).drafts))
    }

    /// The text in this encoding, whose characters reading every byte tells.
    private static func encoded(_ text: String, _ encoding: ListEncoding) throws -> [UInt8] {
        let all = (0x80...0xFF).map { UInt8($0) }
        var table = Array("title,author\n".utf8)
        for byte in all { table += [0x78, byte, 0x78, 0x2C, 0x61, 0x0A] }
        let list = try BookListReader(ImportOptions(encoding: encoding)).read(table, from: "list")
        let characters = list.drafts.map { $0.title.unicodeScalars.dropFirst().first }
        return try text.unicodeScalars.map { scalar in
            if scalar.isASCII { return UInt8(scalar.value) }
            return all[try #require(characters.firstIndex(of: scalar))]
        }
    }

    @Test(arguments: [";", ",", "\t", "|"]) func aFirstLineCanNameTheSeparator(separator: String) throws {
        let row = ["title", "author"].joined(separator: separator)
        let list = try read("sep=\(separator)\r\n\(row)\r\nEmma\(separator)Jane Austen\r\n")
        #expect(list.drafts == [BookDraft(title: "Emma", authors: ["Jane Austen"])])
        #expect(list.rows.map(\.line) == [3])
    }

    @Test func aBlankBeforeAQuotationMarkIsNoText() throws {
        let list = try read("title, author, notes\nEmma, \"Austen, Jane\", \"a \"\"b\"\"\"\nSay, \"no\" he said,x\n")
        #expect(list.drafts.map(\.authors) == [["Jane Austen"], ["\"no\" he said"]])
        #expect(list.drafts[0].notes == "a \"b\"")
    }

    @Test func libraryThingsLineEndsAreLineEnds() throws {
        let list = try read(
            "Book Id\tTitle\tPrimary Author\tReview\tComment\n1\tT\tLee, Ann\tOne[return][return]two\ta[return]b\n")
        #expect(list.drafts[0].notes == "One\n\ntwo")
        #expect(list.drafts[0].texts == ["Comment": "a\nb"])
    }

    /// As the app escapes line breaks, tabs, backslashes and the commas of shelves.
    @Test func escapesOfBookCatalogueAreRead() throws {
        let list = try read(
            #"author_details,title,bookshelf,loaned_to,notes"# + "\n"
                + #""Doe, Ann",T,"Home,Sci\\, Fi",,"one\ntwo\\n""# + "\n")
        #expect(list.drafts.map(\.shelves) == [["Home", "Sci, Fi"]])
        #expect(list.drafts.map(\.notes) == ["one\ntwo\\n"])
    }

    @Test func authorsOfCalibreAreAsManyAsItsSortingNames() throws {
        let columns = "title,authors,author_sort,timestamp,uuid\n"
        let list = try read(
            columns + "T,\"Martin Luther King, Jr., Jane Doe\",\"King, Martin Luther, Jr. & Doe, Jane\",,1\n"
                + "U,\"Tolkien, J. R. R., Lewis, C. S.\",\"Tolkien, J. R. R. & Lewis, C. S.\",,2\n")
        #expect(
            list.drafts.map(\.authors) == [
                ["Martin Luther King, Jr.", "Jane Doe"], ["Tolkien, J. R. R.", "Lewis, C. S."],
            ])
        let json = try read(
            #"[{"title":"T","authors":"A","uuid":"1","rating":4,"comments":"<p>Hi</p>"}]"#, as: .calibre)
        #expect(json.drafts.map(\.notes) == [nil])
    }

    /// Libib names the first creator twice.
    @Test func aCreatorOfLibibIsOne() throws {
        let list = try read(
            "title,creators,ean_isbn13,upc_isbn10,first_name,last_name\nT,\"Hemingway, Ernest\",,,Ernest,Hemingway\n")
        #expect(list.drafts.map(\.authors) == [["Ernest Hemingway"]])
        #expect(list.drafts.allSatisfy { $0.details.isEmpty })
    }

    @Test(arguments: [
        ("9780141439519 (pbk.)", true), ("9780141439519 v.1", true), ("ISBN 0141439514", true), ("12.99", false),
    ])
    func aWrongCheckDigitIsSaid(cell: String, isSaid: Bool) throws {
        let list = try read("Title,Author,ISBN\nT,A,\(cell)\n")
        let warnings = list.rows.flatMap(\.warnings)
        #expect(warnings == (isSaid ? [.wrongISBN(cell, .wrongCheckDigit)] : []))
    }

    @Test(arguments: [("4½", 5), ("3½", 4), ("4*", 4), ("★★½", 3)])
    func halvesAreStars(cell: String, rating: Int) throws {
        #expect(try read("Title,Author,Rating\nT,A,\(cell)\n").drafts.map(\.rating) == [Rating(rating)])
    }

    @Test func theLineOfASeparatorMayBeInUTF16() throws {
        let text = "sep=;\r\nTitle;Author\r\nÉmile;A\r\n"
        let bytes: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] as [UInt8] }
        #expect(try BookListReader().read(bytes, from: "list").drafts.map(\.title) == ["Émile"])
    }

    /// A table in which titles have entities has them elsewhere, too.
    @Test func entitiesOfATableAreCharacters() throws {
        let list = try read("Title,Author,Notes,Publisher\nT &amp; U,A,Tom &amp; Ann,Chapman &amp; Hall\n")
        #expect(list.drafts.map(\.notes) == ["Tom & Ann"])
        #expect(list.drafts.flatMap { $0.details.all.map(\.text) } == ["Chapman & Hall"])
    }

    @Test func aNoBreakSpaceIsBlank() throws {
        let list = try read("Title,Author,Rating\nT,A,\u{A0}\n")
        #expect(list.rows.allSatisfy { $0.warnings.isEmpty } && list.drafts.map(\.rating) == [nil])
    }
}
