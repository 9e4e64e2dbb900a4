import Domain
import Testing

extension StoreContractTests {
    /// Texts that come back from many a store as something else.
    static let awkwardTexts = [
        #"She said "No""#, #"C:\new\u0041"#, "\\", "\"", "{\"title\":\"x\"}", "null", "0",
        String(decoding: (0..<0x20).flatMap { [0x61, $0, 0x62] }, as: UTF8.self), "a\u{0}", "\u{7F}\u{80}\u{9F}",
        "\u{1B}[31mred\u{1B}[0m", "\u{FEFF}a", "\u{FFFD}\u{FFFE}\u{FFFF}\u{10FFFF}",
        "e\u{301} and \u{E9}",
        "\u{1F9D1}\u{200D}\u{1F4BB} \u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467} \u{1F1EA}\u{1F1EA}",
        "\u{202E}תנ״ך\u{202C} ألف ليلة وليلة", "紅樓夢", "a" + String(repeating: "\u{301}", count: 200),
        String(repeating: "Long \u{1F4DA} ", count: 3000),
    ]

    @Test(arguments: StoreUnderTest.allCases, awkwardTexts)
    func keepsTextsAsTheyAre(store: StoreUnderTest, text: String) async throws {
        let place = try await store.makePlace()
        let library = try await place.open()
        let book = try book(1, text) { draft in
            draft.authors = [text, "Ana"]
            draft.shelves = [text]
        }
        let borrower = try borrower(1, text)
        try await library.books.save(book)
        try await library.borrowers.save(borrower)
        for library in [library, try await place.open()] {
            let found = try #require(try await library.books.find(book.id))
            // Scalar by scalar, because strings are equal whose accents are composed differently.
            #expect(found.title.unicodeScalars.elementsEqual(book.title.unicodeScalars))
            #expect(found.authors[0].unicodeScalars.elementsEqual(book.authors[0].unicodeScalars))
            #expect(found == book)
            let person = try #require(try await library.borrowers.find(borrower.id))
            #expect(person.name.unicodeScalars.elementsEqual(borrower.name.unicodeScalars))
        }
    }
}
