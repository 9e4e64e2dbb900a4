import Foundation
import Synchronization
import Testing

@testable import Storage

/// Retries, with a scripted client and without real pauses.
struct HTTPRetriesTests {
    private let request: HTTPRequest

    init() throws {
        request = HTTPRequest(.get, try #require(URL(string: "http://here:80/x?q=secret")))
    }

    private func answers(
        _ script: [ScriptedAnswer], wish: Duration? = nil, chance: Double = 0, attempts: Int = 3
    ) async -> (outcome: Result<Int, HTTPError>, asked: Int, pauses: [Duration]) {
        let client = ScriptedClient(script, retryAfter: wish)
        let pauses = Mutex<[Duration]>([])
        let retries = HTTPRetries(
            attempts: attempts, firstPause: .milliseconds(200), longestPause: .seconds(1), chance: { chance },
            sleep: { pause in pauses.withLock { $0.append(pause) } })
        let outcome: Result<Int, HTTPError>
        do throws(HTTPError) {
            outcome = .success(try await client.response(to: request, retries: retries).head.status)
        } catch {
            outcome = .failure(error)
        }
        return (outcome, client.asked, pauses.withLock { $0 })
    }

    @Test func anAnswerFromAServerThatIsNotBusyIsFinal() async {
        for status in [200, 301, 400, 404, 500, 501] {
            let result = await answers([.success(status)])
            #expect(result.outcome == .success(status))
            #expect(result.asked == 1)
            #expect(result.pauses.isEmpty)
        }
    }

    @Test(arguments: [429, 502, 503, 504])
    func aRequestToABusyServerIsRepeated(status: Int) async {
        let result = await answers([.success(status), .success(200)])
        #expect(result.outcome == .success(200))
        #expect(result.asked == 2)
        // The last attempt's answer is returned.
        let busy = await answers([.success(status), .success(status), .success(status)])
        #expect(busy.outcome == .success(status))
        #expect(busy.asked == 3)
    }

    @Test(arguments: [HTTPError.Reason.unreachable("x"), .brokenOff("x"), .timedOut(.seconds(1))])
    func aTemporaryFailureIsRetried(reason: HTTPError.Reason) async {
        let result = await answers([.failure(reason), .success(200)])
        #expect(result.outcome == .success(200))
        let lasting = await answers([.failure(reason), .failure(reason), .failure(reason), .success(200)])
        #expect(lasting.outcome == .failure(HTTPError(request, reason)))
        #expect(lasting.asked == 3)
        #expect(lasting.pauses.count == 2)
    }

    @Test(arguments: [
        HTTPError.Reason.cancelled, .tooLarge(limit: 1), .tooManyRedirects(limit: 1), .unexpectedAnswer("x"),
    ])
    func aPermanentFailureIsNotRetried(reason: HTTPError.Reason) async {
        let result = await answers([.failure(reason), .success(200)])
        #expect(result.outcome == .failure(HTTPError(request, reason)))
        #expect(result.asked == 1)
    }

    @Test func pausesDoubleAndAreShortenedAtRandom() async {
        let failures = [ScriptedAnswer](repeating: .failure(.unreachable("x")), count: 6)
        let longest = await answers(failures, chance: 1, attempts: 6)
        #expect(longest.pauses == [200, 400, 800, 1000, 1000].map { .milliseconds($0) })
        let shortest = await answers(failures, chance: 0, attempts: 6)
        #expect(shortest.pauses == [100, 200, 400, 500, 500].map { .milliseconds($0) })
        #expect(await answers(failures, attempts: 1).asked == 1)
        #expect(await answers(failures, attempts: 0).asked == 1)
    }

    @Test func theServersLongerPauseCountsUpToALimit() async {
        func pause(_ wish: Duration?) async -> Duration? {
            await answers([.success(503), .success(200)], wish: wish, chance: 1).pauses.first
        }
        #expect(await pause(.milliseconds(100)) == .milliseconds(200))
        #expect(await pause(.milliseconds(700)) == .milliseconds(700))
        #expect(await pause(.seconds(86_400)) == .seconds(1))
        #expect(await pause(nil) == .milliseconds(200))
    }

    @Test func cancellingEndsTheRetries() async {
        let client = ScriptedClient([.failure(.brokenOff("x")), .failure(.brokenOff("y")), .success(200)])
        let retries = HTTPRetries(sleep: { _ in withUnsafeCurrentTask { $0?.cancel() } })
        let task = Task { () -> HTTPError? in
            do throws(HTTPError) {
                _ = try await client.response(to: request, retries: retries)
                return nil
            } catch {
                return error
            }
        }
        #expect(await task.value?.reason == .cancelled)
        #expect(client.asked == 1)
    }

    @Test func explanationsNameTheRequestButNoSecret() throws {
        let url = try #require(URL(string: "https://ana:secret@server.example:8443/items/1.json?token=secret"))
        let reasons: [(HTTPError.Reason, String)] = [
            (.unreachable("refused"), "refused"),
            (.brokenOff("reset"), "the connection was lost (GET /items/1.json): reset"),
            (.timedOut(.seconds(10)), "no answer in 10 seconds (GET /items/1.json)"),
            (.timedOut(.milliseconds(200)), "no answer in 0.2 seconds (GET /items/1.json)"),
            (.cancelled, "cancelled (GET /items/1.json)"),
            (.tooLarge(limit: 7), "the answer is larger than 7 bytes (GET /items/1.json)"),
            (.tooManyRedirects(limit: 0), "redirected (GET /items/1.json)"),
            (.tooManyRedirects(limit: 5), "redirected more than 5 times (GET /items/1.json)"),
            (.unexpectedAnswer("status 500"), "status 500 (GET /items/1.json)"),
        ]
        for (reason, text) in reasons {
            let error = HTTPError(HTTPRequest(.get, url), reason)
            #expect(error.explanation == text)
            #expect(error.host == "server.example:8443")
        }
    }
}

/// A scripted answer: a status, or a failure.
enum ScriptedAnswer: Sendable {
    case success(Int)
    case failure(HTTPError.Reason)
}

/// Gives the scripted answers in order.
final class ScriptedClient: HTTPClient {
    private let script: [ScriptedAnswer]
    private let retryAfter: Duration?
    private let count = Mutex(0)

    init(_ script: [ScriptedAnswer], retryAfter: Duration? = nil) {
        self.script = script
        self.retryAfter = retryAfter
    }

    var asked: Int { count.withLock { $0 } }

    func begin(_ request: HTTPRequest) async throws(HTTPError) -> HTTPAnswer {
        let index = count.withLock { count in
            count += 1
            return count - 1
        }
        switch script[index] {
        case .success(let status):
            let (body, end) = AsyncStream.makeStream(of: Result<[UInt8], HTTPError>.self)
            end.finish()
            return HTTPAnswer(head: HTTPHead(status: status, retryAfter: retryAfter), body: body)
        case .failure(let reason):
            throw HTTPError(request, reason)
        }
    }
}
