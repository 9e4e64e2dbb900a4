#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A request to a server, with limits for the answer.
public struct HTTPRequest: Hashable, Sendable {
    public enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        /// Asks which methods the server supports.
        case options = "OPTIONS"
    }

    public var method: Method
    public var url: URL
    public var headers: [String: String]
    public var body: [UInt8]
    /// The time limit for the whole answer; for a stream, for its head. On Linux, a safe POST or stream may take twice
    /// as long, because an OPTIONS request with the same limit first makes its connection.
    public var timeLimit: Duration
    /// The largest body in bytes, after decompression; nil for no limit.
    public var sizeLimit: Int?
    /// Whether the answer continues until the client ends it.
    public var isStream: Bool
    /// Whether this POST changes nothing on the server.
    public var isSafePost = false
    /// How many redirects of a GET to follow, at most 20; other methods are never redirected. A redirect from https to
    /// http is refused, and headers are sent only to the original server.
    public var redirectLimit: Int

    public init(
        _ method: Method, _ url: URL, headers: [String: String] = [:], body: [UInt8] = [],
        timeLimit: Duration = .seconds(10), sizeLimit: Int? = 1 << 20, isStream: Bool = false, redirectLimit: Int = 0
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeLimit = timeLimit
        self.sizeLimit = sizeLimit
        self.isStream = isStream
        self.redirectLimit = redirectLimit
    }
}

extension HTTPRequest {
    /// Whether it changes nothing on the server (RFC 9110, 9.2.1), so that it may arrive twice. Other requests are sent
    /// only once.
    var isSafe: Bool { method != .post || isSafePost }

    /// URLSession's own limit.
    static let mostRedirects = 20

    /// Why redirect number `count` is refused; nil if it is allowed.
    func refusal(ofRedirect count: Int, from origin: URL?, to target: URL?) -> HTTPError.Reason? {
        let limit = method == .get ? min(redirectLimit, Self.mostRedirects) : 0
        guard count <= limit else { return .tooManyRedirects(limit: limit) }
        let (origin, target) = (origin?.scheme?.lowercased(), target?.scheme?.lowercased())
        guard target == "https" || target == "http" && origin == "http" else {
            return .unexpectedAnswer("redirected to \(target ?? "no address")")
        }
        return nil
    }

    /// Whether the address is on the server that this request, with its headers, is meant for.
    func isMeant(for address: URL?) -> Bool {
        guard let address else { return false }
        return (address.host(), address.effectivePort) == (url.host(), url.effectivePort)
    }
}

extension URL {
    fileprivate var effectivePort: Int? {
        port ?? (scheme == "https" ? 443 : 80)
    }
}
