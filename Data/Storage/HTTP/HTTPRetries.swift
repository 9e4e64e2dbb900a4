/// How often to repeat a failed request, and how long to wait between attempts: twice as long each time, reduced at
/// random so that clients that failed together don't retry together.
public struct HTTPRetries: Sendable {
    /// The number of attempts, including the first.
    public var attempts: Int
    public var firstPause: Duration
    /// The longest pause, even if the server asks for more.
    public var longestPause: Duration
    /// Returns a random number from 0 up to, not including, 1.
    public var chance: @Sendable () -> Double
    public var sleep: @Sendable (Duration) async -> Void
    /// The current time, which deadlines are compared with.
    public var now: @Sendable () -> ContinuousClock.Instant

    public init(
        attempts: Int = 3, firstPause: Duration = .milliseconds(250), longestPause: Duration = .seconds(5),
        chance: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
        // Only time helps: servers don't announce that they are less busy. The sleep ends early if the task is
        // cancelled, and then no further attempt is made.
        sleep: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) },
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.attempts = attempts
        self.firstPause = firstPause
        self.longestPause = longestPause
        self.chance = chance
        self.sleep = sleep
        self.now = now
    }

    /// The pause after this many attempts: between half and all of the doubled pause, or what the server asks for if
    /// that is longer, up to `longestPause`.
    func pause(after attempts: Int, wish: Duration?) -> Duration {
        let doubled = firstPause * (1 << min(attempts - 1, 16))
        let pause = min(doubled, longestPause) * (0.5 + chance() / 2)
        return min(max(pause, wish ?? .zero), longestPause)
    }
}

/// The end of the time that several requests have together.
public struct HTTPDeadline: Sendable {
    let time: ContinuousClock.Instant
    private let limit: Duration

    /// `limit` from `now` on.
    public init(after limit: Duration, from now: ContinuousClock.Instant) {
        self.time = now + limit
        self.limit = limit
    }

    /// The time limit of the request, but no longer than the time left. Throws `timedOut` if none is left.
    func limit(for request: HTTPRequest, now: ContinuousClock.Instant) throws(HTTPError) -> Duration {
        guard now < time else { throw HTTPError(request, .timedOut(limit)) }
        return min(request.timeLimit, time - now)
    }
}

extension HTTPClient {
    /// The complete answer to `request`, which must be idempotent (RFC 9110, 9.2.2), as every GET is. It is repeated if
    /// no complete answer arrived, and if the server is too busy (status 429, 502, 503, 504); but nothing is sent, and
    /// no answer awaited, after the deadline.
    public func response(
        to request: HTTPRequest, retries: HTTPRetries, by deadline: HTTPDeadline? = nil
    ) async throws(HTTPError) -> HTTPResponse {
        var attempt = 1
        while true {
            var request = request
            if let deadline { request.timeLimit = try deadline.limit(for: request, now: retries.now()) }
            var wish: Duration?
            let outcome: Result<HTTPResponse, HTTPError>
            do throws(HTTPError) {
                let response = try await response(to: request)
                guard response.head.isTemporaryRefusal else { return response }
                wish = response.head.retryAfter
                outcome = .success(response)
            } catch {
                guard error.mayPass else { throw error }
                outcome = .failure(error)
            }
            let pause = retries.pause(after: attempt, wish: wish)
            let isLast = attempt >= retries.attempts || deadline.map { retries.now() + pause >= $0.time } == true
            if isLast { return try outcome.get() }
            await retries.sleep(pause)
            if Task.isCancelled { throw HTTPError(request, .cancelled) }
            attempt += 1
        }
    }
}

extension HTTPHead {
    fileprivate var isTemporaryRefusal: Bool { [429, 502, 503, 504].contains(status) }
}

extension HTTPError {
    /// Whether a retry could help.
    fileprivate var mayPass: Bool {
        switch reason {
        case .unreachable, .brokenOff, .timedOut: true
        case .cancelled, .tooLarge, .tooManyRedirects, .unexpectedAnswer: false
        }
    }
}
