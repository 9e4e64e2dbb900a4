#if Remote
import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An HTTP client based on URLSession. It stores no cookies and no cache, and uses URLSession's proxies.
///
/// It uses a delegate, because URLSession on Linux has no `bytes(for:)`. Releasing the client doesn't end its
/// exchanges.
///
/// Known limitation: URLSession on Linux crashes when an answer ends within its head, and when it ends with trailers
/// (RFC 9110, 6.5) that `URLRequest.withoutTrailers` can't prevent.
/// https://github.com/swiftlang/swift-corelibs-foundation/issues/5285, fixed after Swift 6.3.
public final class URLSessionClient: HTTPClient {
    private let exchanges: Exchanges
    /// Created once, because that takes as long as a request to a nearby server.
    private let configuration = configuration()
    private let session: URLSession

    /// `sleep` waits for the time limit of a request: nothing but time tells that it has passed. It throws if it is cancelled,
    /// because the answer has come.
    public init(sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }) {
        exchanges = Exchanges(sleep: sleep)
        session = Self.session(configuration, exchanges)
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    public func begin(_ request: HTTPRequest) async throws(HTTPError) -> HTTPAnswer {
        let session = session(for: request)
        defer { if session != self.session { session.finishTasksAndInvalidate() } }
        #if canImport(FoundationNetworking)
        if session != self.session, request.isSafe { try await connect(session, for: request) }
        #endif
        return try await begin(request, in: session)
    }

    private func begin(_ request: HTTPRequest, in session: URLSession) async throws(HTTPError) -> HTTPAnswer {
        let task = session.dataTask(with: URLRequest(request))
        let result: Result<HTTPAnswer, HTTPError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                exchanges.start(task, for: request, begun: continuation)
            }
        } onCancel: {
            exchanges.fail(task, .cancelled)
        }
        return try result.get()
    }

    /// Connections are reused for safe requests only. libcurl, on which URLSession is built on Linux, repeats a request
    /// when a reused connection breaks before the answer, so a POST might be carried out twice. (It even omits the
    /// body, and then waits.)
    private func session(for request: HTTPRequest) -> URLSession {
        request.method == .post || request.isStream ? Self.session(configuration, exchanges) : session
    }

    #if canImport(FoundationNetworking)
    /// Makes a connection that the next request reuses. The status of the answer doesn't matter, but a redirect or a
    /// body of more than 1 MiB is an error. During an exchange on a connection
    /// made for it, URLSession on Linux polls without pausing whether it can write, so a slow server or a silent stream
    /// would keep a core busy. If this fails, the actual request was never sent.
    private func connect(_ session: URLSession, for request: HTTPRequest) async throws(HTTPError) {
        do throws(HTTPError) {
            let first = HTTPRequest(.options, request.url, timeLimit: request.timeLimit)
            let answer = try await begin(first, in: session)
            for await piece in answer.body { _ = try piece.get() }
        } catch {
            switch error.reason {
            case .brokenOff, .timedOut: throw HTTPError(request, .unreachable(error.explanation))
            case .unreachable, .cancelled, .tooLarge, .tooManyRedirects, .unexpectedAnswer:
                throw HTTPError(request, error.reason)
            }
        }
    }
    #endif

    private static func session(_ configuration: URLSessionConfiguration, _ exchanges: Exchanges) -> URLSession {
        URLSession(configuration: configuration, delegate: exchanges, delegateQueue: delegateQueue())
    }

    private static func configuration() -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.default
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.httpCookieStorage = nil
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpMaximumConnectionsPerHost = 256
        return configuration
    }
}

#if canImport(FoundationNetworking)
/// Calls the delegate immediately, on the session's queue. Otherwise a fast server's data would pile up in front of the
/// delegate, gigabytes in seconds, before it can count and refuse it.
///
/// Unchecked, because a subclass of an unchecked class must repeat that. It adds no state, so it is as safe as its
/// superclass.
private final class ImmediateQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
}

private func delegateQueue() -> OperationQueue? { ImmediateQueue() }
#else
private func delegateQueue() -> OperationQueue? { nil }
#endif

extension URLRequest {
    fileprivate init(_ request: HTTPRequest) {
        self.init(url: request.url)
        httpMethod = request.method.rawValue
        #if canImport(FoundationNetworking)
        if request.method == .post, !request.isStream, request.url.scheme == "http" { httpMethod = withoutTrailers }
        #endif
        for (name, value) in request.headers { setValue(value, forHTTPHeaderField: name) }
        if request.method == .post { httpBody = Foundation.Data(request.body) }
        // `Exchanges` enforces the limits; URLSession's restarts with each byte.
        timeoutInterval = 7 * 24 * 3600
    }

    #if canImport(FoundationNetworking)
    /// A method that turns this into an HTTP/1.0 request, which servers answer without trailers (RFC 9112, 7.1.2).
    /// Trailers, with which some gateways end each of their errors, would crash the program. URLSession can't be told a
    /// version, but it begins the request line with the method: this value is a whole request line, followed by a
    /// header without meaning that takes up the rest of the real one. It can't be used over TLS, because HTTP/2 has no
    /// request line; but there gateways send no trailers.
    private var withoutTrailers: String {
        var target = url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) } ?? URLComponents()
        (target.user, target.password, target.fragment) = (nil, nil, nil)
        return "POST \(target.string ?? "/") HTTP/1.0\r\nX-Request:"
    }
    #endif
}

private struct Exchange {
    let request: HTTPRequest
    /// Nil once the head has been delivered.
    var begun: CheckedContinuation<Result<HTTPAnswer, HTTPError>, Never>?
    var body: AsyncStream<Result<[UInt8], HTTPError>>.Continuation?
    var timer: Task<Void, Never>?
    var received = 0
    var redirects = 0

    func fail(_ reason: HTTPError.Reason) {
        let error = HTTPError(request, reason)
        begun?.resume(returning: .failure(error))
        body?.yield(.failure(error))
        finish()
    }

    /// Ends the exchange after a complete answer.
    func end() {
        guard begun == nil else { return fail(.brokenOff("the answer has no head")) }
        finish()
    }

    private func finish() {
        timer?.cancel()
        body?.finish()
    }

    /// A POST can't have reached the server completely if no byte of its body was sent. For a GET this is unknown and
    /// doesn't matter.
    func mayHaveReachedServer(by task: URLSessionTask) -> Bool? {
        if redirects > 0 || task.countOfBytesSent > 0 { return true }
        return request.body.isEmpty ? nil : false
    }
}

/// The current exchanges.
///
/// Only the caller that removes an exchange ends it, cancels its task or completes it: URLSession on Linux crashes if a
/// cancelled task is told how to continue after a redirect.
private final class Exchanges: NSObject, URLSessionDataDelegate, Sendable {
    private let exchanges = Mutex<[ObjectIdentifier: Exchange]>([:])
    private let sleep: @Sendable (Duration) async throws -> Void

    init(sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.sleep = sleep
    }

    func start(
        _ task: URLSessionDataTask, for request: HTTPRequest,
        begun: CheckedContinuation<Result<HTTPAnswer, HTTPError>, Never>
    ) {
        exchanges.withLock { exchanges in
            let timer = Task {
                // The time limit itself. Sleep throws only if the exchange has ended, or the head of a stream has
                // arrived.
                guard (try? await sleep(request.timeLimit)) != nil else { return }
                fail(task, .timedOut(request.timeLimit))
            }
            exchanges[ObjectIdentifier(task)] = Exchange(request: request, begun: begun, timer: timer)
        }
        // The cancellation handler may have run before the exchange was registered.
        if Task.isCancelled { return fail(task, .cancelled) }
        task.resume()
    }

    /// Ends the exchange, if it has not ended yet.
    func fail(_ task: URLSessionTask, _ reason: HTTPError.Reason) {
        guard let exchange = remove(task) else { return }
        // `cancel` waits for the session's queue, which a fast server keeps busy and which may be the current one.
        DispatchQueue.global().async { task.cancel() }
        exchange.fail(reason)
    }

    private func remove(_ task: URLSessionTask) -> Exchange? {
        exchanges.withLock { $0.removeValue(forKey: ObjectIdentifier(task)) }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        begin(dataTask, HTTPHead(response))
        completionHandler(.allow)
    }

    /// Delivers the head, unless that has been done or it only announces another one (status 1xx).
    private func begin(_ task: URLSessionTask, _ head: HTTPHead) {
        guard head.status >= 200 else { return }
        let (body, continuation) = AsyncStream.makeStream(of: Result<[UInt8], HTTPError>.self)
        let begun = exchanges.withLock { exchanges -> CheckedContinuation<Result<HTTPAnswer, HTTPError>, Never>? in
            guard let begun = exchanges[ObjectIdentifier(task)]?.begun.take() else { return nil }
            exchanges[ObjectIdentifier(task)]?.body = continuation
            if exchanges[ObjectIdentifier(task)]?.request.isStream == true {
                exchanges[ObjectIdentifier(task)]?.timer?.cancel()
            }
            return begun
        }
        guard let begun else { return }
        continuation.onTermination = { [weak self] _ in self?.fail(task, .cancelled) }
        begun.resume(returning: .success(HTTPAnswer(head: head, body: body)))
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Foundation.Data) {
        let excess = exchanges.withLock { exchanges -> Int? in
            guard var exchange = exchanges[ObjectIdentifier(dataTask)] else { return nil }
            exchange.received += data.count
            exchanges[ObjectIdentifier(dataTask)] = exchange
            if let limit = exchange.request.sizeLimit, exchange.received > limit { return limit }
            exchange.body?.yield(.success(Array(data)))
            return nil
        }
        if let excess { fail(dataTask, .tooLarge(limit: excess)) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        // URLSession on Linux doesn't report the head of a redirect without a location earlier.
        if error == nil, let response = task.response { begin(task, HTTPHead(response)) }
        guard let exchange = remove(task) else { return }
        if let error {
            exchange.fail(HTTPError.Reason(error, reached: exchange.mayHaveReachedServer(by: task)))
        } else {
            exchange.end()
        }
    }

    #if canImport(FoundationNetworking)
    /// Delivers an answer that asks for a password like any other. URLSession on Linux calls this when the answer is
    /// complete, and would wait for a password for ever.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        remove(task)?.end()
        DispatchQueue.global().async { completionHandler(.cancelAuthenticationChallenge, nil) }
    }
    #endif

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let refused = exchanges.withLock { exchanges -> (Exchange, HTTPError.Reason)? in
            guard var exchange = exchanges.removeValue(forKey: ObjectIdentifier(task)) else { return nil }
            exchange.redirects += 1
            if let reason = exchange.request.refusal(
                ofRedirect: exchange.redirects, from: response.url, to: newRequest.url)
            {
                return (exchange, reason)
            }
            exchanges[ObjectIdentifier(task)] = exchange
            var next = newRequest
            if !exchange.request.isMeant(for: newRequest.url) {
                for name in exchange.request.headers.keys { next.setValue(nil, forHTTPHeaderField: name) }
            }
            // Inside the lock, so that the task can't be cancelled first.
            completionHandler(next)
            return nil
        }
        if let (exchange, reason) = refused {
            completionHandler(nil)
            exchange.fail(reason)
        }
    }
}

extension HTTPHead {
    fileprivate init(_ response: URLResponse) {
        let http = response as? HTTPURLResponse
        let type = http?.value(forHTTPHeaderField: "Content-Type") ?? ""
        let seconds = http?.value(forHTTPHeaderField: "Retry-After").flatMap { Int($0) }
        self.init(
            status: http?.statusCode ?? 0,
            mediaType: type.prefix { $0 != ";" }.lowercased().filter { $0 != " " },
            retryAfter: seconds.map { .seconds(max(0, $0)) })
    }
}

extension HTTPError.Reason {
    /// `reached` is whether the request may have reached the server, if known.
    fileprivate init(_ error: any Error, reached: Bool?) {
        // Only the description, because the error contains the whole address.
        let explanation = error.localizedDescription
        switch (error as? URLError)?.code {
        case .httpTooManyRedirects:
            self = .tooManyRedirects(limit: HTTPRequest.mostRedirects)
        case _ where reached == true:
            self = .brokenOff(explanation)
        case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet, .secureConnectionFailed,
            .serverCertificateHasBadDate, .serverCertificateUntrusted, .serverCertificateHasUnknownRoot,
            .serverCertificateNotYetValid, .unsupportedURL, .badURL:
            self = .unreachable(explanation)
        // On Linux, failures without a code of their own, such as an untrusted certificate.
        case .unknown where reached == false, .timedOut where reached == false:
            self = .unreachable(explanation)
        default:
            self = .brokenOff(explanation)
        }
    }
}
#endif
