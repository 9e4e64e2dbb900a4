import Data
import Domain
import FoundationEssentials
import TestSupport
import Testing

/// What lies in a cluster, and what this program makes of what it did not write.
@Suite("Keys of etcd", .needsEtcd, .timeLimit(.minutes(5)))
struct EtcdKeysTests {
    @Test func writesTheKeysOfItsDescription() async throws {
        let place = try await EtcdPlace()
        let isbn = try ISBN("9780439023481")
        let library = place.library()
        try await library.perform { unit throws(LibraryError) in
            try await unit.books.save(Samples.emma.changed { $0.isbn = isbn })
            try await unit.loans.save(loan(1, of: 1))
        }
        #expect(
            try await place.keys() == [
                "books/\(bookID(1))", "format", "loans/000000000001", "lookup/isbn/9780439023481/000000000001",
                "lookup/open/000000000001/000000000001", "lookup/openTo/000000000001/000000000001", "units/0",
            ])
        #expect(try await place.value("format") == #"{"format":"bookshelf","version":1}"#)
        #expect(
            try await place.value("books/000000000001")
                == #"{"id":"000000000001","title":"Emma","authors":["Jane Austen"],"isbn":"9780439023481","#
                + #""status":"to-read","favorite":false,"shelves":[],"added":"2024-10-04"}"#)

        try await library.perform { unit throws(LibraryError) in
            try await unit.books.save(Samples.emma)
            try await unit.loans.delete(loan(1, of: 1).id)
        }
        #expect(try await place.keys() == ["books/000000000001", "format", "marks/loans", "units/0"])
    }

    @Test func aNewerFormatIsRefusedByName() async throws {
        let place = try await EtcdPlace()
        try await place.put("format", #"{"format":"bookshelf","version":2}"#)
        try await place.put("books/000000000001", "what this version can't read")
        let refusal = LibraryError.store(.newerVersion(place: "\(place.address)", found: 2, known: 1))
        await #expect(throws: refusal) { try await place.library().snapshot() }
        await #expect(throws: refusal) { try await place.library().books.save(book(1)) }
        var seen = place.library().observe().makeAsyncIterator()
        await #expect(throws: refusal) { try await seen.next() }
        #expect(try await place.keys() == ["books/000000000001", "format"])
    }

    @Test(arguments: ["", "x", "{}", #"{"format":"other","version":1}"#, #"{"format":"bookshelf","version":0}"#])
    func whatIsSomethingElseIsRefused(format: String) async throws {
        let place = try await EtcdPlace()
        try await place.put("format", format)
        let reason = "“\(place.full("format"))” is something else"
        let refusal = LibraryError.store(.notAStore(place: "\(place.address)", reason: reason))
        await #expect(throws: refusal) { try await place.library().snapshot() }
        await #expect(throws: refusal) { try await place.library().books.save(book(1)) }
    }

    @Test(arguments: [
        ("books/000000000001", "nonsense", "“record” is missing"),
        ("books/000000000001", #"{"id":"000000000001"}"#, "“added” is missing"),
        ("books/nonsense", "{}", "it names no book"),
        ("loans/000000000001", "{}", "“id” is missing"),
        (
            "borrowers/000000000001", #"{"id":"000000000002","name":"Ana"}"#, "its “id” is “000000000002”"
        ),
    ])
    func damageIsNamedByItsKey(key: String, value: String, reason: String) async throws {
        let place = try await EtcdPlace()
        try await place.library().books.save(book(2))
        try await place.put(key, value)
        let damage = LibraryError.store(
            .damaged(place: "“\(place.full(key))” in \(place.address)", line: nil, reason: reason))
        await #expect(throws: damage) { try await place.library().snapshot() }
        #expect(try await place.value(key) == value)
    }

    @Test func membersOfLaterVersionsSurvive() async throws {
        let place = try await EtcdPlace()
        try await place.library().books.save(book(1))
        let record = try #require(try await place.value("books/000000000001"))
        try await place.put("books/000000000001", record.dropLast() + #","pages":474,"later":{"a":[1]}}"#)
        for (number, readsAllFirst) in [false, true].enumerated() {
            let library = place.library()
            try await library.perform { unit throws(LibraryError) in
                if readsAllFirst { _ = try await unit.books.all() }
                guard let book = try await unit.books.find(bookID(1)) else { throw .lending(.noName) }
                try await unit.books.save(book.changed { $0.shelves.append("shelf \(number)") })
            }
        }
        let kept = try #require(try await place.value("books/000000000001"))
        #expect(kept.hasSuffix(#","pages":474,"later":{"a":[1]}}"#))
        #expect(kept.contains(#""shelves":["shelf 0","shelf 1"]"#))
    }

    /// etcd takes 128 operations and conditions in a transaction.
    @Test func aUnitOfWorkMayBeLarge() async throws {
        let place = try await EtcdPlace()
        let library = place.library()
        let isbns = try (10..<10 + library.batchSize).map { try ISBN(withoutCheckDigit: 978_000_000_000 + $0) }
        try await library.books.save(isbns.enumerated().map { number, isbn in try book(number) { $0.isbn = isbn } })
        let swapped = try isbns.reversed().enumerated().map { number, isbn in try book(number) { $0.isbn = isbn } }
        try await library.books.save(swapped)
        #expect(try await library.books.all() == swapped)
        #expect(try await library.books.matching(.isbn(isbns[0])).map(\.id) == [bookID(library.batchSize - 1)])
        try await library.perform { unit throws(LibraryError) in
            for number in 0..<library.batchSize { _ = try await unit.books.find(bookID(number)) }
            try await unit.books.delete([bookID(0)])
        }
        #expect(try await library.books.all() == Array(swapped.dropFirst()))
        try await library.books.delete(swapped.map(\.id))
        #expect(try await place.keys() == ["format", "marks/books", "units/0"])
    }

    @Test func oneLibraryMayLieBelowAnother() async throws {
        let place = try await EtcdPlace()
        try await place.library().books.save(book(1))
        for below in ["books", "loans", "c", "format"] {
            let address = try #require(EtcdAddress("\(place.address)/\(below)"))
            try await EtcdLibrary(address: address, client: networkClient()).books.save(book(2))
        }
        #expect(try await place.library().snapshot() == LibrarySnapshot(books: [book(1)]))
    }

    @Test func whatAnotherProgramDeletesIsMissed() async throws {
        let place = try await EtcdPlace()
        let library = place.library()
        try await library.books.save([book(1), book(2)])
        #expect(try await library.books.all().count == 2)
        try await place.delete("books/\(bookID(1))")
        try await place.library().books.save(book(3))
        #expect(try await library.books.all() == [book(2), book(3)])
    }

    @Test func anEntityTooLargeIsRefused() async throws {
        let place = try await EtcdPlace()
        await #expect(throws: LibraryError.self) {
            try await place.library().books.save(book(1, String(repeating: "long ", count: 400_000)))
        }
        #expect(try await place.library().books.all().isEmpty)
    }
}

extension ISBN {
    fileprivate init(withoutCheckDigit twelve: Int) throws {
        let digits = String(twelve).utf8.enumerated().map {
            ($0.offset.isMultiple(of: 2) ? 1 : 3) * Int($0.element - 48)
        }
        try self.init("\(twelve)\((10 - digits.reduce(0, +) % 10) % 10)")
    }
}
