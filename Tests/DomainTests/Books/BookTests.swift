import Data
import Domain
import TestSupport
import Testing

struct BookTests {
    @Test func namesAreTidiedAndKeptOnce() throws {
        let draft = BookDraft(title: "  A  title ", authors: [" Ana", "", "Ben  Berg", "Ana"]) {
            $0.shelves = ["sea", " ", "sea ", "hills"]
        }
        let book = try book(1, draft)
        #expect(book.title == "A title")
        #expect(book.authors == ["Ana", "Ben Berg"])
        #expect(book.shelves == ["sea", "hills"])
    }

    @Test func hasATitleAndAnAuthor() {
        #expect(throws: BookError.noTitle) { try book(1, BookDraft(title: " \n", authors: ["Ana"])) }
        #expect(throws: BookError.noAuthor) { try book(1, BookDraft(title: "A", authors: [" "])) }
    }

    @Test func aDayInTheDraftTakesPrecedence() throws {
        let draft = BookDraft(title: "A", authors: ["Ana"]) { $0.added = day("2020-02-02") }
        #expect(try book(1, draft, added: today).added == day("2020-02-02"))
        #expect(try book(1, "A").added == today)
    }

    @Test func aDraftOfABookMakesTheSameBook() throws {
        let draft = try fullDraft()
        let original = try book(1, draft)
        #expect(original.draft == draft)
        #expect(try book(1, original.draft) == original)
    }

    @Test(arguments: ["EDITÉ PAR", "edite\u{301} par"])
    func aDetailHasOneNameHoweverItIsSpelled(_ spelling: String) throws {
        var details = BookDetails()
        details[try #require(DetailName("Edité par"))] = "Actes Sud"
        details[try #require(DetailName(spelling))] = "Folio"
        #expect(details.all.map { "\($0.name): \($0.text)" } == ["Edité par: Folio"])
    }

    @Test func sourcesStandByProgramInTheOrderInWhichTheyWereMet() throws {
        let texts = ["goodreads:2", "calibre: a:b ", "goodreads:1", "goodreads: 2"]
        let sources = BookSources(texts.compactMap(BookSource.init))
        #expect(sources.byProgram.map(\.program) == ["goodreads", "calibre"])
        #expect(sources.byProgram.map(\.ids) == [["2", "1"], ["a:b"]])
        #expect(BookSources().byProgram.isEmpty)
    }

    @Test(arguments: ["goodreads", "goodreads:", " :1", ""]) func aSourceHasAProgramAndAnIdentifier(text: String) {
        #expect(BookSource(text) == nil)
    }

    @Test func aPrintedBookShowsItsFields() throws {
        #expect("\(try book(1, "A Room"))".contains("A Room"))
    }

    @Test func isLookedUpByItsISBN() throws {
        #expect(try book(1, "A", isbn: isbnA).lookupKeys == [.isbn(try ISBN(isbnA))])
        #expect(try book(1, "A").lookupKeys.isEmpty)
    }
}
