import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A cluster, asked through the JSON gateway of whichever of its servers answers.
final class EtcdGateway: Sendable {
    let address: EtcdAddress
    private let credentials: EtcdCredentials?
    let client: any HTTPClient
    let patience: EtcdPatience

    struct State {
        /// The server that answered last.
        var endpoint = 0
        var token: String?
    }

    let state = Mutex(State())

    init(address: EtcdAddress, credentials: EtcdCredentials?, client: any HTTPClient, patience: EtcdPatience) {
        self.address = address
        self.credentials = credentials
        self.client = client
        self.patience = patience
    }

    /// Several questions, answered at one moment by the cluster as a whole, not by what one server of it knows.
    func read(_ reads: [EtcdRead]) async throws(EtcdError) -> EtcdOutcome {
        let outcome = try await ask(Self.transactions, EtcdTransaction.reading(reads), EtcdOutcome.init)
        guard outcome.revision > 0, outcome.found.count == reads.count else { throw .refused(Self.noEtcd) }
        return outcome
    }

    static let transactions = "/v3/kv/txn"
    private static let noEtcd = "it answers as no etcd does"

    /// Sends a transaction once. It is sent again only where it is certain that it did not arrive.
    func commit(_ transaction: EtcdTransaction) async throws(EtcdError) -> EtcdOutcome {
        try await ask(Self.transactions, transaction.json, isSafeToRepeat: false, EtcdOutcome.init)
    }
}

// MARK: - From server to server

extension EtcdGateway {
    private func ask<Answer>(
        _ path: String, _ body: [UInt8], isSafeToRepeat: Bool = true,
        _ read: ([UInt8]) throws(JSONError) -> Answer
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
            // Where nobody listens on any of the ports, waiting is of no use; nor where no time is left afterwards.
            let longest = Duration.milliseconds(250)
            guard isSomebodyThere, ContinuousClock.now + longest < end else {
                throw .unreachable(problems.joined(separator: "; "))
            }
            try await pause(upTo: longest)
        }
    }

    /// The next request begins with another server, unless the trouble is not with this one.
    func moveOn(from endpoint: Int, _ error: EtcdError) {
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
        _ bytes: [UInt8], _ read: ([UInt8]) throws(JSONError) -> Answer
    ) throws(EtcdError) -> Answer {
        do throws(JSONError) {
            return try read(bytes)
        } catch {
            throw .unknownOutcome("its answer can't be read")
        }
    }

    /// One request to one server, signed in where that is needed.
    func askOne(
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

    func request(to endpoint: Int, _ path: String, _ body: [UInt8], token: String?, limit: Duration)
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
    func token(from endpoint: Int, limit: Duration) async throws(EtcdError) -> String? {
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

extension EtcdAddress {
    /// Host and port of an endpoint.
    fileprivate func name(of endpoint: Int) -> String {
        let host = endpoints[endpoint].host() ?? ""
        return "\(host.contains(":") ? "[\(host)]" : host):\(endpoints[endpoint].port ?? 0)"
    }
}
