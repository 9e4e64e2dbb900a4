import Data
import Domain
import TestSupport
import Testing

/// Importing an export loses nothing.
struct RoundTripTests {
    private static func listings() throws -> [Row<Book>] {
        let day = try #require(Day("2024-02-29"))
        let drafts = [
            BookDraft(title: "Emma", authors: ["Jane Austen"]),
            BookDraft(
                title: #"She said "No, never"; then – nothing"#,
                authors: ["Austen, Jane", #"a;b"#, #"c\"#, #"\;"#, "e;\u{301}"], isbn: try ISBN("9780439023481")
            ) {
                $0.status = .reading
                $0.rating = Rating(5)
                $0.isFavorite = true
                $0.shelves = ["x; y", "z, \"q\"", "家"]
                $0.added = day
                $0.started = day + -1
                $0.finished = day + 1
                $0.notes = "A, \"B\"\n\n; C"
                if let publisher = DetailName("Publisher") { $0.details[publisher] = "Penguin;\\ \"House\"\nLondon" }
                $0.sources = BookSources(["goodreads:6969", #"Später:a;b\: c"#].compactMap(BookSource.init))
            },
            BookDraft(title: "=1+1", authors: ["'; DROP\u{1B}[31m\u{7}"]) {
                $0.status = .abandoned
                $0.shelves = [";"]
            },
        ]
        return try drafts.enumerated().map { index, draft in
            let book = try Book(id: Book.ID(bits: UInt64(index) << 40 + 7), draft: draft, added: day)
            return Row(book, derived: index == 1 ? BookHolder(name: "Bo; \"B\"", due: day) : nil)
        }
    }

    @Test(arguments: OwnList.allCases)
    func booksAreRestoredExactly(format: OwnList) throws {
        let listings = try Self.listings()
        let list = try BookListReader().read(format.write(listings), from: "export")
        #expect(list.warnings.isEmpty)
        let books = try list.books.map { row in
            try Book(id: try #require(row.id), draft: row.draft, added: Day(daysSince1970: 0))
        }
        #expect(books == listings.map(\.entity))
        // Strings can be equal although their scalars differ.
        #expect(
            books.map { Array($0.authors.joined().unicodeScalars) }
                == listings.map { Array($0.draft.authors.joined().unicodeScalars) })
    }

    /// The columns of calibre, and those of StoryGraph.
    @Test(arguments: [["timestamp", "uuid"], ["ISBN/UID", "Read Status"]])
    func anExportIsRecognisedWhateverTheDetails(names: [String]) throws {
        let day = try #require(Day("2024-02-29"))
        var draft = BookDraft(title: "Emma", authors: ["Jane Austen"])
        draft.status = .read
        draft.finished = day
        for name in names { draft.details[try #require(DetailName(name))] = "x" }
        let book = try Book(id: Book.ID(bits: 7), draft: draft, added: day)
        let export = OwnList.csv.write([Row(book)])
        let list = try BookListReader().read(export, from: "export")
        #expect(list.books.map(\.id) == [book.id])
        #expect(list.drafts == [book.draft])
    }

    /// An earlier version wrote no column for a member that it didn't have.
    @Test(arguments: [
        "isbn", "status", "rating", "favorite", "shelves", "added", "started", "finished", "notes", "sources",
    ])
    func anExportWithoutAColumnIsRecognised(column: String) throws {
        let members = "id,title,authors,isbn,status,rating,favorite,shelves,added,started,finished,notes,sources"
        let header = members.replacing("\(column),", with: "") + ",lentTo,due"
        let list = try read("\(header)\n000000000007,Emma,a\\;b; Anon\n")
        #expect(list.books.map(\.id) == [Book.ID(bits: 7)])
        #expect(list.drafts == [BookDraft(title: "Emma", authors: ["a;b", " Anon"])])
        #expect(list.warnings.isEmpty)
    }

    /// Another program's table lacks columns that every version wrote.
    @Test(arguments: ["id,title,authors,due,year", "title,authors,lentTo,due"])
    func aTableOfAnotherProgramIsNotTakenForAnExport(header: String) throws {
        #expect(try read("\(header)\n000000000007,Emma,Jane Austen\n").books.map(\.id) == [nil])
    }

    @Test func writesCSVByRFC4180() throws {
        let listings = try Self.listings()
        let text = String(decoding: OwnList.csv.write(Array(listings.prefix(2))), as: UTF8.self)
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(lines.count == 4)
        let members = "id,title,authors,isbn,status,rating,favorite,shelves,added,started,finished,notes,sources"
        let derived = Book.Derived.Field.allCases.map { "\($0.rawValue)," }
        #expect(lines[0] == "\(members),\(derived.joined())Publisher")
        let empty = derived.map { _ in "," }.joined()
        #expect(lines[1] == "\(listings[0].id),Emma,Jane Austen,,to-read,,false,,2024-02-29,,,,,\(empty)")
        let start = "\(listings[1].id),\"She said \"\"No, never\"\"; then – nothing\",\"Austen, Jane; a\\;b; c\\\\; "
        #expect(lines[2].hasPrefix(start))
        let middle = ",2024-02-29,2024-02-28,2024-03-01,\"A, \"\"B\"\"\n\n; C\",goodreads:6969; Später:a\\;b\\\\: c,"
        #expect(lines[2].contains(middle))
        #expect(lines[2].hasSuffix(",\"Penguin;\\ \"\"House\"\"\nLondon\""))
        #expect(lines[2].contains(",\"Bo; \"\"B\"\"\",2024-02-29,"))
        #expect(lines[3].isEmpty)
    }

    @Test(arguments: OwnList.allCases)
    func anEmptyLibraryIsAnEmptyList(format: OwnList) throws {
        #expect(try BookListReader().read(format.write([]), from: "export").rows.isEmpty)
    }

    /// As any entity's list, without what only the import of books reads: details.
    @Test func theKernelReadsAListOfBooks() throws {
        let rows = try Self.listings().map { row in
            var draft = row.draft
            draft.details = BookDetails()
            return Row(try Book(id: row.id, draft: draft, added: today), derived: row.derived)
        }
        let folding = TextFolding { $0.lowercased() }
        let read = try EntityList<Book>.read(EntityList.csv(rows), from: "export", today: today, folding: folding)
        let books = try read.map { row in
            let row = try row.get()
            return try Book(id: try #require(row.id), draft: row.draft, added: today)
        }
        #expect(books == rows.map(\.entity))
    }
}
