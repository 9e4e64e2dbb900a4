#if Remote
@testable import Data
import Domain
import Storage
import Synchronization
import StorageTestSupport
import TestSupport
import TestTraits
import Testing

/// Lookups at a local server that answers as Open Library does, or as it never should.
@Suite("Open Library", .fewAtATime, .endsIfItHangs)
struct OpenLibraryTests {
    private static let isbn = "/isbn/9780060853983.json"

    private func lookUp(
        in server: LoopbackServer, below path: String = "", attempts: Int = 1
    ) async throws -> CatalogEntry? {
        let address = try #require(WebAddress(server.address + path))
        let retries = HTTPRetries(attempts: attempts, sleep: { _ in })
        let catalog = OpenLibraryCatalog(
            address, program: "bookshelf/1.2", client: URLSessionClient(), retries: retries,
            timeLimit: .seconds(60), totalTimeLimit: .seconds(300))
        return try await catalog.entry(for: ISBN("0060853980"))
    }

    private func lookUp(_ records: [String: String]) async throws -> CatalogEntry? {
        try await lookUp(in: .catalog(records))
    }

    /// The error of a failed lookup, which must name the server.
    private func failure(_ answer: @escaping @Sendable (LoopbackExchange) -> Void) async throws -> Failure? {
        await failure(in: try LoopbackServer(answer))
    }

    private func failure(in server: LoopbackServer) async -> Failure? {
        let error = await #expect(throws: LibraryError.self) { try await lookUp(in: server) }
        switch error {
        case .catalog(.unreachable("127.0.0.1:\(server.port)", let reason)): return .unreachable(reason)
        case .catalog(.badAnswer("127.0.0.1:\(server.port)", let reason)): return .badAnswer(reason)
        default: return nil
        }
    }

    private enum Failure: Equatable {
        case unreachable(String)
        case badAnswer(String)
    }

    @Test func titleSubtitleAndAuthorsInOrder() async throws {
        let server = try LoopbackServer.catalog(LoopbackServer.goodOmens)
        let expected = CatalogEntry(
            title: "Good Omens: The Nice and Accurate Prophecies", authors: ["Terry Pratchett", "Neil Gaiman"])
        #expect(try await lookUp(in: server) == expected)
        #expect(
            server.requests.map(\.target) == [
                Self.isbn, "/books/OL24221451M.json", "/authors/OL25712A.json", "/authors/OL9A.json",
                "/authors/OL53305A.json",
            ])
        #expect(server.requests.allSatisfy { $0.headers["user-agent"] == "bookshelf/1.2" })
    }

    @Test func noSuchBook() async throws {
        #expect(try await lookUp([:]) == nil)
    }

    @Test func belowAPath() async throws {
        for path in ["/library", "/library/"] {
            let server = try LoopbackServer.catalog(["/library" + Self.isbn: #"{"title": "Dune"}"#])
            #expect(try await lookUp(in: server, below: path) == CatalogEntry(title: "Dune", authors: []))
        }
    }

    @Test func authorsOfTheWorkIfTheEditionHasNone() async throws {
        let entry = try await lookUp([
            Self.isbn: #"{"title": "Emma", "works": [{"key": "/works/OL66562W"}]}"#,
            "/works/OL66562W.json":
                #"{"authors": [{"author": {"key": "/authors/OL21594A"}, "type": {"key": "/type/author_role"}}, {}]}"#,
            "/authors/OL21594A.json": #"{"name": "Jane Austen"}"#,
        ])
        #expect(entry == CatalogEntry(title: "Emma", authors: ["Jane Austen"]))
    }

    @Test(arguments: [
        #"{"title": "Emma"}"#, #"{"title": "Emma", "authors": [], "works": []}"#,
        #"{"title": "Emma", "works": [{"key": "/works/OL1W"}]}"#,
        #"{"title": "Emma", "authors": [{"key": "/authors/OL1A"}]}"#,
        #"{"title": "Emma", "authors": null, "subtitle": " "}"#,
    ])
    func aBookWithoutAuthors(edition: String) async throws {
        #expect(try await lookUp([Self.isbn: edition]) == CatalogEntry(title: "Emma", authors: []))
    }

    /// The keys in a record lead only to authors and works.
    @Test(arguments: [
        "/authors/OL1A/../../admin", "/authors/OL1A?x=1", "/authors/OL1A#x", "/authors/OLA", "/authors/OL1W", "OL1A",
        "//evil.example/authors/OL1A", "/authors/OL1٣A", "/authors/OL1234567890123A", "/authors/OL1A.json/..", "",
    ])
    func oddKeysAreNotFollowed(key: String) async throws {
        let server = try LoopbackServer.catalog([
            Self.isbn: #"{"title": "Emma", "authors": [{"key": "\#(key)"}], "works": [{"key": "\#(key)"}]}"#
        ])
        #expect(try await lookUp(in: server) == CatalogEntry(title: "Emma", authors: []))
        #expect(server.requests.count == 1)
    }

    @Test func authorsInACycleAreLeftOut() async throws {
        let server = try LoopbackServer.catalog([
            Self.isbn: #"{"title": "Emma", "authors": [{"key": "/authors/OL1A"}]}"#,
            "/authors/OL1A.json": #"{"location": "/authors/OL2A"}"#,
            "/authors/OL2A.json": #"{"location": "/authors/OL1A"}"#,
        ])
        #expect(try await lookUp(in: server) == CatalogEntry(title: "Emma", authors: []))
        #expect(server.requests.count == 3)
    }

    @Test func atMostTwentyAuthorsAreRequested() async throws {
        let authors = (1...1000).map { #"{"key": "/authors/OL\#($0)A"}"# }.joined(separator: ",")
        let server = try LoopbackServer.catalog([Self.isbn: #"{"title": "Emma", "authors": [\#(authors)]}"#])
        _ = try await lookUp(in: server)
        #expect(server.requests.count == 21)
    }

    @Test(arguments: [
        ("{\"title\": ", "not a catalogue record"), ("[]", "not a catalogue record"),
        ("{\"title\": 7}", "not a catalogue record"), ("", "not a catalogue record"),
        ("{\"title\": \"Emma\", \"authors\": \"Jane\"}", "not a catalogue record"),
        ("{}", "a book without a title"), ("{\"title\": \" \\n\"}", "a book without a title"),
        ("{\"title\": \"\", \"subtitle\": \"Emma\"}", "a book without a title"),
    ])
    func garbledRecords(record: String, reason: String) async throws {
        let failure = try await failure { $0.answer(200, ["Content-Type": "application/json"], record) }
        #expect(failure == .badAnswer("\(reason) (GET \(Self.isbn))"))
    }

    @Test(arguments: [
        ("text/html; charset=utf-8", "not JSON but text/html"), ("", "not JSON but an unnamed type"),
        ("application/jsonx", "not JSON but application/jsonx"),
    ])
    func wrongContentType(type: String, reason: String) async throws {
        let failure = try await failure { $0.answer(200, ["Content-Type": type], #"{"title": "Emma"}"#) }
        #expect("\(try #require(failure))".contains(reason))
    }

    @Test(arguments: [400, 401, 403, 418, 500])
    func otherStatuses(status: Int) async throws {
        let failure = try await failure { $0.answer(status, ["Content-Type": "application/json"], "{}") }
        #expect(failure == .badAnswer("status \(status) (GET \(Self.isbn))"))
    }

    @Test func gone() async throws {
        let server = try LoopbackServer { _ in }
        server.close()
        let failure = try #require(await failure(in: server))
        #expect("\(failure)".contains("127.0.0.1 port \(server.port)"))
    }

    @Test func failedRequestsAreRetried() async throws {
        let tries = Mutex(0)
        let server = try LoopbackServer { exchange in
            let number = tries.withLock { tries in
                tries += 1
                return tries
            }
            if number == 1 { return exchange.answer(503, ["Retry-After": "1"]) }
            // The second time, the connection breaks.
            if number == 2 { return }
            exchange.answer(200, ["Content-Type": "application/json"], #"{"title": "Emma"}"#)
        }
        #expect(try await lookUp(in: server, attempts: 3) == CatalogEntry(title: "Emma", authors: []))
        #expect(server.requests.map(\.target) == [Self.isbn, Self.isbn, Self.isbn])
    }
}
#endif
