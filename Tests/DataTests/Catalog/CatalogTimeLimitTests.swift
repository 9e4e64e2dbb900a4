import Data
import Domain
import Foundation
import Storage
import Synchronization
import Testing

/// The time limit of a whole lookup, with a client in memory and a clock that only the client and the pauses move.
final class CatalogTimeLimitTests: Sendable {
    private let clock = Mutex(ContinuousClock.now)

    /// Answers each request with a record after the same time, or not at all if its time limit is shorter.
    private struct SlowClient: HTTPClient {
        let delay: Duration
        let wait: @Sendable (Duration) -> Void
        let asked: @Sendable (HTTPRequest) -> Void

        func begin(_ request: HTTPRequest) async throws(HTTPError) -> HTTPAnswer {
            asked(request)
            wait(min(delay, request.timeLimit))
            guard delay <= request.timeLimit else { throw HTTPError(request, .timedOut(request.timeLimit)) }
            let authors = (1...20).map { #"{"key": "/authors/OL\#($0)A"}"# }.joined(separator: ",")
            let record =
                request.url.path().hasPrefix("/isbn/")
                ? #"{"title": "Twenty", "authors": [\#(authors)]}"# : #"{"name": "Ana"}"#
            let (body, end) = AsyncStream.makeStream(of: Result<[UInt8], HTTPError>.self)
            end.yield(.success(Array(record.utf8)))
            end.finish()
            return HTTPAnswer(head: HTTPHead(status: 200, mediaType: "application/json"), body: body)
        }
    }

    /// Looks up a book with twenty authors. Returns how long that took by the clock.
    private func lookUp(
        delay: Duration
    ) async throws -> (entry: Result<CatalogEntry?, LibraryError>, time: Duration, requests: [HTTPRequest]) {
        let start = clock.withLock { $0 }
        let asked = Mutex<[HTTPRequest]>([])
        let pass = { @Sendable (time: Duration) in self.clock.withLock { $0 += time } }
        let client = SlowClient(delay: delay, wait: pass) { request in asked.withLock { $0.append(request) } }
        let retries = HTTPRetries(sleep: { pass($0) }, now: { self.clock.withLock { $0 } })
        let catalog = OpenLibraryCatalog(
            try #require(WebAddress("https://books.example")), program: "test", client: client, retries: retries,
            timeLimit: .seconds(5), totalTimeLimit: .seconds(15))
        let isbn = try ISBN("9780060853983")
        let entry: Result<CatalogEntry?, LibraryError>
        do throws(LibraryError) {
            entry = .success(try await catalog.entry(for: isbn))
        } catch {
            entry = .failure(error)
        }
        return (entry, clock.withLock { $0 } - start, asked.withLock { $0 })
    }

    @Test func twentyAuthorsOfASlowServerEndAtTheLimit() async throws {
        let (entry, time, requests) = try await lookUp(delay: .milliseconds(4500))
        guard case .failure(.catalog(.unreachable(host: "books.example", let reason))) = entry else {
            Issue.record("\(entry)")
            return
        }
        #expect(reason == "no answer in 1.5 seconds (GET /authors/OL3A.json)")
        #expect(time == .seconds(15))
        #expect(requests.map(\.timeLimit) == [.seconds(5), .seconds(5), .seconds(5), .milliseconds(1500)])
    }

    @Test func retriesAndTheirPausesCount() async throws {
        let (entry, time, requests) = try await lookUp(delay: .seconds(6))
        #expect(throws: LibraryError.self) { try entry.get() }
        #expect(time <= .seconds(15))
        #expect(requests.count == 3)
    }

    @Test func nothingIsSentAfterTheLimit() async throws {
        let (entry, time, requests) = try await lookUp(delay: .seconds(5))
        #expect(
            throws: LibraryError.catalog(
                .unreachable(host: "books.example", reason: "no answer in 15 seconds (GET /authors/OL3A.json)"))
        ) { try entry.get() }
        #expect(time == .seconds(15))
        #expect(requests.count == 3)
    }

    @Test func aFastServerAnswersForAllAuthors() async throws {
        let (entry, time, requests) = try await lookUp(delay: .milliseconds(700))
        #expect(try entry.get() == CatalogEntry(title: "Twenty", authors: .init(repeating: "Ana", count: 20)))
        #expect(time == .milliseconds(14_700))
        #expect(requests.count == 21)
        // What the client does at these limits is tested with the client.
        #expect(requests.allSatisfy { $0.sizeLimit == 1 << 20 && $0.redirectLimit == 5 })
    }
}
