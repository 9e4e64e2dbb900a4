#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Why an answer didn't arrive, or can't be used.
public struct HTTPError: Error, Hashable {
    /// Host and port only, because the rest of the address might contain a password.
    public let host: String
    /// Method and path, without query and headers, for the same reason.
    public let asked: String
    public let reason: Reason

    public enum Reason: Hashable, Sendable {
        /// The request did not reach the server, or not completely, so it was not carried out.
        case unreachable(String)
        /// The connection ended before the answer was complete. The server may have carried out the request.
        case brokenOff(String)
        /// The time limit passed. The server may have carried out the request.
        case timedOut(Duration)
        case cancelled
        /// The body has more bytes than `limit`.
        case tooLarge(limit: Int)
        case tooManyRedirects(limit: Int)
        /// A complete answer that can't be used, and why.
        case unexpectedAnswer(String)
    }

    public init(_ request: HTTPRequest, _ reason: Reason) {
        let port = request.url.port.map { ":\($0)" } ?? ""
        host = (request.url.host() ?? "") + port
        asked = "\(request.method.rawValue) \(request.url.path())"
        self.reason = reason
    }

    /// The reason in words. The host is not added, but URLSession's own words may name it.
    public var explanation: String {
        switch reason {
        case .unreachable(let reason): reason
        case .brokenOff(let reason): "the connection was lost (\(asked)): \(reason)"
        case .timedOut(let limit): "no answer in \(limit.text) (\(asked))"
        case .cancelled: "cancelled (\(asked))"
        case .tooLarge(let limit): "the answer is larger than \(limit) bytes (\(asked))"
        case .tooManyRedirects(limit: 0): "redirected (\(asked))"
        case .tooManyRedirects(let limit): "redirected more than \(limit) times (\(asked))"
        case .unexpectedAnswer(let what): "\(what) (\(asked))"
        }
    }
}

extension Duration {
    fileprivate var text: String {
        components.attoseconds == 0 ? "\(components.seconds) seconds" : "\(self)"
    }
}
