/// Talks HTTP with servers. The one real implementation is `URLSessionClient`.
public protocol HTTPClient: Sendable {
    /// Sends `request`, and returns when the head of the answer is there; its body comes piece by piece. Any status is
    /// an answer; only what keeps an answer from coming is an error. Nothing is repeated.
    ///
    /// Cancelling the task while it waits ends the exchange, and so does letting go of the body.
    func begin(_ request: HTTPRequest) async throws(HTTPError) -> HTTPAnswer
}

/// The beginning of an answer.
public struct HTTPAnswer: Sendable {
    public let head: HTTPHead
    /// The rest, in order. A failure is the last of it.
    public let body: AsyncStream<Result<[UInt8], HTTPError>>

    public init(head: HTTPHead, body: AsyncStream<Result<[UInt8], HTTPError>>) {
        self.head = head
        self.body = body
    }
}

/// What a server says before the body of its answer.
public struct HTTPHead: Hashable, Sendable {
    /// RFC 9110, section 15.
    public let status: Int
    /// Without parameters, in lower case; empty where the server names none.
    public let mediaType: String
    /// How long the server wants to be left alone, where it says so in seconds.
    public let retryAfter: Duration?

    public init(status: Int, mediaType: String = "", retryAfter: Duration? = nil) {
        self.status = status
        self.mediaType = mediaType
        self.retryAfter = retryAfter
    }
}

/// A whole answer.
public struct HTTPResponse: Hashable, Sendable {
    public let head: HTTPHead
    public let body: [UInt8]

    public init(head: HTTPHead, body: [UInt8]) {
        self.head = head
        self.body = body
    }
}

extension HTTPClient {
    /// The whole answer to `request`.
    public func response(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let answer = try await begin(request)
        var pieces: [[UInt8]] = []
        for await piece in answer.body { pieces.append(try piece.get()) }
        // A stream that is iterated by a cancelled task just ends.
        if Task.isCancelled { throw HTTPError(request, .cancelled) }
        // Put together once: a large array that grows piece by piece is copied again and again.
        var body: [UInt8] = []
        body.reserveCapacity(pieces.reduce(0) { $0 + $1.count })
        for piece in pieces { body += piece }
        return HTTPResponse(head: answer.head, body: body)
    }
}
