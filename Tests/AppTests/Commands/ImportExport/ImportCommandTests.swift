import TestTraits
import Testing

/// What becomes of rows, columns and words of an imported list.
@Suite(.fewAtATime, .endsIfItHangs)
struct ImportCommandTests {
    private let bookshelf: CommandLineProgram

    init() throws { bookshelf = try CommandLineProgram() }

    private func list(_ rows: String) throws -> String {
        try bookshelf.file("list.csv", rows)
    }

    @Test func rowsOfOneBookAreMergedAndReported() async throws {
        let file = try list(
            """
            Title,Author,ISBN13,My Rating,Date Read,Exclusive Shelf,Bookshelves
            The Queue,B A,,0,,read,africa
            The Queue,B A,9781612195162,4,2018/11/21,read,novel

            """)
        let outcome = try await bookshelf.run("import", file, "--rows")
        #expect(outcome.output == "3\tmerged\tit describes the same book as line 2\n")
        #expect(outcome.messages == "Added 1 book; 0 updated, 1 merged, 0 skipped, 0 rejected, 0 warnings.\n")
        let book = try await bookshelf.run("list", "--json").output
        #expect(book.contains(#""isbn":"9781612195162","status":"read","rating":4"#))
        #expect(book.contains(#""shelves":["africa","novel"]"#))
        #expect(book.contains(#""finished":"2018-11-21""#))
        let again = try await bookshelf.run("import", file, "--json").output
        #expect(
            again.hasPrefix(
                #"{"added":0,"updated":0,"merged":1,"skipped":1,"rejected":0,"warnings":0,"rows":[{"line":2,"#))
        #expect(again.contains(#""outcome":"skipped","reason":"the library has it as "#))
    }

    @Test func anUpdateChangesTheBooksThatAreThere() async throws {
        _ = try await bookshelf.run("import", try list("title,author,rating,pages\nEmma,Jane Austen,3,\n"))
        let newer = try list("title,author,rating,pages,notes\nEmma,Jane Austen,4,480,A gift\n")
        let skipped = try await bookshelf.run("import", newer, "--rows")
        #expect(skipped.output.hasSuffix("; an update would change rating, pages, notes\n"))
        #expect(try await bookshelf.run("show", "emma").output.contains("rating\t3\n"))
        let updated = try await bookshelf.run("import", newer, "--update")
        #expect(updated.messages == "Added 0 books; 1 updated, 0 merged, 0 skipped, 0 rejected, 0 warnings.\n")
        let book = try await bookshelf.run("show", "emma").output
        #expect(book.contains("rating\t4\n"))
        #expect(book.contains("notes\tA gift\n"))
        #expect(book.contains("pages\t480\n"))
        let again = try await bookshelf.run("import", newer, "--update")
        #expect(again.messages == "Added 0 books; 0 updated, 0 merged, 1 skipped, 0 rejected, 0 warnings.\n")
    }

    @Test func aRenamedBookIsKnownAgain() async throws {
        let header = "Book Id,Title,Author,ISBN13,Exclusive Shelf\n"
        let old = try list(header + "4407,American Gods,Neil Gaiman,9780380789030,read\n")
        try await bookshelf.run("import", old)
        let newer = try list(header + "4407,The American Gods,Neil Gaiman,9780062472106,read\n")
        let disagrees = """
            line 2: its identifier is that of the book with ISBN 9780380789030, so ISBN 9780062472106 is another one of \
            that book

            """
        let foretold = try await bookshelf.run("import", newer, "--update", "--dry-run", "--rows")
        #expect(foretold.output == "2\tupdated\tchanges to #: title, isbn, isbn (earlier)\n")
        #expect(
            foretold.messages == disagrees + """
                Would add 0 books; 1 updated, 0 merged, 0 skipped, 0 rejected, 1 warning.

                """)
        let updated = try await bookshelf.run("import", newer, "--update")
        #expect(
            updated.messages == disagrees + """
                Added 0 books; 1 updated, 0 merged, 0 skipped, 0 rejected, 1 warning.

                """)
        let book = try await bookshelf.run("show", "9780062472106").output
        #expect(book.contains("isbn (earlier)\t9780380789030\nsources\tgoodreads:4407\n"))
        let exported = try await bookshelf.run("export", "--format", "goodreads").output
        #expect(exported.contains("\n4407,The American Gods,Neil Gaiman,"))
    }

    @Test func columnsAndWordsGetAMeaning() async throws {
        let file = try list("Werk,Wer,Gelesen,Stand,Preis\nEmma,Jane Austen,31.12.2020,fertig,9\n")
        #expect(try await bookshelf.run("import", file).status == 65)
        let outcome = try await bookshelf.run(
            "import", file, "--map", "Werk=title", "--map", "Wer=authors", "--map", "Gelesen=finished", "--map",
            "Stand=status", "--map", "fertig=read", "--map", "Preis=ignore", "--dates", "dmy")
        #expect(
            outcome
                == CommandLineProgram.Outcome(
                    messages: "Added 1 book; 0 updated, 0 merged, 0 skipped, 0 rejected, 0 warnings.\n"))
        let book = try await bookshelf.run("list", "--json").output
        #expect(book.contains(#""status":"read""#))
        #expect(book.contains(#""finished":"2020-12-31"}"#))
    }

    @Test(arguments: ["Verlag=notes", "gelesen=read"])
    func aMappingOfSomethingThatTheListLacksIsWrongUsage(mapping: String) async throws {
        let outcome = try await bookshelf.run("import", try list("title,author\nEmma,X\n"), "--map", mapping)
        #expect(outcome.status == 64)
        #expect(outcome.messages.contains("--map names \"\(mapping.prefix { $0 != "=" })\""))
    }

    @Test(arguments: ["title", "title=", "=title", "title=colour"])
    func aMappingWithoutAMeaningIsWrongUsage(mapping: String) async throws {
        let outcome = try await bookshelf.run("import", try list("title,author\nEmma,X\n"), "--map", mapping)
        #expect(outcome.status == 64)
    }

    @Test func daysAreGivenAndStay() async throws {
        try await bookshelf.run(
            "add", "Emma", "--author", "X", "--added", "2020-01-01", "--started", "2020-02-01", "--finished",
            "2020-03-01",
            "--status", "read", "--notes", " A gift\r\nfrom Ana ", "--detail", "Publisher=Penguin")
        let read = try await bookshelf.run("list", "--json").output
        #expect(read.contains(#""added":"2020-01-01","started":"2020-02-01","finished":"2020-03-01""#))
        #expect(read.contains(#""notes":"A gift\nfrom Ana","details":{"Publisher":"Penguin"}"#))
        #expect(
            try await bookshelf.run("edit", "emma", "--status", "reading").messages.contains("start day 2020-02-01"))
        #expect(try await bookshelf.run("edit", "emma", "--status", "read").messages.contains("finish day 2020-03-01"))
        #expect(try await bookshelf.run("list", "--json").output == read)
        let future = try await bookshelf.run("edit", "emma", "--finished", "9999-12-31")
        #expect(future.status == 1)
        try await bookshelf.run(
            "edit", "emma", "--no-started", "--no-finished", "--no-notes", "--no-detail", "PUBLISHER", "--added",
            "today")
        let shown = try await bookshelf.run("list", "--json").output
        for member in ["started", "finished", "notes", "details", "2020"] { #expect(!shown.contains(member)) }
        try await bookshelf.run("edit", "emma", "--status", "reading", "--no-started")
        try await bookshelf.run("edit", "emma", "--status", "read", "--no-finished")
        #expect(!(try await bookshelf.run("list", "--json").output.contains("finished")))
    }

    @Test(arguments: ["title=x", "Lentto=x", "a,b=c", "=x", "x", "x="])
    func aDetailNeedsANameOfItsOwnAndAValue(detail: String) async throws {
        let outcome = try await bookshelf.run("add", "Emma", "--author", "X", "--detail", detail)
        #expect(outcome.status == 64)
        #expect(try await bookshelf.run("list", "--quiet").output.isEmpty)
    }

    @Test func aTableOfUnknownColumnsIsRefusedAndCanBeMapped() async throws {
        let file = try list("Name of it,By whom\nEmma,Jane Austen\n")
        let refused = try await bookshelf.run("import", file)
        #expect(refused.status == 65)
        #expect(refused.messages.contains("line 1: no column of titles; columns found: Name of it, By whom\n"))
        #expect(refused.messages.contains("--map <column>=title"))
        let half = try await bookshelf.run("import", file, "--map", "name of it=title")
        #expect(half.messages.contains("line 1: no column of authors; columns found: Name of it, By whom\n"))
        let mapped = try await bookshelf.run("import", file, "--map", "name of it=title", "--map", "by whom=authors")
        #expect(mapped.messages == "Added 1 book; 0 updated, 0 merged, 0 skipped, 0 rejected, 0 warnings.\n")
    }

    @Test func rowsThatAreNoBooksAreSkippedAndListed() async throws {
        let header = "item_type,title,creators,ean_isbn13,upc_isbn10\n"
        let file = try list(header + "book,Emma,Jane Austen,,\nmovie,Nosferatu,F. W. Murnau,,\n")
        let outcome = try await bookshelf.run("import", file, "--rows")
        #expect(outcome.output == "3\tskipped\tits item_type is movie\n")
        #expect(
            outcome.messages == """
                1 row left out: its item_type is movie: "Nosferatu"; --all adds it
                Added 1 book; 0 updated, 0 merged, 1 skipped, 0 rejected, 0 warnings.

                """)
        let all = try await bookshelf.run("import", file, "--all")
        #expect(all.messages == "Added 1 book; 0 updated, 0 merged, 1 skipped, 0 rejected, 0 warnings.\n")
        #expect(try await bookshelf.run("show", "Nosferatu").output.contains("item_type\tmovie\n"))
        // It isn't left out any more once it is in the library.
        let again = try await bookshelf.run("import", file, "--update", "--rows")
        #expect(again.messages.hasPrefix("1 row left out"))
        #expect(try await bookshelf.run("list", "--json").output.contains("Nosferatu"))
    }

    @Test func rowsThatAreLeftOutAreCountedByTheirReason() async throws {
        let rows = ["DVD", "Paperback", "Vinyl", "DVD"].enumerated().map { "\($0)\tTitle \($0)\tAda\t\($1)\n" }
        let file = try list("Book Id\tTitle\tPrimary Author\tMedia\n" + rows.joined())
        let outcome = try await bookshelf.run("import", file, "--json")
        #expect(outcome.output.hasPrefix(#"{"added":1,"updated":0,"merged":0,"skipped":3,"rejected":0,"warnings":0,"#))
        #expect(
            outcome.messages.hasPrefix(
                """
                2 rows left out: its Media is DVD: "Title 0", "Title 3"; --all adds them
                1 row left out: its Media is Vinyl: "Title 2"; --all adds it

                """
            ))
    }

    @Test func worksWithoutAnAuthorCanBeImported() async throws {
        let file = try list("title,author\nBeowulf,\nEmma,Jane Austen\n")
        let rejected = try await bookshelf.run("import", file, "--rows")
        let reason = "a book needs at least one author; --author gives one to all that have none, such as Anonymous"
        #expect(rejected.status == 65)
        #expect(rejected.output == "2\trejected\t\(reason)\n")
        #expect(rejected.messages.hasPrefix("bookshelf: line 2 (Beowulf) is not a valid book: \(reason)\n"))
        let outcome = try await bookshelf.run("import", file, "--author", "Anonymous")
        #expect(outcome.messages == "Added 1 book; 0 updated, 0 merged, 1 skipped, 0 rejected, 0 warnings.\n")
        #expect(
            try await bookshelf.run("list", "--json").output.contains(#""title":"Beowulf","authors":["Anonymous"]"#))
        let again = try await bookshelf.run("import", file, "--author", "Anonymous", "--update")
        #expect(again.messages == "Added 0 books; 0 updated, 0 merged, 2 skipped, 0 rejected, 0 warnings.\n")
        #expect(try await bookshelf.run("import", file, "--author", " ").status == 64)
    }

    @Test func aColumnOfShelvesThatIsReadAsTheStatusIsNamed() async throws {
        let file = try list("title,author,Shelf\nEmma,Jane Austen,read\nDune,Frank Herbert,to-read\n")
        let outcome = try await bookshelf.run("import", file)
        #expect(
            outcome.messages == """
                column "Shelf" has only statuses, so it is read as the status; --map "Shelf=shelves" makes shelves of them
                Added 2 books; 0 updated, 0 merged, 0 skipped, 0 rejected, 0 warnings.

                """)
        #expect(try await bookshelf.run("list", "--status", "read", "--json").output.contains("Emma"))
        let mapped = try await bookshelf.run("import", file, "--map", "Shelf=shelves", "--update")
        #expect(mapped.messages == "Added 0 books; 2 updated, 0 merged, 0 skipped, 0 rejected, 0 warnings.\n")
    }

    @Test func importReportsOmissions() async throws {
        let rows = "Title,Author,ISBN\nDune,Frank Herbert,9780441172718\n,Nobody,\nEmma,Jane Austen,9780141439587\n"
        let file = try bookshelf.file("books.csv", rows)
        let dryRun = try await bookshelf.run("import", file, "--dry-run", "--rejects", "rejects.csv")
        #expect(dryRun.status == 65)
        #expect(
            dryRun.messages.hasSuffix("Would add 2 books; 0 updated, 0 merged, 0 skipped, 1 rejected, 1 warning.\n"))
        #expect(try await bookshelf.run("list", "--quiet") == CommandLineProgram.Outcome())
        #expect(
            try await bookshelf.run("import", file, "--rejects", "rejects.csv")
                == CommandLineProgram.Outcome(
                    messages: """
                        line 2: ISBN "9780441172718" is kept as a detail: the check digit is wrong
                        bookshelf: line 3 (,Nobody,) is not a valid book: a book needs a title
                        Added 2 books; 0 updated, 0 merged, 0 skipped, 1 rejected, 1 warning.

                        """, status: 65))
        #expect(try bookshelf.contents(of: "rejects.csv") == "Title,Author,ISBN\n,Nobody,\n")
    }

    @Test(arguments: ["-", "", ".", "missing/rejects.csv", "list.csv/rejects.csv"])
    func rejectsNeedAFileBeforeAnythingIsImported(_ path: String) async throws {
        let file = try list("Title,Author\nEmma,Jane Austen\n,Nobody\n")
        #expect(try await bookshelf.run("import", file, "--rejects", path).status == 64)
        #expect(try await bookshelf.run("list", "--json").output == "[]\n")
    }

    /// Rejecting a row saves nothing.
    @Test func aFailedImportThatSavedNothingSaysOnlyWhy() async throws {
        let file = try list("title,author\nA,B\n,C\n")
        let outcome = try await bookshelf.runExactly(["import", file, "--directory", "/proc/none"])
        #expect(outcome.status == 74)
        #expect(!outcome.messages.contains("done"), "\(outcome.messages)")
    }

    /// A detail that stood for a value that didn't fit goes, or is renewed, with a newer value.
    @Test func whatDidNotFitGoesWithANewerListThatFits() async throws {
        let header = "Title,Author,Rating,ISBN,Finished,Status\n"
        _ = try await bookshelf.run("import", try list(header + "A,X,4.5,9780141439588,soon,seafaring\n"))
        let before = try await bookshelf.run("show", "A").output
        for text in ["4.5", "9780141439588", "soon", "seafaring"] { #expect(before.contains(text)) }
        _ = try await bookshelf.run("import", try list(header + "A,X,3.5,,,\n"), "--update")
        let renewed = try await bookshelf.run("show", "A").output
        #expect(renewed.contains("3.5") && !renewed.contains("4.5") && renewed.contains("soon"))
        _ = try await bookshelf.run("import", try list(header + "A,X,3,9780141439587,2024-01-05,read\n"), "--update")
        let after = try await bookshelf.run("list", "--json").output
        #expect(after.contains(#""isbn":"9780141439587","status":"read","rating":3"#))
        #expect(!after.contains("details"))
    }

    @Test func warningsOfOneKindAreCountedAndRejectedRowsComeLast() async throws {
        let rows = (1...9).map { "Book \($0),X,\($0).5\n" }.joined()
        let outcome = try await bookshelf.run("import", try list("Title,Author,Rating\n,Nobody,1\n" + rows))
        #expect(
            outcome.messages == """
                line 3: rating "1.5" is rounded to 2, and kept as a detail
                line 4: rating "2.5" is rounded to 3, and kept as a detail
                line 5: rating "3.5" is rounded to 4, and kept as a detail
                line 6: rating "4.5" is rounded to 5, and kept as a detail
                line 7: rating "5.5" is kept as a detail: it is not a number from 1 to 5
                line 8: rating "6.5" is kept as a detail: it is not a number from 1 to 5
                line 9: rating "7.5" is kept as a detail: it is not a number from 1 to 5
                2 more warnings of this kind: lines 10, 11
                bookshelf: line 2 (,Nobody,1) is not a valid book: a book needs a title
                Added 9 books; 0 updated, 0 merged, 0 skipped, 1 rejected, 9 warnings.

                """)
    }

    @Test func theListSaysHowItWasRead() async throws {
        let outcome = try await bookshelf.run(
            "import", try list("Title,Author,Added\nA,\"Austen, Jane\",3/4/2024\nB,\"Eco, Umberto\",1/13/2024\n"))
        #expect(
            outcome.messages.hasPrefix(
                """
                authors are read with the surname before a comma; --authors comma makes two authors of such a name
                days like 3/4/2026 are read as mdy, the order that others of the list have; --dates chooses another

                """))
        let ambiguous = try await bookshelf.run("import", try list("Title,Author,Added\nC,X,3/4/2024\n"))
        #expect(ambiguous.messages.contains("; --dates dmy or --dates mdy says which\n"))
        let given = try await bookshelf.run(
            "import", try list("Title,Author,Added\nD,\"Lee, Ann\",3/4/2024\n"), "--dates", "dmy", "--authors",
            "last-first", "--encoding", "utf-8")
        #expect(given.messages == "Added 1 book; 0 updated, 0 merged, 0 skipped, 0 rejected, 0 warnings.\n")
        #expect(try await bookshelf.run("list", "D", "--json").output.contains(#""authors":["Ann Lee"]"#))
    }

    @Test func loansAndPeopleComeIn() async throws {
        let header = "Book Id\tTitle\tPrimary Author\tLending Patron\tLending Status\tLending Start\tLending End\n"
        let rows = """
            1\tEmma\tAusten, Jane\tAna\tChecked out\t[2026-01-02]\t[2026-02-03]
            2\tDune\tHerbert, Frank\tBen\tReturned\t[2020-01-02]\t[2020-02-03]
            3\tUlysses\tJoyce, James\tana\t\t\t

            """
        let file = try list(header + rows)
        let outcome = try await bookshelf.run("import", file)
        #expect(outcome.messages.contains("Added 3 loans.\n"))
        let loans = try await bookshelf.run("loans", "--all", "--json").output
        #expect(loans.contains(#""borrower":"Ana","lent":"2026-01-02","due":"2026-02-03""#))
        #expect(loans.contains(#""borrower":"Ben","lent":"2020-01-02""#) && loans.contains(#""returned":"2020-02-03""#))
        #expect(try await bookshelf.run("people", "--json").output.split(separator: "name").count == 3)
        // A later list says when it came back, another a due day of the past.
        let plain = try list(
            "Title,Author,Borrower,Date Lent,Due\nKim,Kipling,Ana,2024-01-02,2024-02-03\nIda,X,Bo,,2020-02-03\n")
        #expect(try await bookshelf.run("import", plain).messages.contains("Added 2 loans.\n"))
        let later = try list("Title,Author,Borrower,Date Lent,Returned\nKim,Kipling,ana,2024-01-02,2024-02-01\n")
        #expect(try await bookshelf.run("import", later, "--update").messages.contains("Ended 1 loan.\n"))
        let all = try await bookshelf.run("loans", "--all", "--json").output
        #expect(all.contains(#""lent":"2024-01-02","due":"2024-02-03","returned":"2024-02-01""#))
        #expect(all.contains(#""borrower":"Bo","lent":"2020-02-03","due":"2020-02-03","overdue":true"#))
        for _ in 1...2 { try await bookshelf.run("undo", "--yes") }
        // Returned here, it isn't lent again by the same list.
        try await bookshelf.run("return", "emma")
        #expect(!(try await bookshelf.run("import", file, "--update").messages.contains("loan")))
        #expect(!(try await bookshelf.run("show", "emma", "--json").output.contains("lentTo")))
        try await bookshelf.run("undo", "--yes")
        try await bookshelf.run("undo", "--yes")
        let catalogue = try list(
            "author_details,title,bookshelf,loaned_to,read\n\"Marx, Karl|Engels, Friedrich\",M,Home,Cy,1\n")
        #expect(try await bookshelf.run("import", catalogue).messages.contains("Added 1 loan.\n"))
        let book = try await bookshelf.run("list", "M", "--json").output
        #expect(book.contains(#""authors":["Karl Marx","Friedrich Engels"],"status":"read""#))
        #expect(book.contains(#""lentTo":"Cy""#))
    }

    /// A program that synchronises folders makes such a copy beside the library, under a name of its own.
    @Test func aConflictCopyIsComparedAndTakenIn() async throws {
        try await bookshelf.run("add", "Emma", "--author", "Jane Austen")
        let copy = try bookshelf.file("copy.jsonl", "")
        try await bookshelf.run("lend", "Emma", "--to", "Ana")
        try await bookshelf.run("edit", "Emma", "--rating", "4")
        try await bookshelf.run("add", "Dune", "--author", "Frank Herbert")
        try await bookshelf.run("backup", copy)
        try await bookshelf.run("edit", "Emma", "--rating", "2")
        try await bookshelf.run("return", "Emma")
        try await bookshelf.run("remove", "Dune", "--yes")
        let shown = try await bookshelf.run("import", copy, "--dry-run", "--rows")
        #expect(shown.messages.hasPrefix("it is a copy of a library: "))
        #expect(shown.output.contains("; an update would change rating\n"))
        #expect(shown.messages.contains("Would add 1 book; "))
        let taken = try await bookshelf.run("import", copy, "--update")
        #expect(taken.messages.contains("Added 1 book; 1 updated, "))
        #expect(try await bookshelf.run("list", "Emma", "--json").output.contains(#""rating":4"#))
        #expect(try await bookshelf.run("list", "--json").output.contains("Dune"))
    }

    @Test func importReadsStandardInput() async throws {
        let rows = "title,author\nDune,Frank Herbert"
        let outcome = try await bookshelf.run("import", "-", "--json", "--quiet", input: rows)
        let report = #"{"added":1,"updated":0,"merged":0,"skipped":0,"rejected":0,"warnings":0,"rows":[]}"#
        #expect(outcome == CommandLineProgram.Outcome(output: report + "\n"))
    }
}
