#if Remote
import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// HTTP by URLSession. It keeps no cookies and no cache, and takes proxies from where URLSession takes them.
///
/// It takes the answer by way of a delegate, because URLSession on Linux has no `bytes(for:)`. An exchange that is under
/// way goes on when the client is let go.
///
/// What it can't help: URLSession on Linux stops the program when an answer ends within its head, and when it ends with
/// trailers (RFC 9110, 6.5), as far as they can't be prevented: see `URLRequest.withoutTrailers`.
/// https://github.com/swiftlang/swift-corelibs-foundation/issues/5285, mended after Swift 6.3.
public final class URLSessionClient: HTTPClient {
    private let exchanges = Exchanges()
    /// Made once: to make one takes as long as a request to a server near by.
    private let configuration = configuration()
    private let session: URLSession

    public init() {
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

    /// Connections are kept for what is safe only. libcurl, on which URLSession is built on Linux, sends a request again
    /// by itself when a connection that it had kept breaks off before the answer: a POST might be carried out twice. (It
    /// even sends it without its body, and then waits.)
    private func session(for request: HTTPRequest) -> URLSession {
        request.method == .post || request.isStream ? Self.session(configuration, exchanges) : session
    }

    #if canImport(FoundationNetworking)
    /// Makes a connection that the next request finds ready, whatever is answered. URLSession on Linux asks without a
    /// pause whether a connection that it had to make itself can be written to, for as long as the exchange goes on: it
    /// would keep a core busy while a server is at work, or a stream silent. Where it fails, the request was never sent.
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
/// Tells the delegate at once, on the queue of the session. Otherwise what a fast server sends piles up in front of the
/// delegate, gigabytes in seconds, before it can count and refuse it.
///
/// Unchecked, because a subclass of a class that is so must say it again; it adds no state, so it is as safe as that.
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
        // The limits are kept here, not there: this one counts from each byte, and begins anew with each.
        timeoutInterval = 7 * 24 * 3600
    }

    #if canImport(FoundationNetworking)
    /// The method, and more than the method: it makes this a request in HTTP/1.0, to which no server answers with
    /// trailers (RFC 9112, 7.1.2). The gateway of etcd ends each of its errors with some, and that would be the end of
    /// the program. URLSession can't be told a version, but what it is told for a method stands first on the line:
    /// this makes a whole line of it, and a header, of no meaning, of what is left of the other. Over TLS that is no
    /// way, since HTTP/2 has no such line; but there the gateway sends no trailers.
    private var withoutTrailers: String {
        var target = url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) } ?? URLComponents()
        (target.user, target.password, target.fragment) = (nil, nil, nil)
        return "POST \(target.string ?? "/") HTTP/1.0\r\nX-Request:"
    }
    #endif
}

private struct Exchange {
    let request: HTTPRequest
    /// Nil once the head has been handed over.
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

    /// For answers that are complete.
    func end() {
        guard begun == nil else { return fail(.brokenOff("the answer has no head")) }
        finish()
    }

    private func finish() {
        timer?.cancel()
        body?.finish()
    }

    /// Of a POST whose body was never asked for, the server can't have got all. Of a GET nothing is known, and nothing
    /// depends on it.
    func mayHaveReachedServer(by task: URLSessionTask) -> Bool? {
        if redirects > 0 || task.countOfBytesSent > 0 { return true }
        return request.body.isEmpty ? nil : false
    }
}

/// The exchanges that are under way.
///
/// Who takes an exchange out of it ends it, and nobody else cancels its task or answers for it: URLSession on Linux
/// stops the program when a task that was cancelled is told where to go next.
private final class Exchanges: NSObject, URLSessionDataDelegate, Sendable {
    private let exchanges = Mutex<[ObjectIdentifier: Exchange]>([:])

    func start(
        _ task: URLSessionDataTask, for request: HTTPRequest,
        begun: CheckedContinuation<Result<HTTPAnswer, HTTPError>, Never>
    ) {
        exchanges.withLock { exchanges in
            let timer = Task {
                // The limit itself: time is what is waited for. Sleeping throws only where the exchange has ended.
                guard (try? await Task.sleep(for: request.timeLimit)) != nil else { return }
                fail(task, .timedOut(request.timeLimit))
            }
            exchanges[ObjectIdentifier(task)] = Exchange(request: request, begun: begun, timer: timer)
        }
        // Cancelled before there was anything to fail.
        if Task.isCancelled { return fail(task, .cancelled) }
        task.resume()
    }

    /// Ends the exchange, if it has not ended yet.
    func fail(_ task: URLSessionTask, _ reason: HTTPError.Reason) {
        guard let exchange = remove(task) else { return }
        // It waits for the queue of the session, which a fast server keeps busy, and which may be the one we are on.
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

    /// Hands over the head, unless that was done, or unless it only announces another one.
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
        // URLSession on Linux tells nothing of the head of an answer that sends us elsewhere, but not where.
        if error == nil, let response = task.response { begin(task, HTTPHead(response)) }
        guard let exchange = remove(task) else { return }
        if let error {
            exchange.fail(HTTPError.Reason(error, reached: exchange.mayHaveReachedServer(by: task)))
        } else {
            exchange.end()
        }
    }

    #if canImport(FoundationNetworking)
    /// An answer that asks for a password is an answer too. URLSession on Linux asks when it has all of it, and would
    /// then wait for a password for ever.
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
            // Inside the lock, so that nobody cancels the task in between; and of a cancelled task nothing is said.
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
    /// `reached` tells whether the request may have reached the server, where that is known.
    fileprivate init(_ error: any Error, reached: Bool?) {
        // Nothing else of the error is told: it has the whole address in it.
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
        // On Linux: whatever has no code, such as a certificate that is not trusted.
        case .unknown where reached == false, .timedOut where reached == false:
            self = .unreachable(explanation)
        default:
            self = .brokenOff(explanation)
        }
    }
}
#endif
