#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What to ask of a server, and how much of an answer to put up with.
public struct HTTPRequest: Hashable, Sendable {
    public enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        /// Asks only what could be asked.
        case options = "OPTIONS"
    }

    public var method: Method
    public var url: URL
    public var headers: [String: String]
    public var body: [UInt8]
    /// How long the whole answer may take; for a stream, how long its head may take.
    public var timeLimit: Duration
    /// How many bytes of body the answer may have, after decompression; nil for any number.
    public var sizeLimit: Int?
    /// Whether the answer goes on for as long as somebody listens.
    public var isStream: Bool
    /// Whether it changes nothing although it is a POST.
    public var isSafePost = false
    /// How often the server may send us elsewhere, at most 20 times. From https nobody is sent to http, and headers of
    /// ours go to the host they were meant for only. A POST is never sent elsewhere.
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
    /// Whether it changes nothing (RFC 9110, 9.2.1), so that it may as well arrive twice. What is not safe goes out once.
    var isSafe: Bool { method != .post || isSafePost }

    /// Where URLSession itself stops.
    static let mostRedirects = 20

    /// Why the server may not send us from one address to another, the `count`th time; nil where it may.
    func refusal(ofRedirect count: Int, from origin: URL?, to target: URL?) -> HTTPError.Reason? {
        let limit = method == .get ? min(redirectLimit, Self.mostRedirects) : 0
        guard count <= limit else { return .tooManyRedirects(limit: limit) }
        let (origin, target) = (origin?.scheme?.lowercased(), target?.scheme?.lowercased())
        guard target == "https" || target == "http" && origin == "http" else {
            return .unexpectedAnswer("sent elsewhere, to \(target ?? "nowhere")")
        }
        return nil
    }

    /// Whether the address is of the server that this request is meant for, and its headers with it.
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
