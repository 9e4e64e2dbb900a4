import FoundationEssentials
import Synchronization

@testable import Storage

/// A network that loses what a test wants it to lose.
final class UnreliableNetwork: HTTPClient {
    enum Fate: Sendable {
        case delivered
        /// There is no connection.
        case unreachable
        /// The request is lost, and its sender can't tell.
        case requestLost
        /// The request does what it should, and the answer is lost.
        case answerLost
        /// The sender gives up, and the request arrives when the test says so.
        case late
        /// The answer begins, and that is all.
        case silent
        /// What is streamed ends after that many pieces.
        case cutOff(after: Int)
        /// The server has not heard yet of what is asked for.
        case behind
    }

    private struct State {
        var requests: [HTTPRequest] = []
        var late: [HTTPRequest] = []
        /// Kept, because a stream ends when nobody can continue it.
        var silent: [AsyncStream<Result<[UInt8], HTTPError>>.Continuation] = []
    }

    private let network = networkClient()
    private let fate: @Sendable (HTTPRequest, _ earlier: [HTTPRequest]) async -> Fate
    private let state = Mutex(State())

    /// `fate` is asked about each request, and knows those before it.
    init(fate: @escaping @Sendable (HTTPRequest, _ earlier: [HTTPRequest]) async -> Fate = { _, _ in .delivered }) {
        self.fate = fate
    }

    /// All requests so far, whatever became of them.
    var requests: [HTTPRequest] { state.withLock { $0.requests } }

    func begin(_ request: HTTPRequest) async throws(HTTPError) -> HTTPAnswer {
        let earlier = state.withLock { state in
            defer { state.requests.append(request) }
            return state.requests
        }
        switch await fate(request, earlier) {
        case .delivered:
            return try await network.begin(request)
        case .unreachable:
            throw HTTPError(request, .unreachable("no route"))
        case .requestLost:
            throw HTTPError(request, .brokenOff("lost"))
        case .answerLost:
            _ = try await network.response(to: request)
            throw HTTPError(request, .brokenOff("lost"))
        case .late:
            state.withLock { $0.late.append(request) }
            throw HTTPError(request, .brokenOff("lost"))
        case .silent:
            let (body, continuation) = AsyncStream.makeStream(of: Result<[UInt8], HTTPError>.self)
            state.withLock { $0.silent.append(continuation) }
            return HTTPAnswer(head: HTTPHead(status: 200, mediaType: "application/json"), body: body)
        case .behind:
            let (body, continuation) = AsyncStream.makeStream(of: Result<[UInt8], HTTPError>.self)
            let refusal = #"{"code":11,"message":"etcdserver: mvcc: required revision is a future revision"}"#
            continuation.yield(.success(Array(refusal.utf8)))
            continuation.finish()
            return HTTPAnswer(head: HTTPHead(status: 400, mediaType: "application/json"), body: body)
        case .cutOff(let count):
            let answer = try await network.begin(request)
            return HTTPAnswer(
                head: answer.head, body: answer.body.cutOff(after: count, HTTPError(request, .brokenOff("lost"))))
        }
    }

    /// Lets everything arrive that was late, and returns the answers.
    func deliverLate() async throws -> [HTTPResponse] {
        var answers: [HTTPResponse] = []
        for request in state.withLock({ $0.late }) { answers.append(try await network.response(to: request)) }
        return answers
    }
}

extension AsyncStream<Result<[UInt8], HTTPError>> {
    fileprivate func cutOff(after count: Int, _ error: HTTPError) -> Self {
        let (stream, continuation) = Self.makeStream()
        let reading = Task {
            var rest = count
            for await piece in self where rest > 0 {
                continuation.yield(piece)
                rest -= 1
                if rest == 0 { break }
            }
            continuation.yield(.failure(error))
            continuation.finish()
        }
        continuation.onTermination = { _ in reading.cancel() }
        return stream
    }
}

extension HTTPRequest {
    /// Whether it would change something.
    var isCommit: Bool { url.path().hasSuffix("/txn") && String(decoding: body, as: UTF8.self).contains("request_put") }
    var isSignIn: Bool { url.path().hasSuffix("/authenticate") }
    var isWatch: Bool { url.path().hasSuffix("/watch") }
    /// Whether the server answers it from what it knows, without asking the others.
    var isLocal: Bool { String(decoding: body, as: UTF8.self).contains("serializable") }
    /// Whether it asks for what was at some moment.
    var isOfMoment: Bool { String(decoding: body, as: UTF8.self).contains(#""revision""#) }
    /// Whether it asks only whether the server is there.
    var isPulse: Bool { isLocal && !isOfMoment }
}
