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

    public init(
        attempts: Int = 3, firstPause: Duration = .milliseconds(250), longestPause: Duration = .seconds(5),
        chance: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
        // Only time helps: servers don't announce that they are less busy. The sleep ends early if the task is
        // cancelled, and then no further attempt is made.
        sleep: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    ) {
        self.attempts = attempts
        self.firstPause = firstPause
        self.longestPause = longestPause
        self.chance = chance
        self.sleep = sleep
    }

    /// The pause after this many attempts: between half and all of the doubled pause, or what the server asks for if
    /// that is longer, up to `longestPause`.
    func pause(after attempts: Int, wish: Duration?) -> Duration {
        let doubled = firstPause * (1 << min(attempts - 1, 16))
        let pause = min(doubled, longestPause) * (0.5 + chance() / 2)
        return min(max(pause, wish ?? .zero), longestPause)
    }
}

extension HTTPClient {
    /// The complete answer to `request`, which must be idempotent (RFC 9110, 9.2.2), as every GET is. It is repeated if
    /// no complete answer arrived, and if the server is too busy (status 429, 502, 503, 504).
    public func response(
        to request: HTTPRequest, retries: HTTPRetries
    ) async throws(HTTPError) -> HTTPResponse {
        var attempt = 1
        while true {
            let isLast = attempt >= retries.attempts
            var wish: Duration?
            do throws(HTTPError) {
                let response = try await response(to: request)
                guard response.head.isTemporaryRefusal, !isLast else { return response }
                wish = response.head.retryAfter
            } catch {
                guard error.mayPass, !isLast else { throw error }
            }
            await retries.sleep(retries.pause(after: attempt, wish: wish))
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
