import Domain
import Storage
import Testing

extension LibraryContractTests {
    private static let emma = """
        {"id":"000000000001","title":"Emma","authors":["Jane Austen"],"isbn":"9780141439587","status":"read",\
        "added":"2024-10-04","publisher":"John Murray","pages":[474 , {"title":null}],"caf\\u00e9":"\\u0030"}
        """

    /// A later version may have written such members.
    @Test(arguments: StorageEngine.tested)
    func unknownMembersAreKeptWhenAnEntityIsSavedAgain(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        try await location.store().save((.books, "000000000001", Self.emma))
        let library = location.library()
        let book = try #require(try await library.books.find(bookID(1)))
        #expect(book.title == "Emma")
        #expect(book.isbn == (try ISBN("9780141439587")))
        try await library.books.save(book.changed { $0.title = "Sanditon" })
        let text = try #require(try await location.store().text("000000000001", of: .books))
        #expect(text.hasPrefix(#"{"id":"000000000001","title":"Sanditon","authors":["Jane Austen"],"#))
        #expect(text.hasSuffix(#","publisher":"John Murray","pages":[474 , {"title":null}],"café":"\u0030"}"#))
        #expect(try await location.library().books.find(bookID(1)) == book.changed { $0.title = "Sanditon" })

        // Deleting removes all members.
        try await library.books.delete(bookID(1))
        try await library.books.save(book)
        #expect(try await location.store().text("000000000001", of: .books)?.contains("publisher") == false)
    }

    /// A person or a program may have edited the record.
    @Test(arguments: StorageEngine.tested)
    func aRecordWithAnInvalidValueIsNamed(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        let broken = """
            {"id":"000000000002","title":"Persuasion","authors":["Jane Austen"],"isbn":"9780439023481",\
            "status":"read","rating":9,"added":"2024-10-04"}
            """
        try await location.store().save((.books, "000000000001", Self.emma), (.books, "000000000002", broken))
        let library = location.library()
        let batch = try await location.store().records([try #require(RecordID("000000000002"))], of: .books)
        let brokenLocation = batch.location(of: try #require(batch.rows.first))
        let query = BookQuery(text: "persuasion")
        let reads: [@Sendable () async throws -> Void] = [
            { _ = try await library.snapshot() },
            { _ = try await library.page(BookQuery(), folding: folding) },
            { _ = try await library.page(query, folding: folding) },
            { _ = try await library.books.all() },
            { _ = try await library.books.news(since: nil) },
            { _ = try await library.books.find(bookID(2)) },
            { for try await _ in library.books.observe() {} },
            { for try await _ in library.observe() {} },
            { try await library.books.save(book(2)) },
            { try await library.books.delete(bookID(2)) },
            {
                try await library.perform { unit throws(LibraryError) in
                    try await unit.books.save(book(5))
                    _ = try await unit.books.find(bookID(2))
                }
            },
        ]
        for read in reads {
            let error = await #expect(throws: LibraryError.self) { try await read() }
            guard case .store(.damaged(let location, let line, let reason)) = error else {
                Issue.record("\(String(describing: error)) is not a damaged store")
                continue
            }
            #expect(reason == "“rating” can't be “9”")
            #expect(location == brokenLocation.name)
            #expect(line == brokenLocation.line)
        }
        // Operations that don't read the record work.
        try await library.books.save(book(3))
        #expect(try await library.books.find(bookID(1))?.title == "Emma")
        #expect(try await library.books.find(bookID(3)) == book(3))
        #expect(try await library.books.find(bookID(5)) == nil)
        #expect(try await location.store().text("000000000002", of: .books) == broken)
    }

    /// A store that identifies records by their member `id` refuses such a record.
    @Test(arguments: StorageEngine.tested)
    func aRecordUnderTheIdentifierOfAnotherIsRefusedOrNamed(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        do {
            try await location.store().save((.books, "000000000007", Self.emma))
        } catch let error as StorageError {
            guard case .failed = error else { throw error }
            #expect(try await location.library().snapshot() == LibrarySnapshot())
            return
        }
        for library in [location.library(), location.library()] {
            for read in [library.books.find, { _ in try await library.books.all().first }] {
                let error = await #expect(throws: LibraryError.self) { _ = try await read(bookID(7)) }
                guard case .store(.damaged(let location, nil, let reason)) = error else {
                    Issue.record("\(String(describing: error)) is not a damaged store")
                    continue
                }
                #expect(location.contains("000000000007"))
                #expect(reason == "“id” can't be “000000000001”")
            }
        }
    }
}

/// Enough for these texts.
private let folding = TextFolding { $0.lowercased() }
