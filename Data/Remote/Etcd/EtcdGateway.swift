import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Why the cluster did not do what was asked.
enum EtcdError: Error, Hashable {
    /// No server could be asked, or none that could answer; nothing was changed.
    case unreachable(String)
    /// The same, but the server is there, and may be able to in a moment.
    case notYet(String)
    /// The change may have been made, or may yet be.
    case unknownOutcome(String)
    /// What the cluster held at that moment is not kept any more.
    case compacted
    /// Asking again would not help; nothing was changed.
    case refused(String)
    case cancelled
}

/// How long to wait for the servers of a cluster.
public struct EtcdPatience: Sendable {
    /// How long one server may take for one answer.
    public var answer: Duration
    /// How long to go from server to server before giving up. A cluster without a leader finds one within some seconds.
    public var cluster: Duration
    /// How long at most until it is seen again whether the server that tells of changes is still there, and can do so.
    public var pulse: Duration

    public init(
        answer: Duration = .seconds(5), cluster: Duration = .seconds(12), pulse: Duration = .seconds(3)
    ) {
        self.answer = answer
        self.cluster = cluster
        self.pulse = pulse
    }
}

/// A cluster, asked through the JSON gateway of whichever of its servers answers.
final class EtcdGateway: Sendable {
    private let address: EtcdAddress
    private let credentials: EtcdCredentials?
    private let client: any HTTPClient
    private let patience: EtcdPatience

    private struct State {
        /// The server that answered last.
        var endpoint = 0
        var token: String?
    }

    private let state = Mutex(State())

    init(address: EtcdAddress, credentials: EtcdCredentials?, client: any HTTPClient, patience: EtcdPatience) {
        self.address = address
        self.credentials = credentials
        self.client = client
        self.patience = patience
    }

    /// What the cluster as a whole holds, not just one server of it.
    func read(_ read: EtcdRead) async throws(EtcdError) -> EtcdFound {
        let found = try await ask("/v3/kv/range", read.json) { scanner throws(JSONError) in
            try EtcdFound(from: &scanner)
        }
        guard found.revision > 0 else { throw .refused(Self.noEtcd) }
        return found
    }

    /// Several questions, answered at one moment.
    func read(_ reads: [EtcdRead]) async throws(EtcdError) -> EtcdOutcome {
        let outcome = try await ask("/v3/kv/txn", EtcdTransaction.reading(reads)) { scanner throws(JSONError) in
            try EtcdOutcome(from: &scanner)
        }
        guard outcome.revision > 0, outcome.found.count == reads.count else { throw .refused(Self.noEtcd) }
        return outcome
    }

    private static let noEtcd = "it answers as no etcd does"

    /// Sends a transaction once. It is sent again only where it is certain that it did not arrive.
    func commit(_ transaction: EtcdTransaction) async throws(EtcdError) -> EtcdOutcome {
        try await ask("/v3/kv/txn", transaction.json, isSafeToRepeat: false) { scanner throws(JSONError) in
            try EtcdOutcome(from: &scanner)
        }
    }
}

// MARK: - From server to server

extension EtcdGateway {
    private func ask<Answer>(
        _ path: String, _ body: [UInt8], isSafeToRepeat: Bool = true,
        _ read: (inout JSONScanner) throws(JSONError) -> Answer
    ) async throws(EtcdError) -> Answer {
        let end = ContinuousClock.now + patience.cluster
        while true {
            var problems: [String] = []
            var isSomebodyThere = false
            let first = state.withLock { $0.endpoint }
            for number in address.endpoints.indices where number == 0 || ContinuousClock.now < end {
                let endpoint = (first + number) % address.endpoints.count
                do throws(EtcdError) {
                    let bytes = try await askOne(
                        endpoint, path, body, isSafe: isSafeToRepeat, limit: max(.milliseconds(1), end - .now))
                    return try parsed(bytes, read)
                } catch {
                    moveOn(from: endpoint, error)
                    switch error {
                    case .unreachable(let reason):
                        problems.append("\(address.name(of: endpoint)): \(reason)")
                    case .notYet(let reason):
                        problems.append("\(address.name(of: endpoint)): \(reason)")
                        isSomebodyThere = true
                    case .unknownOutcome(let reason) where isSafeToRepeat:
                        problems.append("\(address.name(of: endpoint)): \(reason)")
                        isSomebodyThere = true
                    case .unknownOutcome, .compacted, .refused, .cancelled:
                        throw error
                    }
                }
            }
            // Where nobody listens on any of the ports, waiting is of no use.
            guard isSomebodyThere, ContinuousClock.now < end else {
                throw .unreachable(problems.joined(separator: "; "))
            }
            try await pause(upTo: .milliseconds(250))
        }
    }

    /// The next request begins with another server, unless the trouble is not with this one.
    private func moveOn(from endpoint: Int, _ error: EtcdError) {
        switch error {
        case .unreachable, .notYet, .unknownOutcome:
            state.withLock { state in
                if state.endpoint == endpoint { state.endpoint = (endpoint + 1) % address.endpoints.count }
            }
        case .compacted, .refused, .cancelled:
            break
        }
    }

    private func parsed<Answer>(
        _ bytes: [UInt8], _ read: (inout JSONScanner) throws(JSONError) -> Answer
    ) throws(EtcdError) -> Answer {
        do throws(JSONError) {
            return try JSONScanner.scan(bytes, read)
        } catch {
            throw .unknownOutcome("its answer can't be read")
        }
    }

    /// One request to one server, signed in where that is needed.
    private func askOne(
        _ endpoint: Int, _ path: String, _ body: [UInt8], isSafe: Bool = true, limit: Duration
    ) async throws(EtcdError) -> [UInt8] {
        var isFirst = true
        while true {
            let token = try await token(from: endpoint, limit: limit)
            var request = request(to: endpoint, path, body, token: token, limit: limit)
            request.isSafePost = isSafe
            let response: HTTPResponse
            do throws(HTTPError) {
                response = try await client.response(to: request)
            } catch {
                throw EtcdError(error)
            }
            if response.head.status == 200 { return response.body }
            let refusal = EtcdRefusal(response)
            if refusal.isAboutToken, token != nil, isFirst {
                isFirst = false
                state.withLock { if $0.token == token { $0.token = nil } }
            } else {
                throw EtcdError(refusal)
            }
        }
    }

    private func request(to endpoint: Int, _ path: String, _ body: [UInt8], token: String?, limit: Duration)
        -> HTTPRequest
    {
        let limit = min(limit, patience.answer)
        // A server that waits for the others gives up before we do, and says so.
        let serverLimit = max(1, Int(limit / .milliseconds(1)) * 9 / 10)
        var headers = ["Content-Type": "application/json", "Grpc-Timeout": "\(serverLimit)m"]
        if let token { headers["Authorization"] = token }
        return HTTPRequest(
            .post, address.endpoints[endpoint].appending(path: path), headers: headers, body: body,
            timeLimit: limit, sizeLimit: 1 << 28)
    }

    /// What proves who asks; nil where nobody in particular does.
    private func token(from endpoint: Int, limit: Duration) async throws(EtcdError) -> String? {
        guard let credentials else { return nil }
        if let token = state.withLock({ $0.token }) { return token }
        let request = request(
            to: endpoint, "/v3/auth/authenticate", etcdSignInRequest(credentials), token: nil, limit: limit)
        let response: HTTPResponse
        do throws(HTTPError) {
            response = try await client.response(to: request)
        } catch {
            // To sign in twice does no harm, and the request itself has not been sent.
            let error = EtcdError(error)
            if case .unknownOutcome(let reason) = error { throw .notYet(reason) }
            throw error
        }
        guard response.head.status == 200 else {
            let refusal = EtcdRefusal(response)
            if refusal.isAuthenticationOff { return nil }
            throw EtcdRefusal.passing.contains(refusal.code) ? .notYet(refusal.message) : EtcdError(refusal)
        }
        let token = try parsed(response.body, etcdToken)
        state.withLock { $0.token = token }
        return token
    }

    /// Waits by chance up to so long, at least half of it, so that those who failed together don't come back together.
    func pause(upTo longest: Duration) async throws(EtcdError) {
        do {
            // There is nothing to wait for but time: no server says that it is back, or that others have done their work.
            try await Task.sleep(for: longest * Double.random(in: 0.5...1))
        } catch {
            throw .cancelled
        }
    }
}

// MARK: - Watching

extension EtcdGateway {
    /// Hands over whatever changes in `range` from `revision` on, in order, until the connection ends, or its server
    /// does not answer any more or has lost the others. Then it returns, or throws why; what `receive` returns false
    /// for is the last it is given. Whoever watches on begins with the revision after the last that was received.
    func watch(
        _ range: EtcdRange, from revision: Int64, receive: @Sendable @escaping (EtcdNews) -> Bool
    ) async throws(EtcdError) {
        let endpoint = state.withLock { $0.endpoint }
        do throws(EtcdError) {
            let token = try await token(from: endpoint, limit: patience.answer)
            var request = request(
                to: endpoint, "/v3/watch", etcdWatchRequest(range, from: revision), token: token,
                limit: patience.answer)
            request.isStream = true
            request.isSafePost = true
            request.sizeLimit = nil
            request.headers["Grpc-Timeout"] = nil
            // The server ends the watch when it loses the leader, instead of being silent.
            request.headers["Grpc-Metadata-hasleader"] = "true"
            let client = self.client
            let prepared = request
            let results = await withTaskGroup(of: Result<Void, EtcdError>.self) { group in
                group.addTask { await Self.listen(client, prepared, receive) }
                group.addTask { await self.feelPulse(of: endpoint) }
                let first = await group.next() ?? .success(())
                group.cancelAll()
                return first
            }
            try results.get()
        } catch {
            let error = if case .unknownOutcome(let reason) = error { EtcdError.unreachable(reason) } else { error }
            moveOn(from: endpoint, error)
            // It may not count any more, or not with every server.
            state.withLock { $0.token = nil }
            throw error
        }
    }

    private static func listen(
        _ client: any HTTPClient, _ request: HTTPRequest, _ receive: (EtcdNews) -> Bool
    ) async -> Result<Void, EtcdError> {
        do throws(HTTPError) {
            let answer = try await client.begin(request)
            guard answer.head.status == 200 else {
                var body: [UInt8] = []
                for await piece in answer.body { body += try piece.get() }
                // Of a watch it is one of its messages.
                let news = try? JSONScanner.scan(body) { scanner throws(JSONError) in try EtcdNews(from: &scanner) }
                let response = HTTPResponse(head: answer.head, body: body)
                return .failure(EtcdError(news?.failure ?? EtcdRefusal(response)))
            }
            var line: [UInt8] = []
            for await piece in answer.body {
                var rest = try piece.get()[...]
                while let end = rest.firstIndex(of: 0x0A) {
                    line += rest[..<end]
                    rest = rest[(end + 1)...]
                    guard
                        let news = try? JSONScanner.scan(
                            line, { scanner throws(JSONError) in try EtcdNews(from: &scanner) })
                    else { return .failure(.unreachable("what it tells can't be read")) }
                    line = []
                    let goesOn = receive(news)
                    if let refusal = news.failure, !news.isCompacted { return .failure(EtcdError(refusal)) }
                    guard goesOn else { return .success(()) }
                }
                line += rest
            }
            return .failure(Task.isCancelled ? .cancelled : .unreachable("the connection ended"))
        } catch {
            return .failure(EtcdError(error))
        }
    }

    /// Returns when the server does not answer any more.
    private func feelPulse(of endpoint: Int) async -> Result<Void, EtcdError> {
        var read = EtcdRead(.key(EtcdLayout(address).format))
        read.isLocal = true
        do throws(EtcdError) {
            while true {
                try await pause(upTo: patience.pulse)
                _ = try await askOne(endpoint, "/v3/kv/range", read.json, limit: patience.answer)
            }
        } catch {
            return .failure(error)
        }
    }
}

extension EtcdAddress {
    /// Host and port of an endpoint.
    fileprivate func name(of endpoint: Int) -> String {
        let host = endpoints[endpoint].host() ?? ""
        return "\(host.contains(":") ? "[\(host)]" : host):\(endpoints[endpoint].port ?? 0)"
    }
}

extension EtcdError {
    fileprivate init(_ error: HTTPError) {
        switch error.reason {
        case .unreachable: self = .unreachable(error.explanation)
        case .brokenOff, .timedOut: self = .unknownOutcome(error.explanation)
        case .cancelled: self = .cancelled
        case .tooLarge, .tooManyRedirects, .unexpectedAnswer: self = .refused(error.explanation)
        }
    }

    fileprivate init(_ refusal: EtcdRefusal) {
        // A later revision than there is has the same code.
        if refusal.code == EtcdRefusal.outOfRange, !refusal.message.contains("future") {
            self = .compacted
        } else if EtcdRefusal.passing.contains(refusal.code) || refusal.message.contains("too many requests") {
            self = .unknownOutcome(refusal.message)
        } else {
            self = .refused(refusal.message)
        }
    }
}

extension EtcdRefusal {
    /// The gateway's errors end with trailers, which some HTTP clients can't take; these give the status alone.
    /// https://github.com/grpc-ecosystem/grpc-gateway/blob/v1.9.5/runtime/errors.go says which status stands for which
    /// code.
    fileprivate init(_ response: HTTPResponse) {
        let refusal = try? JSONScanner.scan(response.body) { scanner throws(JSONError) in
            try EtcdRefusal(from: &scanner)
        }
        if response.head.mediaType != "application/json" {
            // Something between us and the server may say that the server does not answer.
            let isPassing = response.head.status >= 500 || [408, 429].contains(response.head.status)
            self.init(
                code: isPassing ? 14 : 12,
                message: "it answers as no etcd does, with status \(response.head.status)")
        } else if let refusal {
            self = refusal
        } else {
            switch response.head.status {
            case 400: self.init(code: 3, message: "it takes the request for wrong, or for too large")
            case 401: self.init(code: Self.unauthenticated, message: "it does not know who asks")
            case 403: self.init(code: 7, message: "who asks is not allowed to")
            case 408, 409, 500, 503, 504: self.init(code: 14, message: "it has no leader, or is too busy")
            case 412: self.init(code: 9, message: "it asks for no password")
            case 429: self.init(code: 8, message: "it has no room left, or the request is too large")
            default: self.init(code: 12, message: "status \(response.head.status)")
            }
        }
    }

    fileprivate var isAboutToken: Bool {
        code == Self.unauthenticated || message.contains("revision of auth store is old")
    }

    fileprivate var isAuthenticationOff: Bool {
        code == 9
    }
}
