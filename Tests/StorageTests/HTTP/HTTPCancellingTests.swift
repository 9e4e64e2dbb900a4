#if Remote
@testable import Storage
import StorageTestSupport
import TestTraits
import Testing

/// Cancelling a request ends the exchange.
@Suite("HTTP client, cancelled", .fewAtATime, .endsIfItHangs)
struct HTTPCancellingTests {
    private let client = URLSessionClient()

    @Test func cancelledBeforeItBegan() async throws {
        let server = try LoopbackServer { $0.answer() }
        let request = try server.get()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await client.reason(for: request)
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
        let request = try server.get()
        let task = Task { await client.reason(for: request) }
        for await _ in asked { break }
        task.cancel()
        #expect(await task.value == .cancelled)
        for await _ in ended { break }
    }

    @Test func releasingTheBodyEndsTheExchange() async throws {
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let server = try LoopbackServer { exchange in
            exchange.begin()
            exchange.send("a piece")
            exchange.waitForHangUp()
            end.yield()
        }
        let request = try server.get { $0.isStream = true }
        // Once without iterating, and once after the first piece.
        _ = try await client.begin(request)
        try await readOnePiece(of: request)
        var count = 0
        for await _ in ended {
            count += 1
            if count == 2 { break }
        }
        #expect(count == 2)
    }

    private func readOnePiece(of request: HTTPRequest) async throws {
        let answer = try await client.begin(request)
        for await _ in answer.body { break }
    }

    /// URLSession on Linux crashes if a task is cancelled between the request to approve a redirect and the reply.
    @Test func cancelledDuringRedirects() async throws {
        let server = try LoopbackServer { $0.answer(302, ["Location": "/again"]) }
        for round in 0..<200 {
            let request = try server.get { $0.redirectLimit = 20 }
            let task = Task { await client.reason(for: request) }
            for _ in 0..<(round % 20) * 20 { await Task.yield() }
            task.cancel()
            let outcome = await task.value
            #expect(outcome == .cancelled || outcome == .tooManyRedirects(limit: 20))
        }
    }
}
#endif
