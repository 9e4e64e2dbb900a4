import Data
import Domain
import Testing

struct JSONListTests {
    private let books = #"{"title": "Emma", "authors": ["Jane Austen"]}"#

    @Test(arguments: ["[#, #]", "#\n#", "# #", "\u{FEFF}[#,\r\n#]\n", " [ # , # ] "])
    func readsArraysAndLines(shape: String) throws {
        let text = shape.split(separator: "#", omittingEmptySubsequences: false).joined(separator: books)
        #expect(try read(text).drafts == Array(repeating: BookDraft(title: "Emma", authors: ["Jane Austen"]), count: 2))
    }

    @Test func readsOneBookAndAnEmptyList() throws {
        #expect(try read(books).drafts.count == 1)
        #expect(try read("[]").rows.isEmpty)
    }

    @Test func readsEveryMemberAndKeepsOthersAsDetails() throws {
        let list = try read(
            #"""
            [{"id": "0123456789ab", "title": "\u00c9mma \ud83d\udcda", "authors": ["Jane Austen"], "rating": 4,
              "isbn": "9780439023481", "status": "reading", "favorite": true, "shelves": ["a"], "lentTo": "Bo",
              "added": "2020-01-01", "finished": "2020-03-09", "due": null, "extra": {"title": [1, {}]},
              "shops": {"a": ["b ", "b "]}}]
            """#)
        let (extra, shops) = (try #require(DetailName("extra")), try #require(DetailName("shops")))
        #expect(list.books.map(\.id) == [Book.ID("0123456789ab")])
        #expect(list.warnings.isEmpty)
        #expect(
            list.drafts == [
                BookDraft(title: "Émma 📚", authors: ["Jane Austen"], isbn: try ISBN("9780439023481")) {
                    $0.status = .reading
                    $0.rating = Rating(4)
                    $0.isFavorite = true
                    $0.shelves = ["a"]
                    $0.added = Day("2020-01-01")
                    $0.finished = Day("2020-03-09")
                    $0.details[extra] = #"{"title": [1, {}]}"#
                    $0.details[shops] = #"{"a": ["b ", "b "]}"#
                }
            ])
    }

    /// A member that is mapped to a field goes before one with the field's own name.
    @Test func mappingsGiveMembersAMeaning() throws {
        let list = try read(
            #"{"title": "Emma", "notes": "Old.", "My Thoughts": "Good.", "Price": "5"}"#,
            mappings: ["price=ignore", "my thoughts=notes"])
        #expect(list.drafts.map(\.notes) == ["Good."])
        #expect(list.drafts.map(\.texts) == [["notes (import)": "Old."]])
        let last = try read(#"{"title": "Emma", "Price": "5"}"#, mappings: ["Price=ignore", "Price=notes"])
        #expect(last.drafts.map(\.notes) == ["5"])
    }

    @Test func nullIsAbsent() throws {
        let list = try read(#"{"title": "Emma", "isbn": null, "rating": null, "shelves": null, "favorite": null}"#)
        #expect(list.drafts == [BookDraft(title: "Emma")])
        #expect(list.warnings.isEmpty)
    }

    @Test func rejectsInvalidBooksWithTheirLines() throws {
        let list = try read(
            #"""
            [42, "x",
             null, [],

             {"title": true}, {"title": "Emma", "authors": {"first": "Jane", "last": "Austen"}},
             {"title": "A", "titl\u0065": "B"}, {"authors": false}, {"title": ["a", "b"]}, {"\u0000": 0, "title": "\u0000"},
             {"title": "Emma"}]
            """#)
        #expect(list.rows.map(\.line) == [1, 1, 2, 2, 4, 4, 5, 5, 5, 5, 6])
        let reasons = list.rows.map { row -> String? in
            guard case .rejected(.notABook(let reason)) = row.content else { return nil }
            return reason
        }
        #expect(
            reasons == (1...4).map { "element \($0): not an object" } + [
                "element 5: title is of the wrong type", "element 6: authors is of the wrong type",
                "element 7: two members are named title", "element 8: authors is of the wrong type",
                "element 9: title is of the wrong type", "element 10: a NUL character in a text", nil,
            ])
    }

    /// CSV can't contain this character, so the book couldn't be exported.
    @Test(arguments: [
        #"{"title": "E\u0000", "authors": ["Jane Austen"]}"#,
        #"{"title": "Emma", "authors": ["Jane Austen", "\u0000"]}"#,
        #"{"title": "Emma", "authors": ["Jane Austen"], "shelves": ["a", "b\u0000"]}"#,
        #"{"title": "Emma", "authors": ["Jane Austen"], "review": "a\u0000"}"#,
        #"{"title": "Emma", "authors": ["Jane Austen"], "details": {"a": "\u0000"}}"#,
        #"{"title": "Emma", "authors": ["Jane Austen"], "k\u0000": "v"}"#,
    ])
    func aNULCharacterInAnyTextRejectsTheBook(text: String) throws {
        #expect(
            try read(text).rows.map(\.content) == [.rejected(.notABook(reason: "element 1: a NUL character in a text"))]
        )
    }

    /// As other programs and people write them.
    @Test func readsValuesOfOtherTypesThatMeanTheSame() throws {
        let list = try read(
            #"""
            [{"title": 1984, "authors": "George Orwell", "isbn": 9780141036144, "rating": "4", "favorite": "yes",
              "shelves": "a, b", "details": {"Pages": 328, "Format": "paper", "Sold": false}},
             {"title": ["Emma"], "authors": ["Jane Austen"], "isbn": ["0141439580", "9780141439587"], "rating": 4.0,
              "favorite": 1, "shelves": "home", "id": 7},
             {"Title": "Manifesto", "author": "Karl Marx, Friedrich Engels", "My Rating": "5", "Pages": 48},
             {"title": "Persuasion", "authors": "Austen, Jane", "name": "Penguin edition", "date read": "2020-01-01"}]
            """#)
        #expect(list.warnings.isEmpty)
        #expect(list.drafts.map(\.title) == ["1984", "Emma", "Manifesto", "Persuasion"])
        #expect(
            list.drafts.map { $0.authors.map(\.tidied) } == [
                ["George Orwell"], ["Jane Austen"], ["Karl Marx", "Friedrich Engels"], ["Austen, Jane"],
            ])
        #expect(list.drafts.map(\.isbn) == [try ISBN("9780141036144"), try ISBN("9780141439587"), nil, nil])
        #expect(list.drafts.map(\.rating) == [Rating(4), Rating(4), Rating(5), nil])
        #expect(list.drafts.map(\.isFavorite) == [true, true, false, false])
        #expect(list.drafts.map { $0.shelves.map(\.tidied) } == [["a", "b"], ["home"], [], []])
        #expect(list.drafts[3].finished == Day("2020-01-01"))
        #expect(
            list.drafts.map(\.texts) == [
                ["Pages": "328", "Format": "paper", "Sold": "false"], ["id (import)": "7"], ["Pages": "48"],
                ["name": "Penguin edition"],
            ])
    }

    /// The book's own member goes before another name for it, in any order.
    @Test(arguments: [#""authors": ["A"], "author": "B""#, #""author": "B", "authors": ["A"]"#])
    func aMembersOwnNameGoesFirst(members: String) throws {
        let draft = try #require(try read("{\"title\": \"T\", \(members)}").drafts.first)
        #expect(draft.authors == ["A"])
        #expect(draft.texts == ["author": "B"])
    }

    @Test(arguments: [
        (#""rating": {"value": 4}"#, "rating", #"{"value": 4}"#), (#""favorite": [true]"#, "favorite", "[true]"),
        (#""status": true"#, "status", "true"),
        (#""added": ["2020-01-01", "2021-01-01"]"#, "added", "2020-01-01; 2021-01-01"),
        (#""shelves": {"a": "b"}"#, "shelves", "a: b"), (#""details": "x""#, "details", "x"),
        (#""details": {"a": ["\u0000"], "b": 1}"#, "details", #"{"a": ["\u0000"], "b": 1}"#),
        (#""details": {"a": 1, "b": "\u0000"}"#, "details", #"{"a": 1, "b": "\u0000"}"#),
    ])
    func aValueThatCannotBeReadBecomesADetail(member: String, name: String, detail: String) throws {
        let list = try read(#"{"title": "Emma", "authors": ["Jane Austen"], \#(member)}"#)
        #expect(list.warnings == [.wrongType(name)])
        #expect(list.drafts.map(\.texts) == [["\(name) (import)": detail]])
    }

    @Test func warnsOfValuesAndKeepsTheBook() throws {
        let list = try read(
            #"{"title": "A", "isbn": "9780439023482", "rating": 6, "status": "x", "added": "2020-02-30"}"#)
        #expect(
            list.warnings == [
                .wrongISBN("9780439023482", .wrongCheckDigit), .wrongStatus("x"), .wrongRating("6"),
                .wrongDay("2020-02-30"),
            ])
    }

    @Test(arguments: [
        ("[\n1,\n]", 3, " in element 2"), ("[\n1\n2]", 3, " after element 1"), ("[1", 1, " after element 1"),
        ("{\"a\":\n1", 2, " in element 1"), ("[1]\n\nx", 3, " after element 1"), ("{}\nx", 2, " in element 2"),
        ("[01]", 1, " after element 1"), ("[\"\n\"]", 1, " in element 1"), ("[\n\"\\ud800\"]", 2, " in element 1"),
        ("[{\"a\":\"\\x\"}]", 1, " in element 1"), ("[\n{\"\\udc00\": 1}]", 2, " in element 1"),
        ("[nul]", 1, " in element 1"), ("[", 1, "it ends too early"),
    ])
    func refusesInvalidJSONWithLineAndElement(text: String, line: Int, element: String) throws {
        let refused = try #require(refusal(text))
        #expect(refused.line == line)
        #expect(refused.reason.hasPrefix("it is not JSON: "))
        #expect(refused.reason.hasSuffix(element))
    }

    @Test func refusesValuesNestedTooDeeply() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(try read(nested(512)).rows.count == 1)
        #expect(try #require(refusal(nested(513))).reason.contains("nested"))
        #expect(try #require(refusal(String(repeating: "[{\"a\":", count: 100_000))).reason.contains("nested"))
    }

    @Test func copiesRejectedElementsUnchanged() throws {
        let rejects = try read("[\n{\"a\" :1},\n" + books + ",\n 7 ]").rejects(lines: [2, 4])
        #expect(rejects == Array("[\n{\"a\" :1},\n7\n]\n".utf8))
        #expect(try BookListReader().read(rejects, from: "").rows.count == 2)
    }
}
