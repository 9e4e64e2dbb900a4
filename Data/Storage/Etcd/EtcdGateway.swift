import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A client of a cluster's JSON gateways, which asks the next server when one doesn't answer.
final class EtcdGateway: Sendable {
    private let address: EtcdAddress
    private let credentials: EtcdCredentials?
    let client: any HTTPClient
    let patience: EtcdPatience

    struct State {
        /// The server to ask first.
        var endpoint = 0
        var token: String?
    }

    let state = Mutex(State())

    init(_ location: EtcdLocation) {
        address = location.address
        credentials = location.credentials
        client = location.client
        patience = location.patience
    }

    /// The answers to several reads at one revision: the cluster's latest, unless they name another.
    func read(_ reads: [EtcdRead]) async throws(EtcdError) -> EtcdOutcome {
        let outcome = try await ask(Self.transactions, EtcdRead.transaction(of: reads), EtcdOutcome.init)
        guard outcome.revision > 0, outcome.found.count == reads.count else {
            throw .refused("it is not an etcd server")
        }
        return outcome
    }

    static let transactions = "/v3/kv/txn"

    /// Carries out a transaction at most once: it is sent again only if it certainly was not carried out.
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
        let end = patience.now() + patience.cluster
        while true {
            var problems: [String] = []
            var isAnyThere = false
            let first = state.withLock { $0.endpoint }
            for number in address.endpoints.indices where number == 0 || patience.now() < end {
                let endpoint = (first + number) % address.endpoints.count
                do throws(EtcdError) {
                    let bytes = try await askOne(endpoint, path, body, isSafe: isSafeToRepeat, until: end)
                    return try parsed(bytes, read)
                } catch {
                    moveOn(from: endpoint, error)
                    switch error {
                    case .unreachable(let reason):
                        problems.append("\(address.name(of: endpoint)): \(reason)")
                    case .unknownOutcome where !isSafeToRepeat: throw error
                    case .notYet(let reason), .unknownOutcome(let reason):
                        problems.append("\(address.name(of: endpoint)): \(reason)")
                        isAnyThere = true
                    case .compacted, .tooLarge, .refused, .cancelled:
                        throw error
                    }
                }
            }
            // Waiting doesn't help if no server could be reached, or if no time is left afterwards.
            let longest = Duration.milliseconds(250)
            guard isAnyThere, patience.now() + longest < end else {
                throw .unreachable(problems.joined(separator: "; "))
            }
            try await pause(upTo: longest)
        }
    }

    /// Makes the next request start with another server, if the error is this server's fault.
    func moveOn(from endpoint: Int, _ error: EtcdError) {
        switch error {
        case .unreachable, .notYet, .unknownOutcome:
            state.withLock { state in
                if state.endpoint == endpoint { state.endpoint = (endpoint + 1) % address.endpoints.count }
            }
        case .compacted, .tooLarge, .refused, .cancelled:
            break
        }
    }

    func parsed<Answer>(_ bytes: [UInt8], _ read: ([UInt8]) throws(JSONError) -> Answer) throws(EtcdError) -> Answer {
        do throws(JSONError) {
            return try read(bytes)
        } catch {
            throw .unknownOutcome("its answer can't be read")
        }
    }

    /// Sends one request to one server, signing in if necessary, and again if the token has expired.
    func askOne(
        _ endpoint: Int, _ path: String, _ body: [UInt8], isSafe: Bool = true, until end: ContinuousClock.Instant
    ) async throws(EtcdError) -> [UInt8] {
        var isFirst = true
        while true {
            let token = try await token(from: endpoint, until: end)
            var request = request(to: endpoint, path, body, token: token, until: end)
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
                throw EtcdError(refusal, withholding: token)
            }
        }
    }

    func request(
        to endpoint: Int, _ path: String, _ body: [UInt8], token: String?, until end: ContinuousClock.Instant
    ) -> HTTPRequest {
        let limit = min(max(.milliseconds(1), end - patience.now()), patience.answer)
        // Makes a server that waits for the others give up, and say so, shortly before this request does.
        let serverLimit = max(1, Int(limit / .milliseconds(1)) * 9 / 10)
        var headers = ["Content-Type": "application/json", "Grpc-Timeout": "\(serverLimit)m"]
        if let token { headers["Authorization"] = token }
        return HTTPRequest(
            .post, address.endpoints[endpoint].appending(path: path), headers: headers, body: body,
            timeLimit: limit, sizeLimit: 1 << 28)
    }

    /// The token of the signed-in user; nil without credentials, or if the cluster doesn't use authentication.
    func token(from endpoint: Int, until end: ContinuousClock.Instant) async throws(EtcdError) -> String? {
        guard let credentials else { return nil }
        if let token = state.withLock({ $0.token }) { return token }
        let request = request(
            to: endpoint, "/v3/auth/authenticate", etcdSignInRequest(credentials), token: nil, until: end)
        let response: HTTPResponse
        do throws(HTTPError) {
            response = try await client.response(to: request)
        } catch {
            // Signing in twice does no harm, and the actual request has not been sent.
            let error = EtcdError(error)
            if case .unknownOutcome(let reason) = error { throw .notYet(reason) }
            throw error
        }
        guard response.head.status == 200 else {
            let refusal = EtcdRefusal(response)
            if refusal.isAuthenticationOff { return nil }
            // The server's message is not shown: it might repeat the password.
            throw EtcdRefusal.passing.contains(refusal.code)
                ? .notYet("signing in is currently not possible")
                : .refused(
                    refusal.isAboutCredentials
                        ? "the server does not accept the user and password"
                        : "signing in failed (status \(response.head.status))")
        }
        let token = try parsed(response.body, etcdToken)
        state.withLock { $0.token = token }
        return token
    }

    /// Waits for a random time between half of `longest` and all of it, so that clients that failed together don't
    /// retry together.
    func pause(upTo longest: Duration) async throws(EtcdError) {
        do {
            // Only time helps: servers don't announce that they are back, nor clients that they are done.
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
