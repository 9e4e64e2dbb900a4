#if Remote
@testable import Data
import Foundation
import TestSupport
import Testing

/// What `HTTPClient` promises, of the implementation on URLSession and against a real server.
@Suite("HTTP client", .timeLimit(.minutes(1)))
struct HTTPClientTests {
    private let client = URLSessionClient()

    private func get(
        _ server: LoopbackServer, _ path: String = "/", _ change: (inout HTTPRequest) -> Void = { _ in }
    ) throws -> HTTPRequest {
        var request = HTTPRequest(.get, try #require(URL(string: server.address + path)))
        change(&request)
        return request
    }

    private func reason(_ request: HTTPRequest) async -> HTTPError.Reason? {
        do {
            _ = try await client.response(to: request)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test func headAndBodyOfAnAnswer() async throws {
        let server = try LoopbackServer { exchange in
            exchange.answer(
                203, ["Content-Type": "Application/JSON; charset=utf-8", "Retry-After": "7"], "{\"a\": 1}")
        }
        let response = try await client.response(to: get(server, "/books?q=1"))
        #expect(
            response.head == HTTPHead(status: 203, mediaType: "application/json", retryAfter: .seconds(7)))
        #expect(response.body == Array("{\"a\": 1}".utf8))
        #expect(server.requests.map(\.method) == ["GET"])
        #expect(server.requests.map(\.target) == ["/books?q=1"])
    }

    @Test(arguments: [200, 204, 300, 304, 400, 401, 404, 429, 500, 503])
    func anyStatusIsAnAnswer(status: Int) async throws {
        let server = try LoopbackServer { $0.answer(status, [:], status == 204 || status == 304 ? "" : "body") }
        #expect(try await client.response(to: get(server)).head.status == status)
    }

    @Test(arguments: ["Basic realm=\"x\"", "Digest realm=\"x\", nonce=\"y\"", "Bearer"])
    func beingAskedForAPasswordIsAnAnswer(scheme: String) async throws {
        let server = try LoopbackServer { $0.answer(401, ["WWW-Authenticate": scheme], "who?") }
        let response = try await client.response(to: get(server))
        #expect(response == HTTPResponse(head: HTTPHead(status: 401), body: Array("who?".utf8)))
        #expect(server.requests.count == 1)
    }

    @Test func aRedirectToNowhereIsAnAnswerToo() async throws {
        let server = try LoopbackServer { $0.answer(302) }
        #expect(try await client.response(to: get(server) { $0.redirectLimit = 5 }).head.status == 302)
    }

    @Test func headsThatOnlyAnnounceAnotherAreNoAnswer() async throws {
        let server = try LoopbackServer { exchange in
            exchange.send("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n")
            exchange.answer(200, ["Content-Type": "text/plain"], "body")
        }
        let response = try await client.response(to: get(server))
        #expect(
            response == HTTPResponse(head: HTTPHead(status: 200, mediaType: "text/plain"), body: Array("body".utf8)))
    }

    @Test func aPostArrivesWhole() async throws {
        let server = try LoopbackServer { $0.answer(200, [:], "\($0.request.body.count)") }
        let body = (0..<1_500_000).map { UInt8(truncatingIfNeeded: $0) }
        var request = try get(server, "/v3/kv/txn")
        request.method = .post
        request.body = body
        request.headers = ["Content-Type": "application/json", "Authorization": "token"]
        #expect(try await client.response(to: request).body == Array("1500000".utf8))
        let asked = try #require(server.requests.first)
        #expect(asked.body == body)
        #expect(asked.method == "POST")
        #expect(asked.headers["content-type"] == "application/json")
        #expect(asked.headers["authorization"] == "token")
    }

    @Test func manyRequestsAtOnce() async throws {
        let server = try LoopbackServer { $0.answer(200, [:], $0.request.target) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                let request = try get(server, "/\(number)") { $0.method = number.isMultiple(of: 2) ? .get : .post }
                group.addTask {
                    let body = try await client.response(to: request).body
                    #expect(body == Array("/\(number)".utf8))
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func cookiesAreNotKept() async throws {
        let server = try LoopbackServer { $0.answer(200, ["Set-Cookie": "a=b"]) }
        _ = try await client.response(to: get(server))
        _ = try await client.response(to: get(server))
        #expect(server.requests.map { $0.headers["cookie"] } == [nil, nil])
    }

    // MARK: What keeps an answer from coming

    @Test(arguments: [HTTPRequest.Method.get, .post])
    func nobodyThere(method: HTTPRequest.Method) async throws {
        let port = try LoopbackServer.deadPort()
        let url = try #require(URL(string: "http://ana:secret@127.0.0.1:\(port)/v3/kv/put?key=secret"))
        let request = HTTPRequest(method, url, body: method == .post ? [1] : [])
        let error = await #expect(throws: HTTPError.self) { try await client.begin(request) }
        #expect(error?.host == "127.0.0.1:\(port)")
        #expect(error?.asked == "\(method.rawValue) /v3/kv/put")
        #expect(error?.reason.kind == "unreachable")
        #expect(error?.explanation.contains("secret") == false)
        #expect(error?.explanation.contains("127.0.0.1 port \(port)") == true)
    }

    @Test func noSuchHost() async throws {
        let url = try #require(URL(string: "http://nowhere.invalid/"))
        let error = await #expect(throws: HTTPError.self) { try await client.begin(HTTPRequest(.get, url)) }
        #expect(error?.reason.kind == "unreachable")
        #expect(error?.explanation.contains("nowhere.invalid") == true)
    }

    /// The server may have done what it was asked, so this must never look like `unreachable`.
    @Test(arguments: [HTTPRequest.Method.get, .post], ["127.0.0.1", "localhost"])
    func cutOffBeforeTheAnswer(method: HTTPRequest.Method, host: String) async throws {
        for breaksDown in [true, false] {
            let server = try LoopbackServer { if breaksDown { $0.reset() } }
            let url = try #require(URL(string: "http://\(host):\(server.port)/x"))
            let outcome = await reason(HTTPRequest(method, url, body: method == .post ? [1] : []))
            #expect(outcome?.kind == "brokenOff", "\(String(describing: outcome))")
            #expect(server.requests.count == 1)
        }
    }

    @Test(arguments: [
        "HTTP/1.1 200 O", "HTTP/1.1 101 Other\r\n\r\nabc", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n",
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nabcde",
        "HTTP/1.1 200 OK\r\nContent-Length: -3\r\n\r\nabc", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz",
    ])
    func cutOffInTheMiddle(answer: String) async throws {
        let server = try LoopbackServer { $0.send(answer) }
        let outcome = await reason(try get(server))
        #expect(outcome?.kind == "brokenOff", "\(String(describing: outcome))")
    }

    #if canImport(FoundationNetworking)
    /// When this fails, URLSession has learnt it, and the answer belongs to those above.
    @Test func cutOffInTheHeadStopsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            let server = try LoopbackServer { $0.send("HTTP/1.1 200 OK\r\nContent-Ty") }
            let url = try #require(URL(string: server.address))
            await #expect(throws: HTTPError.self) { try await URLSessionClient().begin(HTTPRequest(.get, url)) }
        }
    }
    #endif

    @Test func moreThanPromisedIsLeftOut() async throws {
        let server = try LoopbackServer { $0.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n1234567") }
        #expect(try await client.response(to: get(server)).body == Array("12345".utf8))
    }

    // MARK: Time

    @Test func anAnswerThatDoesNotComeTimesOut() async throws {
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let server = try LoopbackServer { exchange in
            exchange.waitForHangUp()
            end.yield()
        }
        let limit = Duration.milliseconds(100)
        #expect(await reason(try get(server) { $0.timeLimit = limit }) == .timedOut(limit))
        for await _ in ended { break }
    }

    @Test func theWholeAnswerMustComeInTime() async throws {
        let server = try LoopbackServer { exchange in
            exchange.begin(200, ["Content-Length": "1000000"])
            // Always something new, but never all of it.
            while !exchange.waitForHangUp(milliseconds: 10) { exchange.send("x") }
        }
        let limit = Duration.milliseconds(200)
        #expect(await reason(try get(server) { $0.timeLimit = limit }) == .timedOut(limit))
    }

    @Test func ofAStreamOnlyTheHeadMustComeInTime() async throws {
        let limit = Duration.milliseconds(200)
        let server = try LoopbackServer { exchange in
            exchange.begin()
            // Twice as long as the limit.
            exchange.waitForHangUp(milliseconds: 400)
            exchange.send("late")
        }
        let request = try get(server) {
            $0.timeLimit = limit
            $0.isStream = true
        }
        #expect(try await client.response(to: request).body == Array("late".utf8))

        let silent = try LoopbackServer { $0.waitForHangUp() }
        let other = try get(silent) {
            $0.timeLimit = limit
            $0.isStream = true
        }
        #expect(await reason(other) == .timedOut(limit))
    }

    // MARK: Streaming

    @Test func piecesComeAsTheyAreSent() async throws {
        let (turns, turn) = AsyncStream.makeStream(of: LoopbackTurn.self)
        let server = try LoopbackServer { exchange in
            exchange.begin()
            for number in 1...3 {
                let go = LoopbackTurn()
                turn.yield(go)
                go.wait()
                exchange.send("\(number)")
            }
        }
        var next = turns.makeAsyncIterator()
        let answer = try await client.begin(get(server) { $0.isStream = true })
        var pieces = answer.body.makeAsyncIterator()
        for number in 1...3 {
            await next.next()?.go()
            #expect(try await pieces.next()?.get() == Array("\(number)".utf8))
        }
        #expect(await pieces.next() == nil)
    }

    @Test func anExchangeGoesOnWithoutItsClient() async throws {
        let turn = LoopbackTurn()
        let server = try LoopbackServer { exchange in
            exchange.begin()
            turn.wait()
            exchange.send("later")
        }
        let answer = try await URLSessionClient().begin(get(server) { $0.isStream = true })
        turn.go()
        var body: [UInt8] = []
        for await piece in answer.body { body += try piece.get() }
        #expect(body == Array("later".utf8))
    }

    // MARK: Size

    @Test(arguments: [true, false])
    func noMoreThanTheLimit(isAnnounced: Bool) async throws {
        let server = try LoopbackServer { exchange in
            exchange.begin(200, isAnnounced ? ["Content-Length": "1001"] : [:])
            exchange.send([UInt8](repeating: 7, count: 1001))
        }
        #expect(await reason(try get(server) { $0.sizeLimit = 1000 }) == .tooLarge(limit: 1000))
        #expect(try await client.response(to: get(server) { $0.sizeLimit = 1001 }).body.count == 1001)
        #expect(try await client.response(to: get(server) { $0.sizeLimit = nil }).body.count == 1001)
    }

    @Test func anEndlessAnswerIsHungUpOn() async throws {
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let server = try LoopbackServer { exchange in
            exchange.begin()
            exchange.sendEndlessly()
            end.yield()
        }
        #expect(await reason(try get(server)) == .tooLarge(limit: 1 << 20))
        for await _ in ended { break }
    }

    /// Zero bytes, 16,384 of them in 51 bytes of gzip.
    @Test func theLimitCountsAfterDecompression() async throws {
        let encoded =
            "H4sIAAAAAAACA+3BMQEAAADCoPVPbQwfoAAAAAAAAAAAAAAAAAAAAIC3AYbSVKsAQAAA"
        let decoded = Foundation.Data(base64Encoded: encoded)
        let bomb = try #require(decoded)
        let server = try LoopbackServer { $0.answer(200, ["Content-Encoding": "gzip"], Array(bomb)) }
        let size = 16_384
        #expect(try await client.response(to: get(server) { $0.sizeLimit = size }).body.count == size)
        #expect(await reason(try get(server) { $0.sizeLimit = size - 1 }) == .tooLarge(limit: size - 1))
    }

    // MARK: Cancelling

    @Test func cancelledBeforeItBegan() async throws {
        let server = try LoopbackServer { $0.answer() }
        let request = try get(server)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await reason(request)
        }
        #expect(await task.value == .cancelled)
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: [true, false])
    func cancelledWhileItWaits(headHasCome: Bool) async throws {
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let server = try LoopbackServer { exchange in
            if headHasCome {
                exchange.begin()
                exchange.send("a piece")
            }
            ask.yield()
            exchange.waitForHangUp()
            end.yield()
        }
        let request = try get(server)
        let task = Task { await reason(request) }
        for await _ in asked { break }
        task.cancel()
        #expect(await task.value == .cancelled)
        for await _ in ended { break }
    }

    @Test func lettingGoOfTheBodyEndsTheExchange() async throws {
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let server = try LoopbackServer { exchange in
            exchange.begin()
            exchange.send("a piece")
            exchange.waitForHangUp()
            end.yield()
        }
        let request = try get(server) { $0.isStream = true }
        // Neither looked at, nor after the first piece.
        _ = try await client.begin(request)
        try await lookAtOnePiece(of: request)
        var count = 0
        for await _ in ended {
            count += 1
            if count == 2 { break }
        }
    }

    private func lookAtOnePiece(of request: HTTPRequest) async throws {
        let answer = try await client.begin(request)
        for await _ in answer.body { break }
    }

    /// URLSession on Linux stops the program when a task is cancelled between the offer to go elsewhere and the reply
    /// to it.
    @Test func cancellingWhileBeingSentElsewhere() async throws {
        let server = try LoopbackServer { $0.answer(302, ["Location": "/again"]) }
        for round in 0..<200 {
            let request = try get(server) { $0.redirectLimit = 20 }
            let task = Task { await reason(request) }
            for _ in 0..<(round % 20) * 20 { await Task.yield() }
            task.cancel()
            let outcome = await task.value
            #expect(outcome == .cancelled || outcome == .tooManyRedirects(limit: 20))
        }
    }

    // MARK: Nothing is repeated

    /// libcurl repeats what it sent on a connection that it had kept.
    @Test func aPostIsSentOnce() async throws {
        let server = try LoopbackServer { if $0.request.target != "/write" { $0.answer() } }
        _ = try await client.response(to: get(server))
        _ = try await client.response(to: get(server) { $0.method = .post })
        let outcome = await reason(
            try get(server, "/write") {
                $0.method = .post
                $0.body = [1]
            })
        #expect(outcome?.kind == "brokenOff", "\(String(describing: outcome))")
        #expect(server.requests.count { $0.target == "/write" } == 1)
    }

    @Test func aGetKeepsItsConnection() async throws {
        let server = try LoopbackServer { $0.answer() }
        for _ in 1...3 { _ = try await client.response(to: get(server)) }
        #expect(server.requests.map(\.connection) == [1, 1, 1])
    }

    @Test func beginRepeatsNothing() async throws {
        let server = try LoopbackServer { $0.answer(503, ["Retry-After": "0"]) }
        #expect(try await client.begin(get(server)).head.status == 503)
        #expect(server.requests.count == 1)
    }
}

extension HTTPError.Reason {
    /// The case, where the rest is up to the system.
    fileprivate var kind: String {
        "\(self)".prefix { $0 != "(" }.description
    }
}

/// Lets a thread of the server wait for a test.
private final class LoopbackTurn: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func wait() { semaphore.wait() }
    func go() { semaphore.signal() }
}
#endif
