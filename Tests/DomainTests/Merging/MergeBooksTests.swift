import Data
import Domain
import TestSupport
import Testing

struct MergeBooksTests {
    private func library(_ books: [Book]) -> StoredLibrary {
        StoredLibrary.inMemory(LibrarySnapshot(books: books))
    }

    /// The first book, after the others were merged into it.
    private func merged(_ drafts: [BookDraft]) async throws -> (book: Book, added: [String]) {
        let books = try drafts.enumerated().map { try book(UInt64($0.offset + 1), $0.element) }
        let library = library(books)
        let result = try await MergeBooks(context(library))(books.dropFirst().map(\.id), into: books[0].id)
        #expect(try await library.books.all() == [result.book])
        return result
    }

    private static func draft(_ change: (inout BookDraft) -> Void = { _ in }) -> BookDraft {
        BookDraft(title: "Emma", authors: ["Jane Austen"], change)
    }

    private static func details(_ texts: KeyValuePairs<String, String>) -> BookDetails {
        var details = BookDetails()
        for (name, text) in texts { details.add(text, named: name) }
        return details
    }

    private static func sources(_ texts: String...) -> BookSources {
        BookSources(texts.compactMap { BookSource($0) })
    }

    private struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var kept = draft()
        var other = draft()
        var result = draft()
        var added: [String] = []
    }

    /// For each kind of field: a value that the book lacks, and one that differs.
    private static let cases = [
        Case(testDescription: "nothing differs"),
        Case(
            testDescription: "title", other: draft { $0.title = "emma" },
            result: draft { $0.details = details(["title (merged)": "emma"]) }, added: ["title (merged)"]),
        Case(
            testDescription: "authors", other: draft { $0.authors = ["Austen, Jane", "Ben"] },
            result: draft { $0.details = details(["authors (merged)": "Austen, Jane; Ben"]) },
            added: ["authors (merged)"]),
        Case(
            testDescription: "an ISBN that it lacks", other: draft { $0.isbn = try? ISBN(isbnA) },
            result: draft { $0.isbn = try? ISBN(isbnA) }),
        Case(
            testDescription: "another ISBN", kept: draft { $0.isbn = try? ISBN(isbnB) },
            other: draft { $0.isbn = try? ISBN(isbnA) },
            result: draft {
                $0.isbn = try? ISBN(isbnB)
                $0.details = details(["isbn (merged)": isbnA])
            }, added: ["isbn (merged)"]),
        Case(
            testDescription: "to-read gives way", other: draft { $0.status = .abandoned },
            result: draft { $0.status = .abandoned }),
        Case(
            testDescription: "to-read is no loss", kept: draft { $0.status = .reading },
            result: draft { $0.status = .reading }),
        Case(
            testDescription: "another status", kept: draft { $0.status = .reading },
            other: draft { $0.status = .read },
            result: draft {
                $0.status = .reading
                $0.details = details(["status (merged)": "read"])
            }, added: ["status (merged)"]),
        Case(
            testDescription: "a rating that it lacks", other: draft { $0.rating = stars(4) },
            result: draft { $0.rating = stars(4) }),
        Case(
            testDescription: "another rating", kept: draft { $0.rating = stars(2) },
            other: draft { $0.rating = stars(4) },
            result: draft {
                $0.rating = stars(2)
                $0.details = details(["rating (merged)": "4"])
            }, added: ["rating (merged)"]),
        Case(
            testDescription: "the other is a favourite", other: draft { $0.isFavorite = true },
            result: draft { $0.isFavorite = true }),
        Case(
            testDescription: "it is a favourite", kept: draft { $0.isFavorite = true },
            result: draft { $0.isFavorite = true }),
        Case(
            testDescription: "shelves", kept: draft { $0.shelves = ["Sea", "Café"] },
            other: draft { $0.shelves = ["cafe", "Attic", "SEA"] },
            result: draft { $0.shelves = ["Sea", "Café", "Attic"] }),
        Case(
            testDescription: "more shelves", kept: draft { $0.shelves = ["Sea"] },
            other: draft { $0.shelves = ["Sea", "Attic"] }, result: draft { $0.shelves = ["Sea", "Attic"] }),
        Case(
            testDescription: "sources", kept: draft { $0.sources = sources("goodreads:1", "calibre:a") },
            other: draft { $0.sources = sources("goodreads:2", "goodreads:1", "calibre:a", "libib:1") },
            result: draft { $0.sources = sources("goodreads:1", "goodreads:2", "calibre:a", "libib:1") }),
        Case(
            testDescription: "days", kept: draft { $0.added = day("2024-03-01") },
            other: draft {
                $0.added = day("2024-01-01")
                $0.started = day("2024-02-01")
            },
            result: draft {
                $0.added = day("2024-03-01")
                $0.started = day("2024-02-01")
                $0.details = details(["added (merged)": "2024-01-01"])
            }, added: ["added (merged)"]),
        Case(
            testDescription: "notes", kept: draft { $0.notes = "Salt" }, other: draft { $0.notes = "Wind\nand rain" },
            result: draft { $0.notes = "Salt\n\nWind\nand rain" }, added: ["notes"]),
        Case(
            testDescription: "notes that have the others", kept: draft { $0.notes = "Salt and wind" },
            other: draft { $0.notes = "wind" }, result: draft { $0.notes = "Salt and wind" }),
        Case(
            testDescription: "notes that the others have", kept: draft { $0.notes = "wind" },
            other: draft { $0.notes = "Salt and wind" }, result: draft { $0.notes = "Salt and wind" }),
        Case(
            testDescription: "details", kept: draft { $0.details = details(["Publisher": "Ace", "Pages": "9"]) },
            other: draft { $0.details = details(["PUBLISHER": "Penguin", "Pages": "9", "Series": "Novels"]) },
            result: draft {
                $0.details = details(["Publisher": "Ace", "Pages": "9", "PUBLISHER 2": "Penguin", "Series": "Novels"])
            }, added: ["PUBLISHER 2"]),
    ]

    @Test(arguments: cases) private func aValueThatDiffersIsKept(_ sample: Case) async throws {
        let (book, added) = try await merged([sample.kept, sample.other])
        #expect(book.id.bits == 1)
        var expected = sample.result
        expected.added = expected.added ?? today
        #expect(book.draft == expected)
        #expect(added == sample.added)
    }

    @Test func everyValueIsFoundAgain() async throws {
        let other = BookDraft(title: "Emma!", authors: ["J. Austen"], isbn: try ISBN(isbnA)) {
            $0.status = .read
            $0.rating = stars(5)
            $0.shelves = ["Cellar"]
            $0.added = day("2023-01-01")
            $0.started = day("2023-01-02")
            $0.finished = day("2023-01-03")
            $0.notes = "Rain"
            $0.details = Self.details(["Publisher": "Ace", "title (merged)": "EMMA"])
        }
        let drafts = [try fullDraft(), other, Self.draft(), other]
        let (book, added) = try await merged(drafts)
        let texts = BookField.allCases.map { book.draft[$0].text }.joined(separator: "\n")
        for draft in drafts {
            #expect(Set(book.shelves).isSuperset(of: draft.shelves))
            for detail in draft.details.all { #expect(texts.contains("=\(detail.text)"), "\(detail.name)") }
            for field in BookField.allCases where field != .shelves && field != .details {
                #expect(draft[field] == field.initial || texts.contains(draft[field].text), "\(field)")
            }
        }
        // The last book adds nothing to the second.
        #expect(
            added == [
                "title (merged)", "authors (merged)", "isbn (merged)", "status (merged)", "rating (merged)",
                "added (merged)", "started (merged)", "finished (merged)", "Publisher 2", "title (merged) 2",
                "authors (merged) 2", "added (merged) 2", "notes",
            ])
    }

    @Test func whatItLacksComesFromTheFirstThatHasIt() async throws {
        let (book, added) = try await merged([
            Self.draft(), Self.draft(), Self.draft { $0.rating = stars(3) }, Self.draft { $0.rating = stars(5) },
            Self.draft { $0.rating = stars(5) },
        ])
        #expect(book.rating == stars(3))
        #expect(book.details == Self.details(["rating (merged)": "5"]))
        #expect(added == ["rating (merged)"])
    }

    @Test func itIsFoundByTheISBNThatItTookOver() async throws {
        let isbn = try ISBN(isbnA)
        let books = try [book(1, "A"), book(2, "B")]
        let library = library(books)
        _ = try await EditBook(context(library))(books[1].id) { $0.isbn = isbn }
        let result = try await MergeBooks(context(library))([books[1].id], into: books[0].id)
        #expect(try await library.books.matching(.isbn(isbn)) == [result.book])
    }

    @Test func aBookCountsOnce() async throws {
        let books = try [book(1, "A"), book(2, "B"), book(3, "C")]
        let library = library(books)
        let (a, b) = (books[0].id, books[1].id)
        let book = try await MergeBooks(context(library))([b, a, b], into: a).book
        #expect(book.details == Self.details(["title (merged)": "B"]))
        #expect(try await library.books.all() == [book, books[2]])
    }

    @Test func nothingChangesIfABookIsMissingOrAlone() async throws {
        let books = try [book(1, "A"), book(2, "B")]
        let library = library(books)
        let merge = MergeBooks(context(library))
        let unknown = Book.ID(bits: 9)
        for (others, id) in [([books[1].id, unknown], books[0].id), ([books[0].id], unknown)] {
            await #expect(throws: LibraryError.book(.noSuchBook("\(unknown)"))) { try await merge(others, into: id) }
        }
        for others in [[], [books[0].id]] {
            await #expect(throws: LibraryError.merging(.mergedIntoItself(books[0]))) {
                try await merge(others, into: books[0].id)
            }
        }
        #expect(try await library.books.all() == books)
    }

    @Test func allOfItHappensOrNothing() async throws {
        let books = try [book(1, "A"), book(2, "B")]
        let library = library(books)
        // The store refuses the merged book, once the other is deleted.
        let full = NarrowLibrary(base: library, batchSize: 1, mostSaved: 0)
        await #expect(throws: LibraryError.store(.tooLarge(location: "x", limit: "1 MiB"))) {
            try await MergeBooks(context(full))([books[1].id], into: books[0].id)
        }
        #expect(try await library.books.all() == books)
    }

    @Test func aDryRunOnlySaysWhatWouldBecomeOfThem() async throws {
        let books = try [book(1, "A"), book(2, "B")]
        let library = library(books)
        let before = try await library.snapshot()
        let merge = MergeBooks(context(library))
        let plan = try await merge([books[1].id], into: books[0].id, dryRun: true)
        #expect(try await library.snapshot() == before)
        let result = try await merge([books[1].id], into: books[0].id)
        #expect(plan.book == result.book && plan.added == result.added)
    }
}

extension BookDetails {
    fileprivate mutating func add(_ text: String, named name: String) {
        if let name = DetailName(name) { self[name] = text }
    }
}
