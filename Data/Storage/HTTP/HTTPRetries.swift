/// How often to ask again when an answer did not come, and how long to wait in between: twice as long each time, and
/// less by chance, so that many who failed together don't come back together.
public struct HTTPRetries: Sendable {
    /// How often to ask in all.
    public var attempts: Int
    public var firstPause: Duration
    /// No pause is longer, whatever the server wishes.
    public var longestPause: Duration
    /// From 0 up to 1.
    public var chance: @Sendable () -> Double
    public var sleep: @Sendable (Duration) async -> Void

    public init(
        attempts: Int = 3, firstPause: Duration = .milliseconds(250), longestPause: Duration = .seconds(5),
        chance: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
        // A server does not say when it is less busy. Sleeping ends early where the task is cancelled, and then there is
        // no other attempt.
        sleep: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    ) {
        self.attempts = attempts
        self.firstPause = firstPause
        self.longestPause = longestPause
        self.chance = chance
        self.sleep = sleep
    }

    /// How long to wait after that many attempts, which is half of what doubling gives, or up to all of it; or as long
    /// as the server wishes, if that is longer.
    func pause(after attempts: Int, wish: Duration?) -> Duration {
        let doubled = firstPause * (1 << min(attempts - 1, 16))
        let pause = min(doubled, longestPause) * (0.5 + chance() / 2)
        return min(max(pause, wish ?? .zero), longestPause)
    }
}

extension HTTPClient {
    /// The whole answer to `request`, which must be safe to repeat (RFC 9110, 9.2.2), as every GET is. It is repeated
    /// when no answer came, and when the server is too busy (status 429, 502, 503, 504).
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
    /// Whether asking again could help.
    fileprivate var mayPass: Bool {
        switch reason {
        case .unreachable, .brokenOff, .timedOut: true
        case .cancelled, .tooLarge, .tooManyRedirects, .unexpectedAnswer: false
        }
    }
}
