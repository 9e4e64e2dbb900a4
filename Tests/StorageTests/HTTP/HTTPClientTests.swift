#if Remote
@testable import Storage
import StorageTestSupport
import TestTraits
import Testing

/// The promises of `HTTPClient`, kept by `URLSessionClient` with a real server.
@Suite("HTTP client", .fewAtATime, .endsIfItHangs)
struct HTTPClientTests {
    private let client = URLSessionClient()

    @Test func headAndBodyOfAnAnswer() async throws {
        let server = try LoopbackServer { exchange in
            exchange.answer(
                203, ["Content-Type": "Application/JSON; charset=utf-8", "Retry-After": "7"], "{\"a\": 1}")
        }
        let response = try await client.response(to: server.get("/items?q=1"))
        #expect(
            response.head == HTTPHead(status: 203, mediaType: "application/json", retryAfter: .seconds(7)))
        #expect(response.body == Array("{\"a\": 1}".utf8))
        #expect(server.requests.map(\.method) == ["GET"])
        #expect(server.requests.map(\.target) == ["/items?q=1"])
    }

    @Test(arguments: [200, 204, 300, 304, 400, 401, 404, 429, 500, 503])
    func anyStatusIsAnAnswer(status: Int) async throws {
        let server = try LoopbackServer { $0.answer(status, [:], status == 204 || status == 304 ? "" : "body") }
        #expect(try await client.response(to: server.get()).head.status == status)
    }

    @Test(arguments: ["Basic realm=\"x\"", "Digest realm=\"x\", nonce=\"y\"", "Bearer"])
    func aRequestForAPasswordIsAnAnswer(scheme: String) async throws {
        let server = try LoopbackServer { $0.answer(401, ["WWW-Authenticate": scheme], "who?") }
        let response = try await client.response(to: server.get())
        #expect(response == HTTPResponse(head: HTTPHead(status: 401), body: Array("who?".utf8)))
        #expect(server.requests.count == 1)
    }

    @Test func aRedirectWithoutALocationIsAnAnswer() async throws {
        let server = try LoopbackServer { $0.answer(302) }
        #expect(try await client.response(to: server.get { $0.redirectLimit = 5 }).head.status == 302)
    }

    @Test func interimHeadsAreSkipped() async throws {
        let server = try LoopbackServer { exchange in
            exchange.send("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n")
            exchange.answer(200, ["Content-Type": "text/plain"], "body")
        }
        let response = try await client.response(to: server.get())
        #expect(
            response == HTTPResponse(head: HTTPHead(status: 200, mediaType: "text/plain"), body: Array("body".utf8)))
    }

    @Test func bytesBeyondTheContentLengthAreIgnored() async throws {
        let server = try LoopbackServer { $0.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n1234567") }
        #expect(try await client.response(to: server.get()).body == Array("12345".utf8))
    }

    @Test func aPostArrivesWhole() async throws {
        let server = try LoopbackServer { $0.answer(200, [:], "\($0.request.body.count)") }
        let body = (0..<1_500_000).map { UInt8(truncatingIfNeeded: $0) }
        var request = try server.get("/v3/kv/txn")
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
                let request = try server.get("/\(number)") { $0.method = number.isMultiple(of: 2) ? .get : .post }
                group.addTask {
                    let body = try await client.response(to: request).body
                    #expect(body == Array("/\(number)".utf8))
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func cookiesAreNotStored() async throws {
        let server = try LoopbackServer { $0.answer(200, ["Set-Cookie": "a=b"]) }
        _ = try await client.response(to: server.get())
        _ = try await client.response(to: server.get())
        #expect(server.requests.map { $0.headers["cookie"] } == [nil, nil])
    }
}
#endif
