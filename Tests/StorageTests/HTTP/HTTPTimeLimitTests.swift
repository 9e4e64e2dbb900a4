#if Remote
@testable import Storage
import StorageTestSupport
import Testing

@Suite("HTTP client, limit of time", .timeLimit(.minutes(5)))
struct HTTPTimeLimitTests {
    private let client = URLSessionClient()

    @Test func anAnswerThatDoesNotComeTimesOut() async throws {
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let server = try LoopbackServer { exchange in
            exchange.waitForHangUp()
            end.yield()
        }
        let limit = Duration.milliseconds(100)
        #expect(await client.reason(for: try server.get { $0.timeLimit = limit }) == .timedOut(limit))
        for await _ in ended { break }
    }

    @Test func theWholeAnswerMustComeInTime() async throws {
        let server = try LoopbackServer { exchange in
            exchange.begin(200, ["Content-Length": "1000000"])
            // More and more data, but never all of it.
            while !exchange.waitForHangUp(milliseconds: 10) { exchange.send("x") }
        }
        let limit = Duration.milliseconds(200)
        #expect(await client.reason(for: try server.get { $0.timeLimit = limit }) == .timedOut(limit))
    }

    @Test func onlyTheHeadOfAStreamMustComeInTime() async throws {
        let limit = Duration.milliseconds(200)
        let server = try LoopbackServer { exchange in
            exchange.begin()
            // Twice as long as the limit.
            exchange.waitForHangUp(milliseconds: 400)
            exchange.send("late")
        }
        let request = try server.get {
            $0.timeLimit = limit
            $0.isStream = true
        }
        #expect(try await client.response(to: request).body == Array("late".utf8))

        let silent = try LoopbackServer { $0.waitForHangUp() }
        let other = try silent.get {
            $0.timeLimit = limit
            $0.isStream = true
        }
        #expect(await client.reason(for: other) == .timedOut(limit))
    }
}
#endif
