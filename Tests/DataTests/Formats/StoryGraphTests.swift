import Data
import Domain
import Testing

struct StoryGraphTests {
    private func list(_ rows: String...) throws -> BookList {
        let header = "Title,Authors,Contributors,ISBN/UID,Format,Read Status,Date Added,Last Date Read,Dates Read,"
        return try read(header + "Read Count,Star Rating,Review,Tags,Owned?\n" + rows.joined(separator: "\n"))
    }

    @Test func readsARow() throws {
        let row =
            #"Emma,"Jane Austen, Juliet Stevenson",,9780439023481,audio,read,2020/01/31,2020/02/29,,1,4.25,,"a, b",No"#
        let list = try list(row)
        #expect(list.warnings.isEmpty)
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

    @Test(
        arguments: [
            ("4.25", 4), ("4.5", 5), ("3.49", 3), ("0.25", 1), ("5.0", 5), ("", nil), ("0", nil),
        ] as [(String, Int?)])
    func roundsStars(text: String, stars: Int?) throws {
        let list = try list("Emma,Jane Austen,,,,read,,,,,\(text)")
        #expect(list.drafts.map(\.rating) == [stars.flatMap { Rating($0) }])
        #expect(list.warnings.isEmpty)
    }

    @Test func warnsOfAnUnknownStatusAndAnInvalidRating() throws {
        let list = try list("Emma,Jane Austen,,,,someday,,,,,many", "Emma,Jane Austen,,,,read,,,,,nan")
        #expect(list.warnings == [.wrongStatus("someday"), .wrongRating("many"), .wrongRating("nan")])
        #expect(list.drafts.count == 2)
    }

    @Test func ignoresStoryGraphKeysAndWarnsOfInvalidISBNs() throws {
        let list = try list(
            "A,X,,B09XYZ1234,,read", "B,X,,5b2f-77aa,,read", "C,X,,12345,,read", "D,X,,9780439023482,,read",
            "E,X,,12345678AX,,read")
        #expect(list.drafts.allSatisfy { $0.isbn == nil })
        #expect(list.warnings == [.wrongISBN("9780439023482", .wrongCheckDigit)])
    }

    @Test func anISBNOfTenDigitsMayEndWithX() throws {
        let list = try list("A,X,,080442957X,,read", "B,X,,0-8044-2957-x,,read")
        #expect(list.drafts.map(\.isbn) == [try ISBN("9780804429573"), try ISBN("9780804429573")])
        #expect(list.warnings.isEmpty)
    }
}
