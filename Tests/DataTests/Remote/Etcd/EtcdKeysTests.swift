import Data
import Domain
import FoundationEssentials
import TestSupport
import Testing

/// What lies in a cluster, and what this program makes of what it did not write.
@Suite("Keys of etcd", .needsEtcd, .timeLimit(.minutes(1)))
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
        let refusal = LibraryError.store(.newerVersion(place: "\(place.address)", found: 2, known: 1))
        await #expect(throws: refusal) { try await place.library().snapshot() }
        await #expect(throws: refusal) { try await place.library().books.save(book(1)) }
        var seen = place.library().observe().makeAsyncIterator()
        await #expect(throws: refusal) { try await seen.next() }
        #expect(try await place.keys() == ["format"])
    }

    @Test(arguments: ["", "x", "{}", #"{"format":"other","version":1}"#, #"{"format":"bookshelf","version":0}"#])
    func whatIsSomethingElseIsRefused(format: String) async throws {
        let place = try await EtcdPlace()
        try await place.put("format", format)
        let reason = "“\(place.address.prefix)/format” is something else"
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
            .damaged(place: "“\(place.address.prefix)/\(key)” in \(place.address)", line: nil, reason: reason))
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

    @Test func moreThanATransactionCanHoldIsRefusedAsAWhole() async throws {
        let place = try await EtcdPlace()
        let library = place.library()
        await #expect(
            throws: LibraryError.store(
                .failed(
                    operation: "use", place: "\(place.address)",
                    reason: "etcdserver: too many operations in txn request"))
        ) {
            try await library.books.save((1...200).map { try book($0) })
        }
        #expect(try await place.keys() == [])
        // A unit that only reads so much has fewer conditions, and a batch always fits.
        let isbns = try (10..<10 + library.batchSize).map { try ISBN(withoutCheckDigit: 978_000_000_000 + $0) }
        try await library.books.save(isbns.enumerated().map { number, isbn in try book(number) { $0.isbn = isbn } })
        try await library.books.save(
            isbns.reversed().enumerated().map { number, isbn in try book(number) { $0.isbn = isbn } })
        try await library.perform { unit throws(LibraryError) in
            for number in 0..<200 { _ = try await unit.books.find(bookID(number)) }
            try await unit.books.delete([bookID(0)])
        }
        #expect(try await library.books.all().count == library.batchSize - 1)
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
