#if Remote
@testable import Storage
import StorageTestSupport
import TestTraits
import Testing

/// Which requests are sent only once, and which may reuse a connection.
@Suite("HTTP client, repeating nothing", .fewAtATime, .endsIfItHangs)
struct HTTPRepetitionTests {
    private let client = URLSessionClient()

    /// libcurl repeats requests on a reused connection.
    @Test func aPostIsSentOnce() async throws {
        let server = try LoopbackServer { if $0.request.target != "/write" { $0.answer() } }
        _ = try await client.response(to: server.get())
        _ = try await client.response(to: server.get { $0.method = .post })
        let write = try server.get("/write") {
            $0.method = .post
            $0.body = [1]
        }
        let outcome = await client.reason(for: write)
        #expect(outcome?.kind == "brokenOff", "\(String(describing: outcome))")
        #expect(server.requests.count { $0.target == "/write" } == 1)
    }

    @Test func getsReuseAConnection() async throws {
        let server = try LoopbackServer { $0.answer() }
        for _ in 1...3 { _ = try await client.response(to: server.get()) }
        #expect(server.requests.map(\.connection) == [1, 1, 1])
    }

    @Test func beginRepeatsNothing() async throws {
        let server = try LoopbackServer { $0.answer(503, ["Retry-After": "0"]) }
        #expect(try await client.begin(server.get()).head.status == 503)
        #expect(server.requests.count == 1)
    }
}
#endif
