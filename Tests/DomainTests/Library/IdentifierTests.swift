import Domain
import Testing

struct IdentifierTests {
    @Test(
        arguments: [
            (0, "000000000000"), (31, "00000000000z"), (32, "000000000010"), (1 << 59, "g00000000000"),
            (1 << 60 - 1, "zzzzzzzzzzzz"),
        ] as [(UInt64, String)])
    func isWrittenInTwelveCharactersAndReadBack(_ bits: UInt64, text: String) {
        #expect("\(Book.ID(bits: bits))" == text)
        #expect(Book.ID(text)?.bits == bits)
    }

    @Test func everyDigitOfTheAlphabetIsReadBack() {
        #expect(Book.ID("0123456789ab").map { "\($0)" } == "0123456789ab")
        #expect(Book.ID("cdefghjkmnpq").map { "\($0)" } == "cdefghjkmnpq")
        #expect(Book.ID("RSTVWXYZ0000").map { "\($0)" } == "rstvwxyz0000")
    }

    @Test func keepsSixtyBits() {
        #expect(Book.ID(bits: .max) == Book.ID(bits: 1 << 60 - 1))
        #expect(Book.ID(bits: 1 << 60) == Book.ID(bits: 0))
    }

    @Test(arguments: [
        "", "00000000000", "0000000000000", "00000000000i", "00000000000l", "00000000000o", "00000000000u",
        "00000 000000", "0000000000-0", "00000000000é",
    ])
    func otherTextIsRefused(_ text: String) {
        #expect(Book.ID(text) == nil)
    }

    @Test func ordersAsItsTextDoes() {
        let texts = ["000000000000", "00000000000z", "000000000010", "g00000000000", "zzzzzzzzzzzz"]
        #expect(texts.reversed().compactMap { Book.ID($0) }.sorted().map { "\($0)" } == texts)
    }
}
