import Data
import Domain
import StorageTestSupport
import TestSupport
import Testing

/// A reader's export of each program, and the one of two years later: with renamed books, respelled authors, exchanged
/// editions, other ratings and shelves, and new books, in another order.
struct HistoryTests {
    /// No identifier is given twice.
    private let randomBits = counter()

    private func importing(to library: StoredLibrary) -> ImportBooks {
        var context = context(library)
        context.randomBits = randomBits
        return ImportBooks(context)
    }

    /// Imports the list into the library, and again, which changes nothing.
    private func update(_ library: StoredLibrary, with list: String) async throws -> BookImportReport {
        let rows = try read(list).rows
        let foretold = try await importing(to: library)(rows, updates: true, dryRun: true)
        let report = try await importing(to: library)(rows, updates: true)
        #expect(report.rows == foretold.rows)
        let books = try await library.books.all()
        let again = try await importing(to: library)(rows, updates: true)
        #expect(again.added == 0 && again.updated == 0)
        #expect(try await library.books.all() == books)
        return report
    }

    @Test(arguments: Program.all, [1 as UInt64, 2])
    func aNewerExportMakesNoSecondBookAndLosesNothing(_ program: Program, seed: UInt64) async throws {
        var history = History(of: program, seed: seed)
        let library = StoredLibrary.inMemory()
        let first = try await update(library, with: history.export())
        #expect(first.added == history.books.count)
        let before = try await library.books.all()
        let summary = history.passTwoYears()
        let second = try await update(library, with: history.export())
        let after = try await library.books.all()
        #expect(second.added == summary.new + summary.unknowable)
        #expect(after.count == before.count + second.added)
        #expect(second.added + second.updated + second.skipped == history.books.count)
        #expect(second.rejected == 0 && second.merged == 0)
        #expect(second.warnings.count == summary.exchanged)

        for old in before {
            let new = try #require(after.first { $0.id == old.id })
            #expect(Set(new.sources.all).isSuperset(of: old.sources.all))
            #expect(Set(new.shelves).isSuperset(of: old.shelves))
            #expect(old.details.all.allSatisfy { new.details[$0.name] != nil })
            let isbns = new.details.all.filter { "\($0.name)".hasPrefix("isbn (earlier)") }.map(\.text)
            if let isbn = old.isbn { #expect(new.isbn == isbn || isbns.contains("\(isbn)")) }
        }
        // Each book of the newer export is there as that export has it.
        for listed in try read(history.export()).drafts {
            let found = after.filter { $0.title == listed.title.tidied && $0.authors == listed.authors }
            #expect(
                found.contains { Set($0.sources.all).isSuperset(of: listed.sources.all) && $0.rating == listed.rating })
        }
    }

    @Test(arguments: Program.all) func theOrderOfRowsDoesNotMatter(_ program: Program) async throws {
        var (history, shuffled) = (History(of: program, seed: 4), History(of: program, seed: 4))
        let (library, other) = (StoredLibrary.inMemory(), StoredLibrary.inMemory())
        for _ in 1...2 {
            _ = try await update(library, with: history.export())
            shuffled.shuffle()
            _ = try await update(other, with: shuffled.export())
            _ = (history.passTwoYears(), shuffled.passTwoYears())
        }
        let (books, others) = (try await library.books.all(), try await other.books.all())
        #expect(Set(books.map { "\($0.draft)" }) == Set(others.map { "\($0.draft)" }))
    }

    /// Versions before sources kept identifiers as details, or not at all.
    @Test(arguments: Program.all.filter(\.hasIdentifiers))
    func booksFromBeforeSourcesGetTheirs(_ program: Program) async throws {
        var history = History(of: program, seed: 5)
        let library = StoredLibrary.inMemory()
        _ = try await update(library, with: history.export())
        let books = try await library.books.all()
        try await library.books.save(
            books.map { book in
                var draft = book.draft
                draft.sources = BookSources()
                return try Book(id: book.id, draft: draft, added: book.added)
            })
        let rows = try read(history.export()).rows
        let skipped = try await importing(to: library)(rows)
        #expect(skipped.skipped == rows.count)
        #expect(skipped.rows.allSatisfy { if case .inLibrary(_, ["sources"]) = $0.outcome { true } else { false } })
        #expect(try await update(library, with: history.export()).updated == rows.count)
        #expect(try await library.books.all() == books)
        let summary = history.passTwoYears()
        #expect(try await update(library, with: history.export()).added == summary.new)
    }
}

/// The shape of a program's export.
struct Program: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var separator = ","
    /// Whether it gives each book an identifier.
    var hasIdentifiers = true
    var hasISBNs = true
    /// Whether another edition has another identifier.
    var changesIdentifiers = false
    let columns: [(name: String, cell: @Sendable (Listed) -> String)]

    static let all: [Program] = [
        Program(
            testDescription: "goodreads", changesIdentifiers: true,
            columns: [
                ("Book Id", { $0.id }), ("Title", { $0.title }), ("Author", { $0.author }),
                ("Author l-f", { $0.lastNameFirst }), ("Additional Authors", { _ in "" }),
                ("ISBN", { _ in #"="""# }), ("ISBN13", { #"="\#($0.isbn)""# }), ("My Rating", { "\($0.rating)" }),
                ("Average Rating", { $0.average }), ("Publisher", { _ in "Penguin" }),
                ("Binding", { _ in "Paperback" }),
                ("Date Read", { $0.finished.replacing("-", with: "/") }),
                ("Date Added", { _ in "2020/01/31" }), ("Bookshelves", { $0.shelves.joined(separator: ", ") }),
                ("Bookshelves with positions", { _ in "" }), ("Exclusive Shelf", { $0.isRead ? "read" : "to-read" }),
                ("My Review", { _ in "" }), ("Read Count", { $0.isRead ? "1" : "0" }), ("Owned Copies", { _ in "0" }),
            ]),
        Program(
            testDescription: "librarything", separator: "\t",
            columns: [
                ("Book Id", { $0.id }), ("Title", { $0.title }), ("Sort Character", { _ in "1" }),
                ("Primary Author", { $0.lastNameFirst }), ("Rating", { $0.rating == 0 ? "" : "\($0.rating)" }),
                ("Date Read", { "[\($0.finished)]" }), ("Tags", { $0.shelves.joined(separator: ", ") }),
                ("Collections", { _ in "Your library" }), ("ISBN", { "[\($0.isbn)]" }),
                ("ISBNs", { $0.isbn }), ("Entry Date", { _ in "[2020-01-31]" }),
            ]),
        Program(
            testDescription: "calibre",
            columns: [
                ("id", { $0.number }), ("author_sort", { $0.lastNameFirst }), ("authors", { $0.author }),
                ("identifiers", { $0.isbn.isEmpty ? "" : "isbn:\($0.isbn)" }), ("isbn", { $0.isbn }),
                ("rating", { $0.rating == 0 ? "" : "\($0.rating)" }), ("tags", { $0.shelves.joined(separator: ", ") }),
                ("timestamp", { _ in "2020-01-31T10:00:00+00:00" }), ("title", { $0.title }),
                ("title_sort", { $0.title }), ("uuid", { "9fc1-\($0.id)" }),
            ]),
        Program(
            testDescription: "openreads", changesIdentifiers: true,
            columns: [
                ("title", { $0.title }), ("author", { $0.author }), ("status", { $0.isRead ? "finished" : "planned" }),
                ("favourite", { _ in "false" }), ("deleted", { _ in "false" }),
                ("rating", { $0.rating == 0 ? "" : "\($0.rating)" }), ("isbn", { $0.isbn }),
                ("olid", { "OL\($0.id)M" }),
                ("tags", { $0.shelves.joined(separator: "|||||") }), ("book_format", { _ in "paperback" }),
                ("readings", { $0.isRead ? "2020-01-01T00:00:00.000|\($0.finished)T00:00:00.000|" : "" }),
            ]),
        Program(
            testDescription: "hardcover",
            columns: [
                ("Title", { $0.title }), ("Author", { $0.author }), ("Status", { $0.isRead ? "Read" : "Want to Read" }),
                ("Hardcover Book ID", { $0.id }), ("ISBN 10", { _ in "" }), ("ISBN 13", { $0.isbn }),
                ("Tags", { $0.shelves.joined(separator: ", ") }), ("Date Added", { _ in "2020-01-31" }),
                ("Date Finished", { $0.finished }), ("Rating", { $0.rating == 0 ? "" : "\($0.rating).0" }),
                ("Review Slate", { _ in "{}" }),
            ]),
        Program(
            testDescription: "bookwyrm", changesIdentifiers: true,
            columns: [
                ("title", { $0.title }), ("author_text", { $0.author }),
                ("remote_id", { "https://example.com/book/\($0.id)" }), ("openlibrary_key", { "OL\($0.id)M" }),
                ("isbn_13", { $0.isbn }), ("rating", { $0.rating == 0 ? "" : "\($0.rating).00" }),
                ("finish_date", { $0.finished }), ("shelf", { $0.isRead ? "read" : "to-read" }),
                ("shelf_date", { _ in "2020-01-31" }),
            ]),
        Program(
            testDescription: "openlibrary", hasISBNs: false, changesIdentifiers: true,
            columns: [
                ("Work ID", { "OL\($0.number)W" }), ("Title", { $0.title }), ("Authors", { $0.author }),
                ("First Publish Year", { _ in "1813" }), ("Edition ID", { $0.isRead ? "OL\($0.id)M" : "" }),
                ("Edition Count", { $0.average }), ("Bookshelf", { $0.isRead ? "Already Read" : "Want to Read" }),
                ("My Ratings", { $0.rating == 0 ? "" : "\($0.rating)" }),
            ]),
        Program(
            testDescription: "storygraph", hasIdentifiers: false,
            columns: [
                ("Title", { $0.title }), ("Authors", { $0.author }), ("Contributors", { _ in "" }),
                ("ISBN/UID", { $0.isbn }), ("Format", { _ in "paperback" }),
                ("Read Status", { $0.isRead ? "read" : "to-read" }), ("Date Added", { _ in "2020/01/31" }),
                ("Last Date Read", { $0.finished.replacing("-", with: "/") }),
                ("Star Rating", { $0.rating == 0 ? "" : "\($0.rating).0" }),
                ("Tags", { $0.shelves.joined(separator: ", ") }), ("Owned?", { _ in "No" }),
            ]),
        Program(
            testDescription: "libib", hasIdentifiers: false,
            columns: [
                ("item_type", { _ in "book" }), ("title", { $0.title }), ("creators", { $0.author }),
                ("collection", { _ in "Home" }), ("ean_isbn13", { $0.isbn }), ("upc_isbn10", { _ in "" }),
                ("tags", { $0.shelves.joined(separator: ", ") }), ("rating", { $0.rating == 0 ? "" : "\($0.rating)" }),
                ("status", { $0.isRead ? "Completed" : "Not begun" }), ("completed", { $0.finished }),
                ("added", { _ in "2020-01-31" }), ("copies", { _ in "1" }),
            ]),
    ]
}

/// A book as the other program has it.
struct Listed: Sendable {
    let number: String
    var id: String
    var title: String
    var author: String
    var isbn: String
    var rating: Int
    var shelves: [String]
    var finished: String
    /// A number that changes all the time.
    var average = "4.01"

    var isRead: Bool { !finished.isEmpty }

    var lastNameFirst: String {
        let names = author.split(separator: " ")
        return "\(names[names.count - 1]), \(names.dropLast().joined(separator: " "))"
    }
}

private struct History {
    /// What has happened in two years.
    struct Summary {
        var new = 0
        /// Books that the program says nothing about, by which they could be known again.
        var unknowable = 0
        /// Editions whose ISBN was replaced.
        var exchanged = 0
    }

    private let program: Program
    private var chance: SeededGenerator
    private var count = 0
    private(set) var books: [Listed] = []

    init(of program: Program, seed: UInt64) {
        self.program = program
        chance = SeededGenerator(seed: seed)
        for _ in 0..<150 { add() }
    }

    func export() -> String {
        let rows = books.map { book in
            program.columns.map { column in
                let cell = column.cell(book)
                return program.separator == "\t" ? cell : "\"\(cell.replacing("\"", with: "\"\""))\""
            }
        }
        return ([program.columns.map(\.name)] + rows).map { $0.joined(separator: program.separator) + "\n" }.joined()
    }

    mutating func shuffle() {
        // Not with `chance`, so that the same happens in two years.
        var other = SeededGenerator(seed: 99)
        books.shuffle(using: &other)
    }

    /// Rows keep their place until the end, so that shuffling before changes nothing else.
    mutating func passTwoYears() -> Summary {
        var summary = Summary()
        books.sort { Int($0.number) ?? 0 < Int($1.number) ?? 0 }
        for index in books.indices {
            let hasISBN = program.hasISBNs && !books[index].isbn.isEmpty
            books[index].average = "4.\(Int.random(in: 10...99, using: &chance))"
            if happens(10) { books[index].rating = Int.random(in: 1...5, using: &chance) }
            if happens(10) { books[index].shelves.append("again") }
            switch Int.random(in: 0..<100, using: &chance) {
            case 0..<5:
                books[index].title +=
                    [" (Harbour, #\(index))", ": A Novel", ", revised"].randomElement(using: &chance) ?? ""
                if !program.hasIdentifiers, !hasISBN { summary.unknowable += 1 }
            case 5..<8:
                books[index].author =
                    "\(books[index].author.prefix(1)). " + (books[index].author.split(separator: " ").last ?? "")
                if !program.hasIdentifiers, !hasISBN { summary.unknowable += 1 }
            case 8..<11:
                if program.changesIdentifiers { books[index].id = "9\(books[index].id)" }
                if hasISBN {
                    books[index].isbn = isbn()
                    if program.hasIdentifiers { summary.exchanged += 1 } else { summary.unknowable += 1 }
                }
            default: break
            }
        }
        for _ in 0..<20 {
            add()
            summary.new += 1
        }
        books.shuffle(using: &chance)
        return summary
    }

    private mutating func happens(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &chance) < percent }

    private mutating func add() {
        count += 1
        let words = ["Salt", "Wind", "Harbour", "Letters", "Winter", "Glass", "Orchard", "Mirror"]
        let title =
            "The \(words.randomElement(using: &chance) ?? "") of \(words.randomElement(using: &chance) ?? "") \(count)"
        let names = ["Ana Pérez", "Ben Okri Moss", "Chiara De Luca", "Dag Ås"]
        books.append(
            Listed(
                number: "\(count)", id: "\(10_000 + count)", title: title,
                author: names.randomElement(using: &chance) ?? "", isbn: happens(75) ? isbn() : "",
                rating: Int.random(in: 0...5, using: &chance), shelves: happens(50) ? ["home"] : [],
                finished: happens(60) ? "2020-0\(Int.random(in: 1...9, using: &chance))-11" : ""))
    }

    /// A valid ISBN that no other book has.
    private var isbns = 100_000_000
    private mutating func isbn() -> String {
        isbns += 7
        let digits = "978\(isbns)"
        let sum = digits.enumerated().reduce(0) {
            $0 + ($1.element.wholeNumberValue ?? 0) * ($1.offset % 2 == 0 ? 1 : 3)
        }
        return "\(digits)\((10 - sum % 10) % 10)"
    }
}
