#if Remote
@testable import Storage
import StorageTestSupport
import TestTraits
import Testing

/// The tests let the limit strike when something has happened; until then, the server stands still.
@Suite("HTTP client, limit of time", .fewAtATime, .endsIfItHangs)
struct HTTPTimeLimitTests {
    private let limit = Duration.seconds(7)
    private let events: AsyncStream<Event>
    private let event: AsyncStream<Event>.Continuation

    private enum Event {
        case asked, ended
    }

    init() {
        (events, event) = AsyncStream.makeStream(of: Event.self)
    }

    /// A client whose time limits strike when the server says that it was asked.
    private var client: URLSessionClient {
        URLSessionClient { [events] _ in await Self.wait(for: .asked, in: events) }
    }

    private static func wait(for event: Event, in events: AsyncStream<Event>) async {
        for await next in events where next == event { return }
    }

    @Test func anAnswerThatDoesNotComeTimesOut() async throws {
        let server = try LoopbackServer { [event] exchange in
            event.yield(.asked)
            exchange.waitForHangUp()
            event.yield(.ended)
        }
        #expect(await client.reason(for: try server.get { $0.timeLimit = limit }) == .timedOut(limit))
        await Self.wait(for: .ended, in: events)
    }

    @Test func theWholeAnswerMustComeInTime() async throws {
        let server = try LoopbackServer { [event] exchange in
            exchange.begin(200, ["Content-Length": "1000000"])
            exchange.send("x")
            event.yield(.asked)
            exchange.waitForHangUp()
        }
        #expect(await client.reason(for: try server.get { $0.timeLimit = limit }) == .timedOut(limit))
    }

    @Test func onlyTheHeadOfAStreamMustComeInTime() async throws {
        let server = try LoopbackServer { exchange in
            exchange.begin()
            exchange.waitForHangUp()
        }
        // Waits until the limit is lifted.
        let client = URLSessionClient { [event] _ in
            let (never, _) = AsyncStream.makeStream(of: Void.self)
            for await _ in never {}
            event.yield(.ended)
            throw CancellationError()
        }
        let request = try server.get {
            $0.timeLimit = limit
            $0.isStream = true
        }
        let answer = try await client.begin(request)
        await Self.wait(for: .ended, in: events)
        #expect(answer.head.status == 200)
    }

    @Test func theHeadOfAStreamMustComeInTime() async throws {
        let silent = try LoopbackServer { [event] exchange in
            event.yield(.asked)
            exchange.waitForHangUp()
        }
        let request = try silent.get {
            $0.timeLimit = limit
            $0.isStream = true
        }
        #expect(await client.reason(for: request) == .timedOut(limit))
    }

    /// By the clock of the system.
    @Test func theLimitStrikesByItself() async throws {
        let silent = try LoopbackServer { $0.waitForHangUp() }
        let limit = Duration.milliseconds(100)
        let request = try silent.get { $0.timeLimit = limit }
        #expect(await URLSessionClient().reason(for: request) == .timedOut(limit))
    }
}
#endif
