import Domain
import TestSupport
import Testing

/// Where a search in chosen fields finds its words.
struct BookHitTests {
    private func hits(_ text: String, in fields: [BookField], _ change: (inout BookDraft) -> Void = { _ in }) throws
        -> [String]
    {
        var draft = BookDraft(title: "Dune", authors: ["Frank Herbert", "Ana Herbst"])
        change(&draft)
        let library = LibrarySnapshot(books: [try book(1, draft)])
        let query = BookQuery(text: text) { $0.fields = fields }
        let page = query.page(of: library, folding: folding)
        #expect(SearchedEntities<Book>(library, folding: folding).page(query) == page)
        return page.rows.flatMap(\.hits).map { "\($0.field.name) \($0.name): \($0.text)" }
    }

    @Test func theyNameTheFieldAndTheText() throws {
        #expect(try hits("dune", in: []) == [])
        #expect(try hits("dune", in: [.title, .notes]) == ["title title: Dune"])
        #expect(try hits("HERB", in: [.authors]) == ["authors authors: Frank Herbert; Ana Herbst"])
        #expect(try hits("ana dune", in: BookField.searchable) == ["title title: Dune", "authors authors: Ana Herbst"])
        #expect(try hits("ana", in: [.notes]) == [])
    }

    @Test func detailsHaveTheirOwnNames() throws {
        let publisher = try #require(DetailName("Publisher"))
        let found = try hits("chilton", in: [.details, .sources]) { $0.details[publisher] = "Chilton\nBooks" }
        #expect(found == ["details Publisher: Chilton Books"])
        #expect(try hits("publisher", in: [.details]) { $0.details[publisher] = "Chilton" } == [])
    }

    /// Four words before the word, twelve after it.
    @Test func aLongTextIsCut() throws {
        let words = (1...40).map { "w\($0)" }.joined(separator: " ")
        func cut(_ word: String) throws -> String { try hits(word, in: [.notes]) { $0.notes = words }.joined() }
        #expect(try cut("w20") == "notes notes: …" + (16...32).map { "w\($0)" }.joined(separator: " ") + "…")
        #expect(try cut("w5").hasPrefix("notes notes: w1 w2"))
        #expect(try cut("w6").hasPrefix("notes notes: …w2 w3"))
        #expect(try cut("w28").hasSuffix("w40"))
        #expect(try cut("w27").hasSuffix("w39…"))
    }

    @Test func wordsAreFoundInTextsOnly() {
        #expect(BookField.searchable == [.title, .authors, .isbn, .shelves, .notes, .details, .sources])
    }
}
