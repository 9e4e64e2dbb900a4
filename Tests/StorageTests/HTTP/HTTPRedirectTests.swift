#if Remote
@testable import Storage
import Foundation
import StorageTestSupport
import TestTraits
import Testing

/// Redirects, within the limits of a request.
@Suite("HTTP client, redirects", .fewAtATime, .endsIfItHangs)
struct HTTPRedirectTests {
    private let client = URLSessionClient()

    private func request(
        _ server: LoopbackServer, _ path: String = "/old", method: HTTPRequest.Method = .get, limit: Int
    ) throws -> HTTPRequest {
        HTTPRequest(
            method, try #require(URL(string: server.address + path)),
            headers: ["User-Agent": "sample-tests", "Authorization": "secret"], redirectLimit: limit)
    }

    /// Redirects to `location`; `/new` has the answer.
    private func moved(to location: @escaping @Sendable (LoopbackExchange) -> String) throws -> LoopbackServer {
        try LoopbackServer { exchange in
            if exchange.request.target.hasPrefix("/new") { return exchange.answer(200, [:], "found") }
            exchange.answer(302, ["Location": location(exchange)], "moved")
        }
    }

    @Test(arguments: ["/new", "/new.json?a=b%20c"])
    func followsOnTheSameServer(location: String) async throws {
        let server = try moved { _ in location }
        #expect(try await client.response(to: request(server, limit: 1)).body == Array("found".utf8))
        #expect(server.requests.map(\.target) == ["/old", location])
        // Both requests go to the original server.
        #expect(server.requests.map { $0.headers["user-agent"] } == ["sample-tests", "sample-tests"])
        #expect(server.requests.map { $0.headers["authorization"] } == ["secret", "secret"])
    }

    @Test func headersDoNotGoToAnotherServer() async throws {
        let target = try moved { _ in "" }
        let address = target.address
        let server = try moved { _ in address + "/new" }
        #expect(try await client.response(to: request(server, limit: 1)).body == Array("found".utf8))
        let asked = try #require(target.requests.first)
        #expect(asked.headers["user-agent"] != "sample-tests")
        #expect(asked.headers["authorization"] == nil)
    }

    @Test(arguments: [0, 1, 5])
    func noMoreOftenThanAllowed(limit: Int) async throws {
        let server = try LoopbackServer { $0.answer(301, ["Location": "/again"]) }
        #expect(await client.reason(for: try request(server, limit: limit)) == .tooManyRedirects(limit: limit))
        #expect(server.requests.count == limit + 1)
    }

    @Test func neverMoreThanTwentyTimes() async throws {
        let server = try LoopbackServer { $0.answer(301, ["Location": "/again"]) }
        #expect(await client.reason(for: try request(server, limit: 1000)) == .tooManyRedirects(limit: 20))
        #expect(server.requests.count == 21)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func aPostIsNeverRedirected(status: Int) async throws {
        let server = try LoopbackServer { $0.answer(status, ["Location": "/new"]) }
        #expect(await client.reason(for: try request(server, method: .post, limit: 5)) == .tooManyRedirects(limit: 0))
        #expect(server.requests.count == 1)
    }

    @Test(arguments: ["ftp://127.0.0.1/x", "file:///etc/passwd", "gopher://127.0.0.1:1/x", "data:text/plain,x"])
    func onlyToHTTP(location: String) async throws {
        let server = try moved { _ in location }
        let outcome = await client.reason(for: try request(server, limit: 5))
        // An address without a host counts as a path on the same server.
        if location.hasPrefix("file") || location.hasPrefix("data") {
            #expect(outcome != nil)
        } else {
            #expect(outcome == .unexpectedAnswer("redirected to \(location.prefix { $0 != ":" })"))
        }
        #expect(server.requests.count { $0.target == "/old" } == 1)
    }

    @Test func aRedirectFromHTTPSToHTTPIsRefused() throws {
        let secure = try #require(URL(string: "https://server.example/items/1"))
        let plain = try #require(URL(string: "http://server.example/items/1"))
        let request = HTTPRequest(.get, secure, redirectLimit: 5)
        #expect(request.refusal(ofRedirect: 1, from: secure, to: plain) == .unexpectedAnswer("redirected to http"))
        // Also after another redirect.
        #expect(request.refusal(ofRedirect: 1, from: plain, to: secure) == nil)
        #expect(request.refusal(ofRedirect: 2, from: secure, to: plain) != nil)
        #expect(request.refusal(ofRedirect: 5, from: secure, to: secure) == nil)
        #expect(request.refusal(ofRedirect: 6, from: secure, to: secure) == .tooManyRedirects(limit: 5))
    }

    @Test(arguments: [
        ("https://server.example/x", true), ("https://server.example:443/x", true),
        ("http://server.example/x", false),
        ("https://server.example:8443/x", false), ("https://covers.server.example/x", false),
        ("https://server.example.example/x", false),
    ])
    func headersAreForTheSameSchemeHostAndPort(address: String, isSame: Bool) throws {
        let request = HTTPRequest(.get, try #require(URL(string: "https://server.example/items/1")))
        #expect(request.isMeant(for: URL(string: address)) == isSame)
    }

    /// A location that can't be understood, or whose server isn't there, leads to one request only. Any other leads to
    /// this server, as often as allowed.
    @Test(arguments: [
        "", "//", "http://", "http://:0/", "https://", "?", "#x", "http://127.0.0.1:99999/", "http://[::1", "new page",
        "//127.0.0.1:1/x", "http:new", "\u{1}", "http://user:pw@127.0.0.1:1/", "http://127.0.0.1:-1/", "ä", "///new",
    ])
    func oddLocations(location: String) async throws {
        let server = try moved { _ in location }
        let request = try request(server, limit: 2)
        let outcome: Result<HTTPResponse, HTTPError>
        do throws(HTTPError) {
            outcome = .success(try await client.response(to: request))
        } catch {
            outcome = .failure(error)
        }
        let asked = server.requests.map(\.target)
        switch outcome {
        case .success(let response) where response.head.status == 302:
            #expect(asked == ["/old"])
        case .success(let response):
            #expect(response.body == Array("found".utf8))
            #expect(asked.count == 2 && asked[1].hasPrefix("/new"))
        case .failure(let error) where error.reason == .tooManyRedirects(limit: 2):
            #expect(asked.count == 3)
        case .failure(let error):
            #expect(["brokenOff", "unreachable"].contains(error.reason.kind), "\(error)")
            #expect(asked == ["/old"])
        }
    }
}
#endif
