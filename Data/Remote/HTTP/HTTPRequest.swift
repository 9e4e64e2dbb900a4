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
    /// How often the server may send us elsewhere. From https nobody is sent to http, and headers of ours go to the
    /// host they were meant for only.
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
