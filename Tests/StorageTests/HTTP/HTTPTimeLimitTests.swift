#if Remote
@testable import Storage
import StorageTestSupport
import Testing

@Suite("HTTP client, limit of time", .timeLimit(.minutes(5)))
struct HTTPTimeLimitTests {
    private let client = URLSessionClient()

    @Test func anAnswerThatDoesNotComeTimesOut() async throws {
        let (ended, end) = AsyncStream.makeStream(of: Bool.self)
        let server = try LoopbackServer { end.yield($0.waitForHangUp(milliseconds: 60_000)) }
        let limit = Duration.milliseconds(100)
        #expect(await client.reason(for: try server.get { $0.timeLimit = limit }) == .timedOut(limit))
        #expect(await ended.first { _ in true } == true, "the client doesn't hang up")
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
        // A busy machine may need long for the head, so the limit grows until it is long enough.
        var limit = Duration.milliseconds(100)
        var answer: [UInt8]?
        while answer == nil, limit < .seconds(10) {
            limit *= 2
            let pause = Int32(limit / .milliseconds(1)) * 2
            let server = try LoopbackServer { exchange in
                exchange.begin()
                exchange.waitForHangUp(milliseconds: pause)
                exchange.send("late")
            }
            let request = try server.get {
                $0.timeLimit = limit
                $0.isStream = true
            }
            answer = try? await client.response(to: request).body
        }
        #expect(answer == Array("late".utf8))
    }

    @Test func theHeadOfAStreamMustComeInTime() async throws {
        let limit = Duration.milliseconds(100)
        let silent = try LoopbackServer { $0.waitForHangUp() }
        let request = try silent.get {
            $0.timeLimit = limit
            $0.isStream = true
        }
        #expect(await client.reason(for: request) == .timedOut(limit))
    }
}
#endif
