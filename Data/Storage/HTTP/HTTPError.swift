#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Why an answer did not come, or was of no use.
public struct HTTPError: Error, Hashable {
    /// Host and port, without what else an address can hold: there might be a password in it.
    public let host: String
    /// Method and path. Neither a query nor headers, for the same reason.
    public let asked: String
    public let reason: Reason

    public enum Reason: Hashable, Sendable {
        /// There was no connection, so the request never reached the server.
        case unreachable(String)
        /// The connection ended before the answer did. The server may have done what it was asked.
        case brokenOff(String)
        /// The same, because it took too long.
        case timedOut(Duration)
        case cancelled
        /// The body has more bytes than this.
        case tooLarge(limit: Int)
        case tooManyRedirects(limit: Int)
        /// A complete answer, but not one that helps: what is wrong with it.
        case unexpectedAnswer(String)
    }

    public init(_ request: HTTPRequest, _ reason: Reason) {
        let port = request.url.port.map { ":\($0)" } ?? ""
        host = (request.url.host() ?? "") + port
        asked = "\(request.method.rawValue) \(request.url.path())"
        self.reason = reason
    }

    /// For people, without the host.
    public var explanation: String {
        switch reason {
        case .unreachable(let reason): reason
        case .brokenOff(let reason): "the connection broke off (\(asked)): \(reason)"
        case .timedOut(let limit): "no answer in \(limit.text) (\(asked))"
        case .cancelled: "cancelled (\(asked))"
        case .tooLarge(let limit): "the answer is larger than \(limit) bytes (\(asked))"
        case .tooManyRedirects(limit: 0): "sent elsewhere (\(asked))"
        case .tooManyRedirects(let limit): "sent elsewhere more than \(limit) times (\(asked))"
        case .unexpectedAnswer(let what): "\(what) (\(asked))"
        }
    }
}

extension Duration {
    fileprivate var text: String {
        components.attoseconds == 0 ? "\(components.seconds) seconds" : "\(self)"
    }
}
