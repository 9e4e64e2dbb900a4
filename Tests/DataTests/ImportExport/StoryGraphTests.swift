import Data
import Domain
import Testing

struct StoryGraphTests {
    private static let header =
        "Title,Authors,Contributors,ISBN/UID,Format,Read Status,Date Added,Last Date Read,"
        + "Dates Read,Read Count,Star Rating,Review,Tags,Owned?"

    private func list(_ rows: String...) throws -> BookList {
        try read(Self.header + "\n" + rows.joined(separator: "\n"))
    }

    @Test func readsARow() throws {
        let row =
            #"Emma,"Jane Austen, Juliet Stevenson",,9780439023481,audio,read,2020/01/31,2020/02/29,,1,4.25,,"a, b",No"#
        let list = try list(row)
        #expect(list.warnings == [.roundedRating("4.25", stars: 4)])
        let draft = try #require(list.drafts.first)
        #expect(draft.authors.map(\.tidied) == ["Jane Austen", "Juliet Stevenson"])
        #expect(draft.isbn == (try ISBN("9780439023481")))
        #expect(draft.added == Day("2020-01-31"))
        #expect(draft.finished == Day("2020-02-29"))
        #expect(draft.shelves.map(\.tidied) == ["a", "b"])
    }

    @Test(
        arguments: [
            ("to-read", .toRead), ("currently-reading", .reading), ("read", .read), ("did-not-finish", .abandoned),
        ] as [(String, ReadingStatus)])
    func readsTheStatus(word: String, status: ReadingStatus) throws {
        #expect(try list("Emma,Jane Austen,,,,\(word)").drafts.map(\.status) == [status])
    }

    /// The original text of a rounded rating is kept as a detail.
    @Test(
        arguments: [
            ("4.25", 4, true), ("4.5", 5, true), ("3.49", 3, true), ("0.25", 1, true), ("5.0", 5, false),
            ("", nil, false), ("0", nil, false), ("0.0", nil, false),
        ] as [(String, Int?, Bool)])
    func roundsStars(text: String, stars: Int?, isRounded: Bool) throws {
        let list = try list("Emma,Jane Austen,,,,read,,,,,\(text)")
        #expect(list.drafts.map(\.rating) == [stars.flatMap { Rating($0) }])
        #expect(list.warnings == (isRounded ? [.roundedRating(text, stars: stars ?? 0)] : []))
        #expect(list.drafts.map(\.texts) == [isRounded ? ["Star Rating": text] : [:]])
    }

    /// The cell is kept as a detail unless it says no more than the days.
    @Test(
        arguments: [
            ("read", "2023/08/15", "2023/07/20-2023/08/15", "2023-07-20", "2023-08-15", false),
            ("read", "", "2023/07/20-2023/08/15", "2023-07-20", "2023-08-15", false),
            ("read", "", "2023-07-20-2023-08-15", "2023-07-20", "2023-08-15", false),
            ("read", "", "2019/05/02-2019/05/30, 2023/07/20-2023/08/15", "2023-07-20", "2023-08-15", true),
            ("read", "", "2023/07/20-2023/08/15,2019/05/02-2019/05/30", "2023-07-20", "2023-08-15", true),
            ("read", "", "2024/01/05", nil, "2024-01-05", false),
            ("currently-reading", "", "2024/01/05", "2024-01-05", nil, false),
            ("currently-reading", "", "2019/05/02-2019/05/30, 2026/09/01-", "2026-09-01", "2019-05-30", true),
            ("did-not-finish", "", "2024/01/05-2024/01/07", "2024-01-05", nil, true),
            ("to-read", "", "2024/01/05", nil, nil, true), ("read", "", "2019", nil, nil, true),
            ("read", "", "2019/05", nil, nil, true), ("read", "", "2015-2016", nil, nil, true),
            ("read", "2023/08/16", "2023/07/20-2023/08/15", "2023-07-20", "2023-08-16", true),
        ] as [(String, String, String, String?, String?, Bool)])
    func datesReadGiveTheDays(
        status: String, last: String, dates: String, started: String?, finished: String?, stays: Bool
    ) throws {
        let list = try list("Emma,Jane Austen,,,,\(status),,\(last),\"\(dates)\"")
        #expect(list.drafts.map(\.started) == [started.flatMap { Day($0) }])
        #expect(list.drafts.map(\.finished) == [finished.flatMap { Day($0) }])
        #expect(list.drafts.map(\.texts) == [stays ? ["Dates Read": dates] : [:]])
        #expect(list.warnings.isEmpty)
    }

    @Test func noCellIsLost() throws {
        let row =
            "Emma,Jane Austen,Juliet Stevenson (Narrator),9780439023481,audio,paused,2020/01/31,2020/02/29,"
            + #""2020/02/01-2020/02/29, 2021/01/01-",2,4.75,<div>Good</div>,"a, b",No"#
        #expect(
            try exported(Self.header + "\n" + row) == [
                #"{"id":"000000000001","title":"Emma","authors":["Jane Austen"],"isbn":"9780439023481","#
                    + #""status":"reading","rating":5,"favorite":false,"shelves":["a","b"],"added":"2020-01-31","#
                    + #""started":"2021-01-01","finished":"2020-02-29","notes":"Good","#
                    + #""details":{"Read Status":"paused","Star Rating":"4.75","#
                    + #""Contributors":"Juliet Stevenson (Narrator)","Format":"audio","Read Count":"2","Owned?":"No","Review":"<div>Good</div>","#
                    + #""Dates Read":"2020/02/01-2020/02/29, 2021/01/01-"}}"#
            ])
    }

    @Test func warnsOfAnUnknownStatusAndAnInvalidRating() throws {
        let list = try list("Emma,Jane Austen,,,,someday,,,,,many", "Emma,Jane Austen,,,,read,,,,,nan")
        #expect(list.warnings == [.wrongStatus("someday"), .wrongRating("many"), .wrongRating("nan")])
        #expect(list.drafts.count == 2)
    }

    @Test func keepsStoryGraphKeysAndWarnsOfInvalidISBNs() throws {
        let list = try list(
            "A,X,,B09XYZ1234,,read", "B,X,,5b2f-77aa,,read", "C,X,,12345,,read", "D,X,,9780439023482,,read",
            "E,X,,12345678AX,,read")
        #expect(list.drafts.allSatisfy { $0.isbn == nil })
        #expect(
            list.drafts.map(\.ids) == [
                ["storygraph:B09XYZ1234"], ["storygraph:5b2f-77aa"], ["storygraph:12345"], [],
                ["storygraph:12345678AX"],
            ])
        #expect(list.drafts[3].texts == ["ISBN/UID": "9780439023482"])
        #expect(list.warnings == [.wrongISBN("9780439023482", .wrongCheckDigit)])
    }

    @Test func anISBNOfTenDigitsMayEndWithX() throws {
        let list = try list("A,X,,080442957X,,read", "B,X,,0-8044-2957-x,,read")
        #expect(list.drafts.map(\.isbn) == [try ISBN("9780804429573"), try ISBN("9780804429573")])
        #expect(list.warnings.isEmpty)
    }
}
