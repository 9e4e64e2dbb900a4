import FoundationEssentials
import Synchronization

@testable import Storage

/// A network that loses the messages a test wants it to lose.
final class UnreliableNetwork: HTTPClient {
    enum Fate: Sendable {
        case delivered
        /// No connection is made.
        case unreachable
        /// The request is lost, without its sender knowing.
        case requestLost
        /// The request is carried out, and the answer is lost.
        case answerLost
        /// The sender gives up, and the request arrives when the test calls `deliverLate`.
        case late
        /// Only the head of the answer arrives.
        case silent
        /// The stream breaks after this many pieces.
        case cutOff(after: Int)
        /// The server hasn't reached the requested revision.
        case behind
    }

    private struct State {
        var requests: [HTTPRequest] = []
        var late: [HTTPRequest] = []
        /// Retained, because a stream ends when its continuation is released.
        var silent: [AsyncStream<Result<[UInt8], HTTPError>>.Continuation] = []
    }

    private let network = networkClient()
    private let fate: @Sendable (HTTPRequest, _ earlier: [HTTPRequest]) async -> Fate
    private let state = Mutex(State())

    /// `fate` decides about each request, given all earlier ones.
    init(fate: @escaping @Sendable (HTTPRequest, _ earlier: [HTTPRequest]) async -> Fate = { _, _ in .delivered }) {
        self.fate = fate
    }

    /// All requests so far, delivered or not.
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

    /// Delivers the late requests, and returns the answers.
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
    /// Whether it changes something.
    var isCommit: Bool { url.path().hasSuffix("/txn") && String(decoding: body, as: UTF8.self).contains("request_put") }
    var isSignIn: Bool { url.path().hasSuffix("/authenticate") }
    var isWatch: Bool { url.path().hasSuffix("/watch") }
    /// Whether the server may answer on its own.
    var isLocal: Bool { String(decoding: body, as: UTF8.self).contains("serializable") }
    /// Whether it reads at a given revision.
    var isOfRevision: Bool { String(decoding: body, as: UTF8.self).contains(#""revision""#) }
    /// Whether it only checks that the server is alive.
    var isPulse: Bool { isLocal && !isOfRevision }
}
