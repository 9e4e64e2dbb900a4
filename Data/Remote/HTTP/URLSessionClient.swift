#if Remote
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// HTTP by URLSession. It keeps no cookies and no cache, and takes proxies from where URLSession takes them.
///
/// It takes the answer by way of a delegate, because URLSession on Linux has no `bytes(for:)`. What is under way ends
/// with the client.
public final class URLSessionClient: HTTPClient {
    private let session: URLSession
    private let exchanges = Exchanges()

    public init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        // Each observer of a remote library holds a connection.
        configuration.httpMaximumConnectionsPerHost = 256
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    deinit {
        session.invalidateAndCancel()
    }

    public func begin(_ request: HTTPRequest) async throws(HTTPError) -> HTTPAnswer {
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
}

extension URLRequest {
    fileprivate init(_ request: HTTPRequest) {
        self.init(url: request.url)
        httpMethod = request.method.rawValue
        for (name, value) in request.headers { setValue(value, forHTTPHeaderField: name) }
        if request.method == .post { httpBody = Foundation.Data(request.body) }
        // The limits are kept here, not there: this one counts from each byte, and begins anew with each.
        timeoutInterval = 7 * 24 * 3600
    }
}

/// The exchanges that are under way, by the number of their task.
private final class Exchanges: NSObject, URLSessionDataDelegate, Sendable {
    private struct Exchange {
        let request: HTTPRequest
        /// Nil once the head has been handed over.
        var begun: CheckedContinuation<Result<HTTPAnswer, HTTPError>, Never>?
        var body: AsyncStream<Result<[UInt8], HTTPError>>.Continuation?
        var timer: Task<Void, Never>?
        var received = 0
        var redirects = 0
    }

    private let exchanges = Mutex<[Int: Exchange]>([:])

    func start(
        _ task: URLSessionDataTask, for request: HTTPRequest,
        begun: CheckedContinuation<Result<HTTPAnswer, HTTPError>, Never>
    ) {
        let timer = Task {
            guard (try? await Task.sleep(for: request.timeLimit)) != nil else { return }
            fail(task, .timedOut(request.timeLimit))
        }
        exchanges.withLock { $0[task.taskIdentifier] = Exchange(request: request, begun: begun, timer: timer) }
        // Cancelled before there was anything to fail.
        if Task.isCancelled { return fail(task, .cancelled) }
        task.resume()
    }

    /// Ends the exchange, if it has not ended yet.
    func fail(_ task: URLSessionTask, _ reason: HTTPError.Reason) {
        end(task, reason)
        task.cancel()
    }

    private func end(_ task: URLSessionTask, _ reason: HTTPError.Reason?) {
        guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        exchange.timer?.cancel()
        if let reason {
            let error = HTTPError(exchange.request, reason)
            exchange.begun?.resume(returning: .failure(error))
            exchange.body?.yield(.failure(error))
        } else if let begun = exchange.begun {
            begun.resume(returning: .failure(HTTPError(exchange.request, .brokenOff("it has no head"))))
        }
        exchange.body?.finish()
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let (body, continuation) = AsyncStream.makeStream(of: Result<[UInt8], HTTPError>.self)
        continuation.onTermination = { [weak self] _ in self?.fail(dataTask, .cancelled) }
        let answer = HTTPAnswer(head: HTTPHead(response), body: body)
        let begun = exchanges.withLock { exchanges in
            exchanges[dataTask.taskIdentifier]?.body = continuation
            if exchanges[dataTask.taskIdentifier]?.request.isStream == true {
                exchanges[dataTask.taskIdentifier]?.timer?.cancel()
            }
            return exchanges[dataTask.taskIdentifier]?.begun.take()
        }
        begun?.resume(returning: .success(answer))
        completionHandler(begun == nil ? .cancel : .allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Foundation.Data) {
        let limit = exchanges.withLock { exchanges -> Int? in
            guard var exchange = exchanges[dataTask.taskIdentifier] else { return nil }
            exchange.received += data.count
            exchanges[dataTask.taskIdentifier] = exchange
            if let limit = exchange.request.sizeLimit, exchange.received > limit { return limit }
            exchange.body?.yield(.success(Array(data)))
            return nil
        }
        if let limit { fail(dataTask, .tooLarge(limit: limit)) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        end(task, error.map { HTTPError.Reason($0) })
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let request = exchanges.withLock { exchanges -> HTTPRequest? in
            exchanges[task.taskIdentifier]?.redirects += 1
            guard let exchange = exchanges[task.taskIdentifier], exchange.redirects <= exchange.request.redirectLimit
            else { return nil }
            return exchange.request
        }
        guard let request else {
            let limit = exchanges.withLock { $0[task.taskIdentifier]?.request.redirectLimit }
            if let limit { fail(task, .tooManyRedirects(limit: limit)) }
            return completionHandler(nil)
        }
        guard let url = newRequest.url, url.scheme == "https" || url.scheme == request.url.scheme else {
            fail(task, .unexpectedAnswer("sent to \(newRequest.url?.scheme ?? "nowhere")"))
            return completionHandler(nil)
        }
        var next = newRequest
        if (url.host(), url.port) != (request.url.host(), request.url.port) {
            for name in request.headers.keys { next.setValue(nil, forHTTPHeaderField: name) }
        }
        completionHandler(next)
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
    fileprivate init(_ error: any Error) {
        guard let error = error as? URLError else {
            self = .brokenOff("\(error)")
            return
        }
        switch error.code {
        case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet, .secureConnectionFailed,
            .serverCertificateHasBadDate, .serverCertificateUntrusted, .serverCertificateHasUnknownRoot,
            .serverCertificateNotYetValid, .unsupportedURL, .badURL:
            self = .unreachable(error.localizedDescription)
        case .cancelled:
            self = .cancelled
        default:
            self = .brokenOff(error.localizedDescription)
        }
    }
}
#endif
