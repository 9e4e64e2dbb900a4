import Domain
import TestSupport
import Testing

struct BookQueryTests {
    private let library: LibrarySnapshot

    init() throws { library = LibrarySnapshot(books: try Self.books()) }

    static func books() throws -> [Book] {
        [
            try book(
                1,
                BookDraft(title: "Zeit", authors: ["Ben Ámos"]) {
                    $0.status = .read
                    $0.rating = stars(3)
                    $0.finished = day("2023-12-31")
                    $0.shelves = ["Sea"]
                }),
            try book(
                2,
                BookDraft(title: "áb", authors: ["Ana"]) {
                    $0.status = .reading
                    $0.isFavorite = true
                    $0.shelves = ["hills"]
                }),
            try book(
                3, BookDraft(title: "Cold Sea", authors: ["Cleo", "Ana Luz"]) { $0.rating = stars(5) },
                added: day("2024-05-11")),
            try book(4, BookDraft(title: "AB", authors: ["Ben"]) { $0.rating = stars(3) }, added: day("2024-05-09")),
        ]
    }

    /// The numbers of the found books, in order; the same ones if the library was sorted before.
    private func found(_ query: BookQuery) -> [UInt64] {
        let page = query.page(of: library, folding: folding)
        let other = BookQuery(text: "sea") {
            $0.sort = query.sort
            $0.isReversed = query.isReversed
            $0.fields = query.fields
        }
        var sorted = SearchedEntities<Book>(library, folding: folding)
        sorted.prepare(for: other)
        #expect(sorted.page(query) == page)
        return page.rows.map(\.id.bits)
    }

    @Test func withoutConditionsFindsAllByTitle() {
        #expect(found(BookQuery()) == [2, 4, 3, 1])
    }

    @Test func sortsLongTitlesWithACommonPrefix() throws {
        let titles = [
            "The Beekeeper of Bohemia", "The Beekeeper of B", "The Beekeeper of Bohémia 2", "The Bee", "The",
            "THE BEEKEEPER OF BOHEMIA", "The beekeepers", "[The] Beekeeper",
        ]
        let books = try titles.enumerated().map { try book(UInt64($0), BookDraft(title: $1, authors: ["Ana"])) }
        func found(_ query: BookQuery) -> [UInt64] {
            query.page(of: LibrarySnapshot(books: books), folding: folding).rows.map(\.id.bits)
        }
        #expect(found(BookQuery()) == [7, 4, 3, 1, 0, 5, 2, 6])
        #expect(found(BookQuery { $0.isReversed = true }) == [6, 2, 0, 5, 1, 3, 4, 7])
    }

    /// Canonically equivalent spellings tie, and are ordered as Swift compares them.
    @Test func sortsByCharactersNotByBytes() throws {
        let decomposed = "나비".unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
            let index = scalar.value - 0xAC00
            return [0x1100 + index / 588, 0x1161 + index % 588 / 28].compactMap { Unicode.Scalar($0) }
        }
        var butterfly = ""
        butterfly.unicodeScalars.append(contentsOf: decomposed)
        #expect(butterfly == "나비" && butterfly.utf8.count > "나비".utf8.count)
        let titles = ["다리", butterfly, "나비", "가나", "A 나비", "A \(butterfly)", "Zeit"]
        let books = try titles.enumerated().map { try book(UInt64($0), BookDraft(title: $1, authors: ["Ana"])) }
        let page = BookQuery().page(of: LibrarySnapshot(books: books), folding: folding)
        #expect(page.rows.map(\.id.bits) == [4, 5, 6, 3, 1, 2, 0])
    }

    @Test(
        arguments: [
            ("sea", [3, 1]), ("SEA cold", [3]), ("amos", [1]), ("zeit sea ben", [1]), ("AB", [2, 4]), ("Áb", [2, 4]),
            ("hill", [2]), ("nothing", []), ("  ", [2, 4, 3, 1]), ("ana", [2, 3]), ("seacold", []), ("zeitben", []),
        ] as [(String, [UInt64])])
    func everyWordOccursInTitleAuthorsOrShelves(_ text: String, numbers: [UInt64]) {
        #expect(found(BookQuery(text: text)) == numbers)
    }

    @Test func aWordIsNotFoundAcrossTwoFields() {
        // "AB" by "Ben": with the texts run together, "bben" would occur.
        #expect(found(BookQuery(text: "abben")).isEmpty)
    }

    @Test func withoutAnOrderBooksComeByIdentifier() throws {
        let books = try ["C", "A", "B", "X"].enumerated().map {
            try book(UInt64($0), BookDraft(title: $1, authors: [$1 == "X" ? "Bea" : "Ana"]))
        }
        /// Also of a list that is sorted already.
        func titles(_ conditions: (inout BookQuery) -> Void) -> [String] {
            let query = BookQuery(text: "ana", conditions)
            var list = SearchedEntities<Book>(LibrarySnapshot(books: books), folding: folding)
            let page = list.page(query)
            list.prepare(for: query)
            #expect(list.page(query) == page)
            return page.rows.map(\.draft.title)
        }
        #expect(titles { ($0.isOrdered, $0.hasNamesFirst, $0.isReversed) = (false, true, true) } == ["C", "A", "B"])
        #expect(titles { _ in } == ["A", "B", "C"])
        let unordered = BookQuery { ($0.isOrdered, $0.shown, $0.sort) = (false, [.shelves], Sort(.added)) }
        #expect(unordered.neededFields == [.shelves])
    }

    @Test func titlesThatTheTextNamesComeFirst() throws {
        let titles = ["A bit of it", "Bits", "It", "It can't happen here", "Italy", "The Pit", "Within", "Ítem"]
        let books = try titles.enumerated().map { try book(UInt64($0), BookDraft(title: $1, authors: ["Ana"])) }
        let library = LibrarySnapshot(books: books)
        func found(_ text: String, _ conditions: (inout BookQuery) -> Void = { _ in }) -> [String] {
            var query = BookQuery(text: text) { $0.hasNamesFirst = true }
            conditions(&query)
            let page = query.page(of: library, folding: folding)
            #expect(SearchedEntities<Book>(library, folding: folding).page(query) == page)
            return page.rows.map(\.draft.title)
        }
        #expect(
            found(" IT")
                == ["It", "It can't happen here", "Italy", "Ítem", "A bit of it", "Bits", "The Pit", "Within"])
        #expect(found("it ha") == ["It can't happen here"])
        #expect(found("pit the") == ["The Pit"])
        #expect(found("it") { $0.limit = 1 } == ["It"])
        #expect(found("").prefix(3) == ["A bit of it", "Bits", "It"])
        #expect(found("it") { $0.isReversed = true }.first == "It")
        // A query that doesn't ask for it has only its sort.
        #expect(found("it") { $0 = BookQuery(text: "it") }.first == "A bit of it")
    }

    @Test func filtersByTheWholeTitle() {
        #expect(found(BookQuery { $0.title = " cold  SEA" }) == [3])
        #expect(found(BookQuery { $0.title = "ab" }) == [2, 4])
        #expect(found(BookQuery { $0.title = "cold" }).isEmpty)
    }

    @Test func filtersByStatus() {
        #expect(found(BookQuery { $0.statuses = [.reading] }) == [2])
        #expect(found(BookQuery { $0.statuses = [.toRead] }) == [4, 3])
        #expect(found(BookQuery { $0.statuses = [.abandoned] }).isEmpty)
        #expect(found(BookQuery { $0.statuses = [.read, .abandoned, .reading] }) == [2, 1])
    }

    @Test func filtersByRating() {
        func rated(_ from: Int, _ through: Int) -> BookQuery {
            BookQuery { $0.ratings = [.within(from: stars(from), through: stars(through))] }
        }
        #expect(found(rated(3, 4)) == [4, 1])
        #expect(found(rated(5, 5)) == [3])
        #expect(found(rated(1, 2)).isEmpty)
        #expect(found(BookQuery { $0.ratings = [.missing] }) == [2])
    }

    @Test func filtersByWordsOfOneField() {
        #expect(found(BookQuery { $0.words = [.title: "SEA cold"] }) == [3])
        #expect(found(BookQuery { $0.words = [.title: "sea", .authors: "ámos"] }).isEmpty)
        #expect(found(BookQuery { $0.words = [.shelves: "sea"] }) == [1])
        #expect(found(BookQuery { $0.words = [.notes: "sea"] }).isEmpty)
    }

    /// A range of both: each must include the value.
    @Test func severalRangesMustAllApply() {
        let upTo = BookQuery { query in
            query.ratings = [.within(from: stars(3), through: stars(5)), .within(from: stars(1), through: stars(4))]
        }
        #expect(found(upTo) == [4, 1])
    }

    @Test func filtersByDays() {
        #expect(
            found(BookQuery { $0.added = [.within(from: day("2024-05-10"), through: day("2024-05-11"))] }) == [2, 3, 1])
        #expect(found(BookQuery { $0.added = [.missing] }).isEmpty)
        #expect(
            found(BookQuery { $0.finished = [.within(from: day("2023-01-01"), through: day("2023-12-31"))] }) == [1])
        let (first, last) = (day("2023-01-01"), day("2024-01-01"))
        #expect(found(BookQuery { $0.finished = [.within(from: nil, through: nil)] }) == [1])
        #expect(found(BookQuery { $0.finished = [.within(from: first, through: nil)] }) == [1])
        #expect(found(BookQuery { $0.finished = [.within(from: last, through: nil)] }).isEmpty)
        #expect(found(BookQuery { $0.finished = [.within(from: nil, through: last)] }) == [1])
        #expect(found(BookQuery { $0.finished = [.within(from: nil, through: first)] }).isEmpty)
        #expect(found(BookQuery { $0.finished = [.within(from: last, through: first)] }).isEmpty)
        #expect(found(BookQuery { $0.finished = [.missing] }) == [2, 4, 3])
    }

    @Test func filtersByWordsOfADetail() throws {
        let series = try #require(DetailName("Series"))
        let books = try [("Dune Chronicles", "A"), ("Düne", "B"), ("Foundation", "C")].enumerated().map { index, pair in
            try book(UInt64(index), BookDraft(title: pair.1, authors: ["Ana"]) { $0.details[series] = pair.0 })
        }
        func found(_ details: (String, String)...) throws -> [UInt64] {
            let details = try details.map { BookDetail(name: try #require(DetailName($0)), text: $1) }
            let query = BookQuery { $0.details = details }
            return query.page(of: LibrarySnapshot(books: books), folding: folding).rows.map(\.id.bits)
        }
        #expect(try found(("SERIES", "dune")) == [0, 1])
        #expect(try found(("series", "chronicles dune")) == [0])
        #expect(try found(("publisher", "dune")).isEmpty)
        #expect(try found(("series", "dune"), ("Series", "chron")) == [0])
        #expect(try found(("series", "dune"), ("publisher", "dune")).isEmpty)
    }

    @Test func filtersByTheWholeNameOfAShelf() {
        #expect(found(BookQuery { $0.shelfNames = ["sea"] }) == [1])
        #expect(found(BookQuery { $0.shelfNames = [" SEA "] }) == [1])
        #expect(found(BookQuery { $0.shelfNames = ["hill"] }).isEmpty)
        #expect(found(BookQuery { $0.shelfNames = ["sea", "hills"] }).isEmpty)
        #expect(found(BookQuery { $0.shelfNames = ["sea", "Sea"] }) == [1])
    }

    @Test func filtersByWordsOfOneAuthor() {
        #expect(found(BookQuery { $0.authors = ["amos ben"] }) == [1])
        #expect(found(BookQuery { $0.authors = ["ana"] }) == [2, 3])
        #expect(found(BookQuery { $0.authors = ["cleo luz"] }).isEmpty)
        #expect(found(BookQuery { $0.authors = ["luz", "cleo"] }) == [3])
        #expect(found(BookQuery { $0.authors = ["ana", "ben"] }).isEmpty)
    }

    @Test func filtersFavorites() {
        #expect(found(BookQuery { $0.favoritesOnly = true }) == [2])
    }

    @Test func combinesAllConditions() {
        #expect(found(BookQuery(text: "sea") { $0.authors = ["ana"] }) == [3])
        #expect(
            found(
                BookQuery(text: "sea") {
                    $0.statuses = [.read]
                    $0.authors = ["ana"]
                }
            ).isEmpty)
    }

    @Test(
        arguments: [
            (BookSort.title, [2, 4, 3, 1], [1, 3, 2, 4]),
            (.author, [2, 4, 1, 3], [3, 1, 4, 2]),
            (.surname, [1, 2, 4, 3], [3, 4, 2, 1]),
            (.added, [3, 2, 1, 4], [4, 2, 1, 3]),
            (.finished, [1, 2, 4, 3], [2, 4, 3, 1]),
            (.rating, [3, 4, 1, 2], [2, 4, 1, 3]), (.sortTitle, [2, 4, 3, 1], [1, 3, 2, 4]),
        ] as [(BookSort, [UInt64], [UInt64])])
    func sortsAndTiesByTitle(_ sort: BookSort, forward: [UInt64], backward: [UInt64]) {
        #expect(found(BookQuery { $0.sort = sort.order }) == forward)
        #expect(
            found(
                BookQuery {
                    $0.sort = sort.order
                    $0.isReversed = true
                }) == backward)
    }

    @Test(
        arguments: [
            (0, 2, [2, 4]), (2, 2, [3, 1]), (3, 2, [1]), (4, 2, []), (9, 2, []), (1, nil, [4, 3, 1]), (0, 0, []),
            (-1, 1, [2]), (0, -1, []),
        ] as [(Int, Int?, [UInt64])])
    func returnsAPageAndTheTotal(offset: Int, limit: Int?, numbers: [UInt64]) {
        let query = BookQuery {
            $0.offset = offset
            $0.limit = limit
        }
        #expect(found(query) == numbers)
        #expect(query.page(of: library, folding: folding).total == 4)
    }

    /// Whatever it was prepared for, and in any order.
    @Test func whatWasPreparedForOtherQueriesChangesNoPage() {
        let queries = BookSort.allCases.flatMap { sort in
            [false, true].flatMap { isReversed in
                [[], [.notes], BookField.searchable].map { fields in
                    BookQuery(text: "sea") { ($0.sort, $0.isReversed, $0.fields) = (sort.order, isReversed, fields) }
                }
            }
        }
        var sorted = SearchedEntities<Book>(library, folding: folding)
        for query in queries + queries.reversed() {
            sorted.prepare(for: query)
            for other in queries { #expect(sorted.page(other) == other.page(of: library, folding: folding)) }
        }
    }

    /// Also in the reverse order.
    @Test(arguments: BookSort.allCases) func equalBooksAreOrderedByTitleAuthorsAndIdentifier(_ sort: BookSort) throws {
        let drafts = [
            BookDraft(title: "Same", authors: ["Zoe"]), BookDraft(title: "Same", authors: ["Ana", "Zoe"]),
            BookDraft(title: "same", authors: ["Ana"]), BookDraft(title: "Same", authors: ["Ana"]),
            BookDraft(title: "Sáme", authors: ["Ana"]), BookDraft(title: "Other", authors: ["Ana"]),
        ]
        let library = LibrarySnapshot(books: try drafts.enumerated().map { try book(UInt64($0), $1) })
        let expected: [(isReversed: Bool, found: [UInt64])] =
            switch sort {
            case .title, .sortTitle: [(false, [5, 2, 3, 4, 1, 0]), (true, [2, 3, 4, 1, 0, 5])]
            case .author, .surname: [(false, [5, 2, 3, 4, 1, 0]), (true, [0, 1, 5, 2, 3, 4])]
            case .added, .finished, .rating: [(false, [5, 2, 3, 4, 1, 0]), (true, [5, 2, 3, 4, 1, 0])]
            }
        for (isReversed, found) in expected {
            let query = BookQuery { ($0.sort, $0.isReversed) = (sort.order, isReversed) }
            #expect(query.page(of: library, folding: folding).rows.map(\.id.bits) == found)
            let sorted = SearchedEntities<Book>(library, folding: folding)
            #expect(sorted.page(query).rows.map(\.id.bits) == found)
        }
    }

    @Test func sortsByAuthorBeforeTitle() throws {
        let books = [try book(1, "A", by: "Anna"), try book(2, "Z", by: "Ann"), try book(3, "Y", by: "Ann", "Bo")]
        let page = BookQuery { $0.sort = BookSort.author.order }.page(
            of: LibrarySnapshot(books: books), folding: folding)
        #expect(page.rows.map(\.id.bits) == [2, 3, 1])
    }
}
