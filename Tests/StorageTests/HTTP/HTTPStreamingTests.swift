#if Remote
@testable import Storage
import Foundation
import StorageTestSupport
import TestTraits
import Testing

/// Answers whose body arrives in pieces.
@Suite("HTTP client, streaming", .fewAtATime, .endsIfItHangs)
struct HTTPStreamingTests {
    private let client = URLSessionClient()

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
        let answer = try await client.begin(server.get { $0.isStream = true })
        var pieces = answer.body.makeAsyncIterator()
        for number in 1...3 {
            await next.next()?.go()
            #expect(try await pieces.next()?.get() == Array("\(number)".utf8))
        }
        #expect(await pieces.next() == nil)
    }

    @Test func anExchangeOutlivesItsClient() async throws {
        let turn = LoopbackTurn()
        let server = try LoopbackServer { exchange in
            exchange.begin()
            turn.wait()
            exchange.send("later")
        }
        let answer = try await URLSessionClient().begin(server.get { $0.isStream = true })
        turn.go()
        var body: [UInt8] = []
        for await piece in answer.body { body += try piece.get() }
        #expect(body == Array("later".utf8))
    }
}

/// Makes a thread of the server wait for the test.
private final class LoopbackTurn: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func wait() { semaphore.wait() }
    func go() { semaphore.signal() }
}
#endif
