import Data
import Domain
import Foundation
import Testing

/// Exports with the columns that other programs write.
struct OtherProgramsTests {
    @Test func openLibrary() throws {
        let list = try read(
            """
            Work ID,Title,Authors,First Publish Year,Edition ID,Edition Count,Bookshelf,My Ratings,Ratings Average,\
            Ratings Count,Has Ebook,Subjects,Subject People,Subject Places,Subject Times\r
            OL66554W,Pride and Prejudice,Jane Austen,1813,OL7978941M,4073,Already Read,5,4.03,1048,True,\
            "Courtship | Fiction, romance",Elizabeth Bennet,England,19th century\r
            OL44765W,The Communist Manifesto,Karl Marx | Friedrich Engels,1848,,,Want to Read,,,,,,,,\r
            OL450063W,Frankenstein,"Shelley, Mary",,,,Currently Reading,,,,,,,,\r
            OL1W,Ulysses,James Joyce,,,,Stopped Reading,,,,,,,,\r

            """)
        #expect(list.warnings.isEmpty)
        #expect(list.drafts.map(\.status) == [.read, .toRead, .reading, .abandoned])
        #expect(
            list.drafts.map(\.authors) == [
                ["Jane Austen"], ["Karl Marx", "Friedrich Engels"], ["Shelley, Mary"], ["James Joyce"],
            ])
        #expect(list.drafts[0].rating == Rating(5))
        #expect(list.drafts[0].shelves.isEmpty)
        #expect(list.drafts[0].ids == ["openlibrary:OL7978941M", "openlibrary:OL66554W"])
        #expect(list.drafts[1].ids == ["openlibrary:OL44765W"])
        #expect(
            list.drafts[0].texts == [
                "First Publish Year": "1813", "Edition Count": "4073", "Ratings Average": "4.03",
                "Ratings Count": "1048", "Has Ebook": "True",
                "Subjects": "Courtship | Fiction, romance", "Subject People": "Elizabeth Bennet",
                "Subject Places": "England", "Subject Times": "19th century",
            ])
    }

    @Test func bookWyrm() throws {
        let list = try read(
            """
            title,author_text,remote_id,openlibrary_key,finna_key,isbn_10,isbn_13,oclc_number,start_date,finish_date,\
            stopped_date,rating,review_name,review_cw,review_content,review_published,shelf,shelf_name,shelf_date\r
            Dead Souls,Nikolai Gogol,https://example.com/2,OL7358420M,,0140448071,9780140448078,,2023-07-20,\
            2023-08-15,,4.50,Second reading,,Better the second time.,2023-08-16,read,Gelesen,2023-08-16\r
            The Communist Manifesto,"Karl Marx, Friedrich Engels",https://example.com/3,,,,,,2024-02-03,,2024-02-10,\
            ,,,,,stopped-reading,Stopped Reading,2024-02-10\r
            Moby-Dick,Herman Melville,https://example.com/4,,,,,,2024-01-03,,,,,,,,seafaring-12,Seafaring,2024-01-02\r
            Ulysses,James Joyce,https://example.com/5,,,,,,2024-01-03,,2024-01-04,,,,,,,,\r

            """)
        #expect(list.warnings == [.roundedRating("4.50", stars: 5), .wrongStatus("Seafaring")])
        #expect(list.drafts.map(\.status) == [.read, .abandoned, .reading, .abandoned])
        #expect(list.drafts.map(\.shelves) == [[], [], ["Seafaring"], []])
        #expect(list.drafts[1].authors.map(\.tidied) == ["Karl Marx", "Friedrich Engels"])
        let souls = list.drafts[0]
        #expect(souls.isbn == (try ISBN("9780140448078")))
        #expect([souls.added, souls.started, souls.finished] == days("2023-08-16", "2023-07-20", "2023-08-15"))
        #expect(souls.notes == "Better the second time.")
        #expect(
            souls.texts == [
                "rating (import)": "4.50", "review_name": "Second reading", "review_published": "2023-08-16",
            ])
        #expect(souls.ids == ["bookwyrm:https://example.com/2", "bookwyrm:OL7358420M"])
        #expect(list.drafts[1].texts["stopped_date"] == "2024-02-10")
    }

    private static let libraryThing = """
        Book Id|Title|Sort Character|Primary Author|Primary Author Role|Secondary Author|Secondary Author Roles|Review|\
        Rating|Comment|Private Comment|Summary|Media|Dimensions|Page Count|Acquired|Date Started|Date Read|Tags|\
        Collections|ISBN|ISBNs|Entry Date|Lending Patron
        5498194|Les Âmes mortes|5|Gogol, Nikolaï||Mongault, Henri|Translator|Chef d’œuvre|4.5||prêté en mai|\
        Les Âmes mortes by Nikolaï Gogol|Broché|7 x 4|512 |[2007-04-16]|[2007-04-20]|[2007-05-08]|roman, russe|\
        Your library, Favorites|[0140448071]|0140448071, 9780140448078|[2006-08-09]|
        5015319|"A" Is for Ahab|1|Melville, Herman||Engels, Friedrich~Marx, Karl|~Author||||||||||[2024-01-05]|||\
        Your library, Currently reading|[]||[2024-01-02]|
        5015399|"Frankenstein|1|Shelley, Mary|||||||||||||||| Wishlist|[]||[2024-02-03]|Ana
        """.replacing("|", with: "\t").replacing("~", with: "|")

    private static let libraryThingFiles: [(name: String, bytes: [UInt8])] = [
        ("UTF-8", Array(libraryThing.utf8)),
        // Some exports have a second byte-order mark.
        ("UTF-16, little end first", utf16("\u{FEFF}" + libraryThing, isBigEndian: false)),
        ("UTF-16, big end first", utf16(libraryThing, isBigEndian: true)),
        ("Windows-1252", Array(libraryThing.data(using: .windowsCP1252) ?? Data())),
        ("both", Array(libraryThing.utf8).replacing(Array("ê".utf8), with: [0xEA])),
    ]

    @Test(arguments: libraryThingFiles.map(\.name)) func libraryThing(encoding: String) throws {
        let bytes = try #require(Self.libraryThingFiles.first { $0.name == encoding }).bytes
        let list = try BookListReader().read(bytes, from: "librarything.tsv")
        #expect(list.choices == (encoding == "Windows-1252" || encoding == "both" ? [.encoding(.windows1252)] : []))
        #expect(list.warnings == [.roundedRating("4.5", stars: 5)])
        #expect(list.drafts.map(\.title) == ["Les Âmes mortes", "\"A\" Is for Ahab", "\"Frankenstein"])
        #expect(
            list.drafts.map(\.authors) == [
                ["Nikolaï Gogol"], ["Herman Melville", "Friedrich Engels", "Karl Marx"], ["Mary Shelley"],
            ])
        #expect(list.drafts.map(\.status) == [.read, .reading, .toRead])
        #expect(list.drafts.map(\.isFavorite) == [true, false, false])
        #expect(list.drafts[1].shelves == ["Your library"])
        let souls = list.drafts[0]
        #expect(souls.isbn == (try ISBN("9780140448078")))
        #expect([souls.added, souls.started, souls.finished] == days("2006-08-09", "2007-04-20", "2007-05-08"))
        #expect(souls.notes == "Chef d’œuvre")
        #expect(souls.shelves.map(\.tidied) == ["roman", "russe", "Your library", "Favorites"])
        #expect(
            souls.texts == [
                "Rating (import)": "4.5", "Private Comment": "prêté en mai", "Media": "Broché",
                "Summary": "Les Âmes mortes by Nikolaï Gogol", "Dimensions": "7 x 4", "Page Count": "512",
                "Acquired": "2007-04-16", "Secondary Author": "Mongault, Henri",
                "Secondary Author Roles": "Translator", "title_sort": "Âmes mortes",
            ])
        #expect(list.drafts[2].texts.isEmpty)
        #expect(list.books[2].loan == ImportedHolder(to: "Ana"))
        #expect(list.drafts.flatMap(\.ids) == ["librarything:5498194", "librarything:5015319", "librarything:5015399"])
        // Rejected rows are UTF-8 whatever the file was.
        let rejects = String(validating: list.rejects(lines: [2]), as: UTF8.self)
        #expect(rejects?.contains("Les Âmes mortes") == true)
    }

    @Test func aCollectionThatIsNotTheStatusIsAShelf() throws {
        let list = try read(
            """
            Book Id|Title|Primary Author|Collections
            1|Emma|Austen, Jane|To read, Read but unowned
            2|Dune|Herbert, Frank|To read
            """.replacing("|", with: "\t"))
        #expect(list.drafts.map(\.status) == [.read, .toRead])
        #expect(list.drafts.map(\.shelves) == [["To read", "Read but unowned"], []])
    }

    @Test func libraryThingHasBracketsOnlyAroundDaysAndNumbers() throws {
        let list = try read(
            """
            Book Id|Title|Primary Author|Publication|Date Read|Lending Start|ISBN|ISBNs
            1|[1984]|Orwell, George|[1949]|[2007-05-08]|[2008-01-02]|[]|[0141036141, 9780141036144]
            """.replacing("|", with: "\t"))
        #expect(list.drafts[0].title == "[1984]")
        #expect(list.drafts[0].finished == Day("2007-05-08"))
        #expect(list.drafts[0].isbn == (try ISBN("9780141036144")))
        #expect(
            list.drafts[0].texts == ["Publication": "[1949]", "Lending Start": "2008-01-02"])
    }

    @Test func calibre() throws {
        let list = try read(
            """
            \u{FEFF}id,author_sort,authors,comments,cover,formats,identifiers,isbn,languages,pubdate,rating,series,\
            series_index,tags,timestamp,title,title_sort,uuid,#read
            "1","Gogol, Nikolai","Nikolai Gogol","A con man.","/home/cover.jpg","epub, pdf","isbn:9780140448078",\
            "9780140448078","eng","2004-07-29T00:00:00+00:00","4.5","","1.0","Classics, Satire",\
            "2021-01-19T22:41:16+01:00","Dead Souls","Dead Souls","3051ed45","Yes"
            "2","Marx, Karl & Engels, Friedrich","Karl Marx & Friedrich Engels","","","epub","gutenberg:61","","eng",\
            "0101-01-01T00:00:00+00:00","0","Marx","2.0","","0101-01-01T00:00:00+00:00","Manifesto","","b1a1",""
            "3","Marx, Karl & Engels, Friedrich","Karl Marx, Friedrich Engels","","","","","","",\
            "0100-12-31T19:03:58-04:56:02","","","","Love; marriage, a | b, c","0100-12-31T16:00:00-08:00",\
            "Wage Labour","","c1a1",""
            "4","Austen, Jane","Austen, Jane","","","","","","","","","","","","","Emma","","d1a1",""
            "5","Simon && Schuster","Simon && Schuster","","","","","","","","","","","","","A Catalogue","","e1a1",""
            """)
        #expect(list.warnings == [.roundedRating("4.5", stars: 5)])
        #expect(
            list.drafts.map(\.authors) == [
                ["Nikolai Gogol"], ["Karl Marx", "Friedrich Engels"], ["Karl Marx", "Friedrich Engels"],
                ["Austen, Jane"], ["Simon & Schuster"],
            ])
        #expect(list.drafts.map(\.added) == days("2021-01-19") + [nil, nil, nil, nil])
        let souls = list.drafts[0]
        #expect(souls.isbn == (try ISBN("9780140448078")))
        #expect(souls.shelves.map(\.tidied) == ["Classics", "Satire"])
        #expect(
            souls.texts == [
                "id (import)": "1", "comments": "A con man.", "formats": "epub, pdf", "languages": "eng",
                "pubdate": "2004-07-29T00:00:00+00:00", "rating (import)": "4.5",
                "timestamp": "2021-01-19T22:41:16+01:00", "#read": "Yes",
            ])
        #expect(list.drafts[2].shelves.map(\.tidied) == ["Love; marriage", "a | b", "c"])
        #expect(list.drafts[2].texts == ["id (import)": "3"])
        // Its `id` isn't one, because other libraries have the same.
        #expect(list.drafts.prefix(2).map(\.ids) == [["calibre:3051ed45"], ["calibre:b1a1"]])
        #expect(
            list.drafts[1].texts == [
                "id (import)": "2", "formats": "epub", "identifiers": "gutenberg:61", "languages": "eng",
                "series": "Marx", "series_index": "2.0",
            ])
    }

    @Test func libib() throws {
        let list = try read(
            """
            item_type,title,creators,first_name,last_name,collection,ean_isbn13,upc_isbn10,tags,notes,length,rating,\
            review,status,began,completed,added,copies
            book,Dead Souls,"Nikolai Gogol, Robert A. Maguire",Nikolai,Gogol,Home,9780140448078,0140448071,\
            "russian, classics",Spine broken.,512,4.5,Better.,Completed,2023-07-20,2023-08-15,2023-07-01,1
            book,Moby-Dick,,Herman,Melville,Home,,,,,,,,Not begun,,,2024-01-02,1
            movie,Nosferatu,F. W. Murnau,F. W.,Murnau,Home,,,,,94,,,Completed,,,2024-01-02,1
            Book,Emma,Jane Austen,,,,,,,,,,,,2024-01-02,,,
            """)
        #expect(list.warnings == [.roundedRating("4.5", stars: 5)])
        #expect(list.rows[2].content == .noBook("its item_type is movie"))
        #expect(list.drafts.map(\.status) == [.read, .toRead, .reading])
        #expect(list.drafts[1].authors == ["Herman Melville"])
        let souls = list.drafts[0]
        #expect(souls.authors.map(\.tidied) == ["Nikolai Gogol", "Robert A. Maguire"])
        #expect(souls.isbn == (try ISBN("9780140448078")))
        #expect([souls.added, souls.started, souls.finished] == days("2023-07-01", "2023-07-20", "2023-08-15"))
        #expect(souls.notes == "Spine broken.")
        #expect(
            souls.texts == [
                "collection": "Home", "length": "512", "rating (import)": "4.5", "review": "Better.", "copies": "1",
            ])
    }

    @Test func openreads() throws {
        let list = try read(
            """
            title,subtitle,author,description,status,favourite,deleted,rating,pages,publisher,isbn,olid,tags,\
            my_review,notes,book_format,readings,date_added,date_modified\r
            Dead Souls,A Poem,Nikolai Gogol,,finished,true,false,4.5,512,Penguin,9780140448078,OL7358420M,\
            russian|||||to lend,Better.,Spine broken.,paperback,\
            2019-05-02T00:00:00.000|2019-05-30T00:00:00.000|;2023-07-20T00:00:00.000|2023-08-15T00:00:00.000|,\
            2023-07-01T13:01:12.937,\r
            Manifesto,,"Karl Marx, Friedrich Engels",,in_progress,false,false,,,,,,,,,ebook,\
            2024-02-03T00:00:00.000||,,\r
            Moby-Dick,,Herman Melville,,planned,false,true,,,,,,,,,paperback,,,\r
            Emma,,"Austen, Jane",,unknown,false,false,,,,,,,,,,2024-02-03T00:00:00.000|2024-02-05T00:00:00.000|7200000,,\r

            """)
        #expect(list.warnings == [.roundedRating("4.5", stars: 5)])
        #expect(list.rows[2].content == .noBook("it is marked as deleted"))
        #expect(list.drafts.map(\.status) == [.read, .reading, .read])
        #expect(
            list.drafts.map(\.authors) == [["Nikolai Gogol"], ["Karl Marx", "Friedrich Engels"], ["Austen, Jane"]])
        let readings =
            "2019-05-02T00:00:00.000|2019-05-30T00:00:00.000|;2023-07-20T00:00:00.000|2023-08-15T00:00:00.000|"
        let souls = list.drafts[0]
        #expect(souls.isFavorite)
        #expect(souls.shelves == ["russian", "to lend"])
        #expect([souls.added, souls.started, souls.finished] == days("2023-07-01", "2023-07-20", "2023-08-15"))
        #expect(souls.notes == "Spine broken.")
        #expect(
            souls.texts == [
                "subtitle": "A Poem", "rating (import)": "4.5", "pages": "512", "publisher": "Penguin",
                "my_review": "Better.", "book_format": "paperback", "readings": readings,
                "date_added": "2023-07-01T13:01:12.937",
            ])
        #expect(souls.ids == ["openreads:OL7358420M"])
        #expect(list.drafts[1].texts == ["book_format": "ebook"])
        #expect(list.drafts[1].started == Day("2024-02-03"))
        #expect(list.drafts[2].texts["readings"]?.hasSuffix("7200000") == true)
    }

    @Test func theEarlierFormOfOpenreads() throws {
        let list = try read(
            """
            title,author,status,start_date,finish_date,olid,book_format,reading_time
            Emma,Jane Austen,finished,2024-02-03,2024-02-05,,,
            """)
        #expect(list.drafts.map(\.started) == days("2024-02-03"))
        #expect(list.drafts.map(\.finished) == days("2024-02-05"))
    }

    @Test func hardcover() throws {
        let list = try read(
            """
            Title,Author,Series,Status,Privacy,Hardcover Book ID,ISBN 10,ISBN 13,Media,Pages,Tags,Lists,Date Added,\
            Date Started,Date Finished,Rating,Review,Private Notes,Owned,Review Slate
            Dead Souls,"Nikolai Gogol, Robert A. Maguire (Translator)",,Read,Public,75726,0140448071,9780140448078,\
            Book,512,satire,"Owned, Russians (#2)",2023-07-01,"2019-05-02, 2023-07-20","2019-05-30, 2023-08-15",4.5,\
            Better.,Spine broken.,true,{}
            Manifesto,"Karl Marx, Friedrich Engels (Author)",,Did Not Finish,,2440,,,,,,,,2024-02-03,,,,,,{}
            Moby-Dick,Herman Melville (Editor),,Paused,,427460,,,,,,,,2024-01-05,,,,,,{}
            Emma,Jane Austen,,Ignored,,1,,,,,,,,,,,,,,
            """)
        #expect(list.warnings == [.roundedRating("4.5", stars: 5), .wrongStatus("Ignored")])
        #expect(list.drafts.map(\.status) == [.read, .abandoned, .reading, .toRead])
        #expect(
            list.drafts.map(\.authors) == [
                ["Nikolai Gogol"], ["Karl Marx", "Friedrich Engels"], ["Herman Melville"], ["Jane Austen"],
            ])
        let souls = list.drafts[0]
        #expect(souls.isbn == (try ISBN("9780140448078")))
        #expect(souls.shelves == ["satire", "Owned", "Russians"])
        #expect([souls.added, souls.started, souls.finished] == days("2023-07-01", "2023-07-20", "2023-08-15"))
        #expect(souls.notes == "Better.")
        #expect(
            souls.texts == [
                "Author": "Nikolai Gogol, Robert A. Maguire (Translator)", "Privacy": "Public",
                "Media": "Book", "Pages": "512", "Lists": "Owned, Russians (#2)",
                "Date Started": "2019-05-02, 2023-07-20", "Date Finished": "2019-05-30, 2023-08-15",
                "Rating (import)": "4.5", "Private Notes": "Spine broken.", "Owned": "true",
            ])
        #expect(list.drafts[2].texts["Status (import)"] == "Paused")
        #expect(list.drafts.flatMap(\.ids) == ["hardcover:75726", "hardcover:2440", "hardcover:427460", "hardcover:1"])
    }

    @Test(arguments: [
        ("DVD", true), ("Blu-ray", true), ("Music CD", true), ("Vinyl (LP)", true), ("Film", true),
        ("Paper Book", false),
        ("Audiobook", false), ("Audio CD", false), ("Broché", false), ("Sheet music", false), ("", false),
    ])
    func libraryThingsFilmsAndMusicAreNoBooks(media: String, isLeftOut: Bool) throws {
        let text =
            "Book Id\tTitle\tPrimary Author\tMedia\tTags\n1\tAlien\tScott, Ridley\t\(media)\tspace; horror, night\n"
        let list = try read(text)
        #expect((list.rows[0].content == .noBook("its Media is \(media)")) == isLeftOut)
        let all = try BookListReader(ImportOptions(takesAll: true)).read(Array(text.utf8), from: "list").drafts
        #expect(all.map(\.shelves) == [["space; horror", " night"]])
        #expect(all.map(\.texts) == [media.isEmpty ? [:] : ["Media": media]])
    }

    /// Each keeps what it is, and loses nothing.
    @Test(arguments: [
        ("item_type,title,creators,ean_isbn13,upc_isbn10\nMovie,Nosferatu,F. W. Murnau,,\n", ["item_type": "Movie"]),
        (
            "title,author,status,olid,book_format,deleted\nNosferatu,F. W. Murnau,finished,,paperback,True\n",
            ["book_format": "paperback", "deleted": "True"]
        ),
    ])
    func everyProgramsOtherRowsCanBeTaken(text: String, details: [String: String]) throws {
        #expect(try read(text).drafts.isEmpty)
        let all = try BookListReader(ImportOptions(takesAll: true)).read(Array(text.utf8), from: "list")
        #expect(all.drafts.map(\.title) == ["Nosferatu"])
        #expect(all.drafts.map(\.texts) == [details])
    }

    /// Options override the meaning of a program's columns.
    @Test func mappingsApplyToEveryKind() throws {
        let list = try read(
            "Work ID,Title,Authors,Bookshelf,Subjects\nOL1W,Emma,Jane Austen,Want to Read,a; b\n",
            mappings: ["subjects=shelves", "Work ID=ignore", "want to read=abandoned"])
        #expect(
            list.drafts == [
                BookDraft(title: "Emma", authors: ["Jane Austen"]) {
                    $0.status = .abandoned
                    $0.shelves = ["a", " b"]
                }
            ])
    }

    /// The program is that of the recognised format, so the same columns mean nothing in another table.
    @Test func anIdentifierNeedsAProgram() throws {
        let plain = try read("title,authors,Book Id,uuid,olid\nEmma,Jane Austen,1,2,3\n").drafts[0]
        #expect(plain.sources.isEmpty)
        #expect(plain.texts == ["Book Id": "1", "uuid": "2", "olid": "3"])
        let goodreads = "Book Id,Title,Author,Exclusive Shelf\n6969,Emma,Jane Austen,read\n00,Emma,Jane Austen,read\n"
        #expect(try read(goodreads).drafts.map(\.ids) == [["goodreads:6969"], []])
        // Zeros stand for no identifier.
        #expect(try read(goodreads).drafts.map(\.texts) == [[:], ["Book Id": "00"]])
        let mapped = try read(goodreads, mappings: ["Book Id=notes"]).drafts[0]
        #expect(mapped.notes == "6969" && mapped.sources.isEmpty)
        #expect(try read(goodreads, mappings: ["Book Id=ignore"]).drafts[0].sources.isEmpty)
    }

    /// Every program's name chooses its format.
    @Test(arguments: ImportFormat.allCases.filter { $0 != .json && $0 != .csv && $0 != .isbn })
    func aFileOfAnotherProgramIsRefused(format: ImportFormat) throws {
        #expect(try #require(refusal("title,authors\nEmma,Jane Austen\n", as: format)).reason.hasPrefix("not a"))
    }

    private func days(_ texts: String...) -> [Day?] { texts.map { Day($0) } }
}
