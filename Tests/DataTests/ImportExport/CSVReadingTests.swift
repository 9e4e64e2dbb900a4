import Domain
import Testing

@testable import Data

/// The table itself: RFC 4180, and the deviations of real files.
struct CSVReadingTests {
    @Test(arguments: ["\n", "\r\n", "\r"], ["", "\u{FEFF}"])
    func readsEveryLineEndWithAndWithoutMark(lineEnd: String, mark: String) throws {
        let lines = ["title,author", "Emma,Jane Austen", "", "Persuasion,Jane Austen"]
        for end in ["", lineEnd] {
            let list = try read(mark + lines.joined(separator: lineEnd) + end)
            #expect(list.drafts.map(\.title) == ["Emma", "Persuasion"])
            #expect(list.rows.map(\.line) == [2, 4])
        }
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func readsQuotedCommasQuotesAndLineBreaks(lineEnd: String) throws {
        let list = try read(
            [
                "title,author,note", #""Emma, or ""Clueless""","Austen "#, #"Jane","one"#, "", #"three" "#,
                #"5" of snow,Anon,x"#,
            ].joined(separator: lineEnd))
        #expect(list.rows.map(\.line) == [2, 6])
        #expect(list.drafts.map(\.title) == [#"Emma, or "Clueless""#, #"5" of snow"#])
        #expect(list.drafts[0].authors.map(\.tidied) == ["Austen Jane"])
    }

    @Test func quotesInsideAnUnquotedFieldAreLiteral() throws {
        #expect(try read("title,author\nSay \"\"no\"\",Anon\n").drafts.map(\.title) == ["Say \"\"no\"\""])
    }

    @Test func theLastFieldMayBeEmpty() throws {
        #expect(try read("title,author,isbn\nEmma,Jane Austen,").drafts.map(\.authors) == [["Jane Austen"]])
    }

    @Test(
        arguments: [
            ("xl/workbook.xml", "it is an Excel spreadsheet; save it as CSV"),
            ("word/document.xml", "it is a Word document; save its table as CSV"),
            (
                "mimetypeapplication/vnd.oasis.opendocument.spreadsheet",
                "it is an OpenDocument spreadsheet; save it as CSV"
            ),
            ("Index/Document.iwa", "it is a document of Numbers or Pages; export it as CSV"),
            ("mimetypeapplication/epub+zip", "it is an e-book (EPUB), not a list"),
            ("books.csv", "it is a ZIP archive; unpack it, and import a list in it"),
        ])
    func archivesAreNamedForWhatIsInThem(_ name: String, reason: String) throws {
        let file = [0x50, 0x4B, 3, 4, 20, 0, 0, 8] + Array("[Content_Types].xml".utf8) + [0, 0xFF] + Array(name.utf8)
        #expect(try #require(refusal(file)) == (nil, reason))
        #expect(try #require(refusal(file, as: .goodreads)) == (nil, reason))
    }

    @Test(
        arguments: [
            (Array("%PDF-1.7\n".utf8), "it is a PDF; export the list as CSV instead"),
            ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1], "it is an old Excel or Word file; save it as CSV"),
            (Array("SQLite format 3\0".utf8), "it is an SQLite database; export its table as CSV"),
            ([0x1F, 0x8B, 8, 0], "it is compressed with gzip; unpack it first"),
            ([0x7F, 0x45, 0x4C, 0x46, 0], "a NUL byte: this is binary data, not text"),
        ] as [([UInt8], String)])
    func otherFilesAreNamedForWhatTheyAre(_ bytes: [UInt8], reason: String) throws {
        #expect(try #require(refusal(bytes)).reason == reason)
    }

    @Test(arguments: [",", ";", "\t"])
    func detectsTheSeparatorFromTheHeader(separator: String) throws {
        let rows = [["title", "author", "\"note, or; so\"\"\""], ["Emma", "Jane Austen", ""]]
        let text = rows.map { $0.joined(separator: separator) }.joined(separator: "\n")
        #expect(try read(text).drafts == [BookDraft(title: "Emma", authors: ["Jane Austen"])])
    }

    @Test(arguments: [false, true]) func readsUTF16AndWritesRejectsAsUTF8(isBigEndian: Bool) throws {
        let bytes = utf16("title,author\r\nÉmma 📚,Jane Austen\r\nA,B,C\r\n", isBigEndian: isBigEndian)
        let list = try BookListReader().read(bytes, from: "list")
        #expect(list.drafts == [BookDraft(title: "Émma 📚", authors: ["Jane Austen"])])
        #expect(list.rejects(lines: [2, 3]) == Array("title,author\r\nÉmma 📚,Jane Austen\r\nA,B,C\r\n".utf8))
    }

    /// Where tabs separate fields, most programs quote none.
    @Test func aMarkBetweenTabsIsTextUnlessItQuotesTheField() throws {
        let list = try read(
            "title\tauthor\n\"A\" Is for Ahab\tX\n\"Unclosed\tX\n\"A \"\"b\"\"\tc\"\tX\n\"Two\nlines\"\tX\n\"Last\tX")
        #expect(
            list.drafts.map(\.title) == ["\"A\" Is for Ahab", "\"Unclosed", "A \"b\"\tc", "Two\nlines", "\"Last"])
        #expect(list.rows.map(\.line) == [2, 3, 4, 5, 7])
    }

    @Test func matchesColumnsIgnoringCaseOrderAndSpaces() throws {
        let list = try read(" Reading-Status ,AUTHOR(S), Title\nread,Jane Austen,Emma\n")
        #expect(list.drafts == [BookDraft(title: "Emma", authors: ["Jane Austen"]) { $0.status = .read }])
    }

    @Test func skipsEmptyRows() throws {
        let list = try read("\n\ntitle,author\n , \n,,,,\n\nEmma,Jane Austen\n")
        #expect(list.rows.map(\.line) == [7])
    }

    @Test func acceptsFewerFieldsAndRejectsMore() throws {
        let list = try read("title,author,isbn\nEmma,Jane Austen\nEmma,Austen,Jane,,x,\nEmma,Jane Austen,,,\n")
        #expect(list.rows[1].content == .rejected(.tooManyFields(expected: 3, found: 5)))
        #expect(list.drafts.map(\.authors) == [["Jane Austen"], ["Jane Austen"]])
    }

    @Test func copiesRejectedRowsUnchangedBelowTheHeader() throws {
        let text = "\u{FEFF}title;author\r\nEmma;Jane Austen\r\n\"A\r\n\"\"b\"\"\" ;C;D\r\nX;Y;Z"
        let list = try read(text)
        let expected = "\u{FEFF}title;author\r\n\"A\r\n\"\"b\"\"\" ;C;D\r\nX;Y;Z\r\n"
        #expect(list.rejects(lines: [3, 5]) == Array(expected.utf8))
        #expect(list.rejects(lines: []) == Array("\u{FEFF}title;author\r\n".utf8))
    }
}

/// Errors that refuse a whole file, and the lines they name.
struct MalformedFileTests {
    @Test func anUnclosedQuoteNamesItsLine() throws {
        let refused = try #require(refusal("title,author\nEmma,\"Jane\nAusten\"\nX,\n,\"Y\nZ\n"))
        #expect(refused.line == 5)
        #expect(refused.reason.contains("never closed"))
        // A doubled quote at the end of the file doesn't close the field.
        let doubled = try #require(refusal("title,author\nEmma,\"Jane \"\"Austen\"\""))
        #expect(doubled.line == 2)
        #expect(doubled.reason.contains("never closed"))
    }

    @Test func textAfterAQuotedFieldNamesTheFirstLineOfTheField() throws {
        let refused = try #require(refusal("title,author\n\"Emma,Jane Austen\nX,\"Y\"\n"))
        #expect(refused.line == 2)
        #expect(refused.reason.contains("quotation mark is missing"))
    }

    @Test(arguments: [nil] + ImportFormat.allCases)
    func bytesThatAreNotTextNameTheirLine(format: ImportFormat?) throws {
        let good = Array("title,author\r\nEmma,Jane Austen\r\n".utf8)
        let options = ImportOptions(format: format, encoding: .utf8)
        let latin = #expect(throws: ImportError.self) {
            try BookListReader(options).read(good + [0x4A, 0xE9, 0x0A, 0x41], from: "list")
        }
        let reason = "it is not UTF-8 text; convert it to UTF-8"
        #expect(latin == .malformed(location: "list", line: 3, reason: reason))
        let binary = try #require(refusal(good + [0x4A, 0, 0x0A], as: format))
        #expect(binary.line == 3)
        #expect(binary.reason.contains("binary"))
    }

    /// An odd number of bytes, and half a character.
    @Test(arguments: [[0xFF, 0xFE, 0x74, 0, 0x74], [0xFE, 0xFF, 0xD8, 0x3D, 0, 0x74]] as [[UInt8]])
    func invalidUTF16TextIsNamed(bytes: [UInt8]) throws {
        #expect(try #require(refusal(bytes)).reason.contains("UTF-16"))
    }

    @Test(arguments: ["", "\u{FEFF}", " \n\r\n"], [nil] + ImportFormat.allCases)
    func anEmptyFileIsRefused(text: String, format: ImportFormat?) throws {
        #expect(try #require(refusal(text, as: format)).reason == "it is empty")
    }

    @Test func aRecordLongerThanAMebibyteNamesItsLine() throws {
        let long = String(repeating: "x", count: 1 << 20)
        #expect(try read("title,author\n\(long.dropLast(3)),Y\n").rows.count == 1)
        for record in ["\(long),Y", "\"\(long)\",Y", String(repeating: ",", count: 2 << 20)] {
            let refused = try #require(refusal("title,author\nEmma,Jane Austen\n\(record)\n"))
            #expect(refused.line == 3)
            #expect(refused.reason.contains("1 MiB"))
        }
        #expect(refusal(String(repeating: "x", count: 10 << 20))?.line == 1)
    }

    @Test func aTableWithoutRequiredColumnsListsItsColumns() throws {
        let untitled = try #require(refusal("\nAuthor,  Average Rating\nJane Austen,4.1\n"))
        #expect(untitled.line == 2)
        #expect(untitled.reason == "no column of titles; columns found: Author, Average Rating")
        #expect(refusal("title,isbn\n")?.reason == "no column of authors; columns found: title, isbn")
        #expect(refusal("title,author\n", as: .goodreads)?.reason.contains("Exclusive Shelf") == true)
        #expect(refusal("title,authors\n", as: .storygraph)?.reason.contains("Read Status") == true)
    }

    @Test func aWideTableListsItsFirstTwelveColumns() throws {
        let twelve = "a, b, c, d, e, f, g, h, i, j, k, l"
        #expect(refusal("a,b,c,d,e,f,g,h,i,j,k,l\n")?.reason == "no column of titles; columns found: \(twelve)")
        #expect(refusal("a,b,c,d,e,f,g,h,i,j,k,l,m\n")?.reason == "no column of titles; columns found: \(twelve), …")
        let long = String(repeating: "x", count: 40)
        #expect(refusal("\(long),\(long)y\n")?.reason == "no column of titles; columns found: \(long), \(long)…")
    }

    @Test(arguments: ["title,author\n#\n#\n#", "[1,\n1,\n\n1]"])
    func tooManyRowsNameTheFirstLineOverTheLimit(text: String) throws {
        let bytes = Array(text.utf8)
        #expect(try BookListReader(mostRows: 3).read(bytes, from: "list").rows.count == 3)
        let refused = #expect(throws: ImportError.self) {
            try BookListReader(mostRows: 2).read(bytes, from: "list")
        }
        let reason = "a list can have at most 2 rows"
        #expect(refused == .malformed(location: "list", line: 4, reason: reason))
    }

    @Test func aHeaderAloneIsAnEmptyList() throws {
        #expect(try read("title,author").rows.isEmpty)
    }
}
