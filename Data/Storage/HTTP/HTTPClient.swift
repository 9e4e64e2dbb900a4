/// An HTTP client. The production implementation is `URLSessionClient`.
public protocol HTTPClient: Sendable {
    /// Sends `request`, and returns when the head of the answer has arrived; its body follows in pieces. Any status is
    /// an answer, but redirects are followed up to the request's limit, and one more is an error. A request that
    /// changes something on the server is sent once; others may arrive twice.
    ///
    /// Cancelling the task while it waits ends the exchange; so does releasing the body.
    func begin(_ request: HTTPRequest) async throws(HTTPError) -> HTTPAnswer
}

/// The head of an answer, and its body as it arrives.
public struct HTTPAnswer: Sendable {
    public let head: HTTPHead
    /// The pieces of the body, in order. A failure is the last element.
    public let body: AsyncStream<Result<[UInt8], HTTPError>>

    public init(head: HTTPHead, body: AsyncStream<Result<[UInt8], HTTPError>>) {
        self.head = head
        self.body = body
    }
}

/// The status and headers of an answer.
public struct HTTPHead: Hashable, Sendable {
    /// RFC 9110, section 15.
    public let status: Int
    /// The media type without parameters, in lower case; empty if the server names none.
    public let mediaType: String
    /// How long the server asks to wait before the next request; nil unless it gives seconds.
    public let retryAfter: Duration?

    public init(status: Int, mediaType: String = "", retryAfter: Duration? = nil) {
        self.status = status
        self.mediaType = mediaType
        self.retryAfter = retryAfter
    }
}

/// A complete answer.
public struct HTTPResponse: Hashable, Sendable {
    public let head: HTTPHead
    public let body: [UInt8]
}

extension HTTPClient {
    /// The complete answer to `request`.
    public func response(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let answer = try await begin(request)
        var pieces: [[UInt8]] = []
        for await piece in answer.body { pieces.append(try piece.get()) }
        // In a cancelled task the stream just ends.
        if Task.isCancelled { throw HTTPError(request, .cancelled) }
        // Joined once, because an array that grows piece by piece is copied repeatedly.
        var body: [UInt8] = []
        body.reserveCapacity(pieces.reduce(0) { $0 + $1.count })
        for piece in pieces { body += piece }
        return HTTPResponse(head: answer.head, body: body)
    }
}
