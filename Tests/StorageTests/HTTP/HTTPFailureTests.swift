#if Remote
@testable import Storage
import Foundation
import StorageTestSupport
import TestTraits
import Testing

/// Failures to get an answer, and their errors.
@Suite("HTTP client, without an answer", .fewAtATime, .endsIfItHangs)
struct HTTPFailureTests {
    private let client = URLSessionClient()

    @Test(arguments: [HTTPRequest.Method.get, .post])
    func noServerAtThePort(method: HTTPRequest.Method) async throws {
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

    /// The server may have carried out the request, so this must never be reported as `unreachable`.
    @Test(arguments: [HTTPRequest.Method.get, .post], ["127.0.0.1", "localhost"])
    func cutOffBeforeTheAnswer(method: HTTPRequest.Method, host: String) async throws {
        for breaksDown in [true, false] {
            let server = try LoopbackServer { if breaksDown { $0.reset() } }
            let url = try #require(URL(string: "http://\(host):\(server.port)/x"))
            let outcome = await client.reason(for: HTTPRequest(method, url, body: method == .post ? [1] : []))
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
        let outcome = await client.reason(for: try server.get())
        #expect(outcome?.kind == "brokenOff", "\(String(describing: outcome))")
    }

    #if canImport(FoundationNetworking)
    /// When this fails, URLSession has been fixed, and the answer belongs to the test above.
    @Test func cutOffInTheHeadCrashesTheProgram() async {
        await #expect(processExitsWith: .failure) {
            let server = try LoopbackServer { $0.send("HTTP/1.1 200 OK\r\nContent-Ty") }
            let url = try #require(URL(string: server.address))
            await #expect(throws: HTTPError.self) { try await URLSessionClient().begin(HTTPRequest(.get, url)) }
        }
    }
    #endif
}
#endif
